#include "drivewear/compare/calibration_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/json_input.hpp"
#include "drivewear/core/csv.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/measured/figure.hpp"

namespace drivewear::compare {
namespace {

std::optional<double> plain_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

double bytes_of(const std::string& text) {
    if (const auto number = plain_number(text)) return *number;
    return measured::parse_bytes(text);
}

double iops_of(std::string text) {
    if (const auto number = plain_number(text)) return *number;
    if (text.find(' ') == std::string::npos) text += " IOPS";
    return measured::parse_figure(text, measured::Quantity::iops).value();
}

double ratio_of(const std::string& text) {
    return measured::parse_figure(text, measured::Quantity::write_amplification).value();
}

struct Columns {
    std::optional<std::size_t> usable, waf, iops, host, nand;
};

class PointReader {
public:
    PointReader(const Columns& columns, ProblemList& problems)
        : columns_(columns), problems_(problems) {}

    CalibrationPoint read(const CsvRecord& row) {
        CalibrationPoint point;
        point.place = "line " + std::to_string(row.line);
        const auto usable = take(row, columns_.usable, "usable_bytes", bytes_of);
        if (!usable && !field(row, columns_.usable)) {
            problems_.add(point.place, "no usable_bytes", "a capacity such as 745.2 GiB");
        }
        point.usable_bytes = usable.value_or(0);
        point.write_amplification = take(row, columns_.waf, "waf", ratio_of);
        point.iops = take(row, columns_.iops, "iops", iops_of);
        const auto host = take(row, columns_.host, "host_bytes", bytes_of);
        const auto nand = take(row, columns_.nand, "nand_bytes", bytes_of);
        if (host && nand && *host > 0) point.write_amplification = *nand / *host;
        const bool has_cells = field(row, columns_.waf) || field(row, columns_.iops) ||
                               (field(row, columns_.host) && field(row, columns_.nand));
        if (!has_cells) {
            problems_.add(point.place, "neither write amplification nor rate",
                          "waf, iops, or host_bytes with nand_bytes");
        }
        return point;
    }

private:
    template <class Parse>
    std::optional<double> take(const CsvRecord& row, std::optional<std::size_t> column,
                               const char* name, Parse parse) {
        const auto text = field(row, column);
        if (!text) return std::nullopt;
        const std::string place = "line " + std::to_string(row.line) + ", " + name;
        try {
            const double value = parse(*text);
            if (value > 0) return value;
            problems_.add(place, "'" + *text + "'", "a number above 0");
        } catch (const ParseError& error) {
            problems_.add(place, error.what(), "");
        }
        return std::nullopt;
    }

    const Columns& columns_;
    ProblemList& problems_;
};

constexpr double block_bytes = 4096;

bool is_mean(const measured::Conditions& conditions) {
    return conditions.statistic == measured::Statistic::mean ||
           conditions.statistic == measured::Statistic::point;
}

bool is_random_write_rate(const measured::Result& result) {
    const measured::Conditions& c = result.conditions;
    return result.quantity == measured::Quantity::iops && is_mean(c) &&
           c.operation == measured::Operation::write && c.access == measured::Access::random &&
           c.block_bytes == block_bytes;
}

bool is_uniform_amplification(const measured::Result& result) {
    return result.quantity == measured::Quantity::write_amplification &&
           result.conditions.workload == "uniform";
}

}  // namespace

std::vector<CalibrationPoint> points_of(std::span<const measured::Result> results,
                                        std::optional<double> usable_bytes) {
    std::vector<CalibrationPoint> points;
    for (const measured::Result& result : results) {
        const bool is_rate = is_random_write_rate(result);
        if (!is_rate && !is_uniform_amplification(result)) continue;
        const auto usable =
            result.conditions.usable_bytes ? result.conditions.usable_bytes : usable_bytes;
        if (!usable) {
            throw InputError(fmt::format(
                "{}: {}: how much of the drive was in use is not said: expected --usable",
                result.file, result.label()));
        }
        CalibrationPoint point{.usable_bytes = *usable, .place = result.place};
        (is_rate ? point.iops : point.write_amplification) = result.value.value();
        points.push_back(std::move(point));
    }
    if (points.empty()) {
        throw InputError(
            "no mean rate of 4 KiB random writes and no write amplification of uniform ones among "
            "the results: expected at least one");
    }
    return points;
}

std::optional<double> sequential_write_of(std::span<const measured::Result> results) {
    std::optional<double> best;
    for (const measured::Result& result : results) {
        const measured::Conditions& c = result.conditions;
        const bool fits = result.quantity == measured::Quantity::bandwidth && is_mean(c) &&
                          c.operation == measured::Operation::write &&
                          c.access == measured::Access::sequential;
        if (fits) best = std::max(best.value_or(0), result.value.value());
    }
    return best;
}

std::vector<CalibrationPoint> parse_points(std::string_view text, const std::string& file) {
    ProblemList problems(file);
    const CsvTable table = read_csv(text, file);
    const Columns columns{.usable = table.column({"usable_bytes", "usable"}),
                          .waf = table.column({"waf", "wa", "write_amplification"}),
                          .iops = table.column({"iops"}),
                          .host = table.column({"host_bytes"}),
                          .nand = table.column({"nand_bytes"})};
    const bool tells_rate = columns.waf || columns.iops || (columns.host && columns.nand);
    if (!columns.usable || !tells_rate) {
        problems.add("line 1", columns.usable ? "no column of rates" : "no column 'usable_bytes'",
                     "usable_bytes and waf, iops, or host_bytes with nand_bytes");
        problems.throw_if_any();
    }
    PointReader reader(columns, problems);
    std::vector<CalibrationPoint> points;
    for (const CsvRecord& row : table.rows)
        points.push_back(reader.read(row));
    problems.throw_if_any();
    return points;
}

device::DeviceForm parse_calibration(std::string_view json_text, const std::string& file) {
    const nlohmann::json document = parse_json(json_text, file);
    ProblemList problems(file);
    ObjectReader reader(document, "", problems);
    reader.require("schema", "\"drivewear.calibration/1\"");
    if (const auto schema = reader.text("schema"); schema && *schema != "drivewear.calibration/1") {
        reader.problem("schema", "'" + *schema + "'",
                       "\"drivewear.calibration/1\", as drivewear calibrate --format json writes");
    }
    device::DeviceForm form;
    reader.require("effective_pool_bytes", "bytes above 0");
    reader.require("base", "a number from 1");
    form.effective_pool_bytes =
        reader.number("effective_pool_bytes", {1, 1e21, "bytes above 0"}).value_or(0);
    form.base = reader.number("base", {1, 100, "a number from 1"}).value_or(1);
    problems.throw_if_any();
    return form;
}

}  // namespace drivewear::compare
