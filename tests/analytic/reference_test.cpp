#include "analytic/reference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

namespace drivewear::test {
namespace {

/// RFC 4180 fields of one line; the file has no line breaks inside fields.
std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> result(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            result.back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            result.emplace_back();
        } else {
            result.back() += c;
        }
    }
    return result;
}

std::vector<ReferenceRow> load() {
    std::ifstream file(DRIVEWEAR_TEST_DATA "/reference/wa_reference.csv");
    REQUIRE(file);
    std::vector<ReferenceRow> rows;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const auto columns = fields(line);
        REQUIRE(columns.size() == 9);
        ReferenceRow row{columns[0], columns[1], nlohmann::json::parse(columns[2]),
                         columns[3], 0,          columns[5]};
        std::istringstream(columns[4]) >> row.value;
        rows.push_back(std::move(row));
    }
    return rows;
}

const std::vector<ReferenceRow>& all_rows() {
    static const std::vector<ReferenceRow> rows = load();
    return rows;
}

}  // namespace

double ReferenceRow::allowed() const {
    double number = 0;
    std::string kind;
    std::istringstream(tolerance) >> number >> kind;
    const double magnitude = std::abs(value);
    if (tolerance.starts_with("exact")) return 4e-16 * magnitude;
    if (kind == "rel") return number * magnitude;
    if (kind == "%") return number / 100 * magnitude;
    return number;
}

std::vector<ReferenceRow> rows_of(const std::string& model) {
    std::vector<ReferenceRow> result;
    for (const ReferenceRow& row : all_rows()) {
        if (row.model == model) result.push_back(row);
    }
    REQUIRE_MESSAGE(!result.empty(), model);
    return result;
}

ReferenceRow row(const std::string& id) {
    for (const ReferenceRow& candidate : all_rows()) {
        if (candidate.id == id) return candidate;
    }
    FAIL("no row " << id);
    return {};
}

device::SpareFactor spare_of(const ReferenceRow& reference) {
    if (reference.has("OP"))
        return device::SpareFactor::from_over_provision(reference.number("OP"));
    return device::SpareFactor::from_value(reference.number(reference.has("Sf") ? "Sf" : "sf"));
}

std::vector<workload::AddressClass> hot_cold_of(const ReferenceRow& reference) {
    const double f = reference.number("f");
    const double r = reference.number("r");
    return {{f, r}, {1 - f, 1 - r}};
}

std::uint64_t pages_per_block_of(const ReferenceRow& reference) {
    return static_cast<std::uint64_t>(reference.number(reference.has("b") ? "b" : "Np"));
}

void check_row(const ReferenceRow& reference, double found) {
    CHECK_MESSAGE(std::abs(found - reference.value) <= reference.allowed(), reference.id, " ",
                  reference.model, " ", reference.parameters.dump(), " expected ", reference.value,
                  " +- ", reference.allowed(), ", found ", found);
}

TEST_CASE("the reference file is whole") {
    CHECK(all_rows().size() == 490);
    std::set<std::string> ids;
    for (const ReferenceRow& row : all_rows())
        ids.insert(row.id);
    CHECK(ids.size() == 490);
    CHECK(row("R0003").value == 7.3177232148468132555);
    CHECK(row("R0003").allowed() == doctest::Approx(7.3177e-12).epsilon(1e-4));
}

}  // namespace drivewear::test
