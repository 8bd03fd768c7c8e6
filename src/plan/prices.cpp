#include "core/json_input.hpp"
#include "drivewear/core/csv.hpp"
#include "drivewear/plan/rank.hpp"
#include "drivewear/units/decimal.hpp"

namespace drivewear::plan {
namespace {

std::optional<double> positive(const std::string& text) {
    try {
        const double value = units::Decimal::parse(text).to_double();
        if (value > 0) return value;
    } catch (const ParseError&) {
        // reported by the caller, with the line
    }
    return std::nullopt;
}

}  // namespace

Prices parse_prices(std::string_view csv, const std::string& file) {
    const CsvTable table = read_csv(csv, file);
    const auto name = table.column({"id", "part_number", "name", "drive"});
    const auto price = table.column({"price"});
    const auto currency = table.column({"currency"});
    ProblemList problems(file);
    if (!name) problems.add("line 1", "no column 'id' or 'part_number'", "id,price,currency");
    if (!price) problems.add("line 1", "no column 'price'", "id,price,currency");
    problems.throw_if_any();
    Prices prices;
    for (const CsvRecord& row : table.rows) {
        const std::string line = "line " + std::to_string(row.line);
        const auto drive = field(row, name);
        const auto amount = field(row, price);
        if (!drive) {
            problems.add(line, "no drive", "an id or part number");
            continue;
        }
        const auto value = amount ? positive(*amount) : std::nullopt;
        if (!value) {
            problems.add(line, amount ? "price '" + *amount + "'" : "no price", "a number above 0");
            continue;
        }
        const Price entry{.amount = *value, .currency = field(row, currency).value_or("")};
        if (!prices.emplace(*drive, entry).second) {
            problems.add(line, "a second price for " + *drive, "one price a drive");
        }
    }
    problems.throw_if_any();
    return prices;
}

}  // namespace drivewear::plan
