// Rows of tests/data/reference/wa_reference.csv: numbers that this code did not produce.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "drivewear/core/files.hpp"

namespace drivewear::test {

struct ReferenceRow {
    std::string id;             ///< "R0476"
    std::string model;          ///< "SIM_FIFO"
    nlohmann::json parameters;  ///< by the names of the file
    std::string quantity;       ///< "WA mean"
    std::string value;          ///< as printed
    std::string tolerance;      ///< "0.00660 abs", "1e-12 rel"
    std::string kind;           ///< "simulated", "computed", …

    double number() const { return std::stod(value); }
    double number(const char* parameter) const { return parameters.at(parameter).get<double>(); }
    bool has(const char* parameter) const { return parameters.contains(parameter); }
    /// The tolerance as a difference; "exact" means to the last place or so.
    double allowed_difference() const {
        if (tolerance.starts_with("exact")) return 4e-16 * std::abs(number());
        std::size_t end = 0;
        const double amount = std::stod(tolerance, &end);
        if (tolerance.find("abs", end) != std::string::npos) return amount;
        const double scale = tolerance.find('%', end) != std::string::npos ? 0.01 : 1.0;
        return amount * scale * std::abs(number());
    }
};

/// Fields of one CSV line, RFC 4180.
inline std::vector<std::string> csv_fields(const std::string& line) {
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            const bool is_doubled = is_quoted && i + 1 < line.size() && line[i + 1] == '"';
            if (is_doubled) {
                fields.back() += line[++i];
            } else {
                is_quoted = !is_quoted;
            }
        } else if (line[i] == ',' && !is_quoted) {
            fields.emplace_back();
        } else {
            fields.back() += line[i];
        }
    }
    return fields;
}

inline std::vector<ReferenceRow> reference_rows() {
    const std::string text = read_file(DRIVEWEAR_TEST_DATA "/reference/wa_reference.csv");
    std::vector<ReferenceRow> rows;
    for (std::size_t begin = text.find('\n') + 1; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::vector<std::string> fields = csv_fields(text.substr(begin, end - begin));
        if (fields.size() < 7) throw std::runtime_error("wa_reference.csv: a short line");
        rows.push_back({fields[0], fields[1], nlohmann::json::parse(fields[2]), fields[3],
                        fields[4], fields[5], fields[6]});
        begin = end + 1;
    }
    return rows;
}

}  // namespace drivewear::test
