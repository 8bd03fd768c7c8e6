#include "drivewear/plan/bids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/json_input.hpp"
#include "drivewear/core/csv.hpp"
#include "drivewear/plan/growth.hpp"
#include "drivewear/units/format.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::plan {
namespace {

// The columns of a bids file by meaning.
struct Columns {
    explicit Columns(const CsvTable& table)
        : name(table.column({"name", "vendor", "model", "bid"})),
          capacity(table.column({"capacity"})),
          dwpd(table.column({"dwpd"})),
          tbw(table.column({"tbw"})),
          years(table.column({"years", "warranty", "warranty_years"})),
          workload(table.column({"workload", "rating_workload"})),
          price(table.column({"price"})),
          currency(table.column({"currency"})) {}

    std::optional<std::size_t> name, capacity, dwpd, tbw, years, workload, price, currency;
};

// Reads one field with `parse`, turning what it throws into a problem of the line.
template <class Parse>
auto read_field(const CsvRecord& row, std::pair<std::optional<std::size_t>, const char*> column,
                std::pair<ProblemList&, Parse> with)
    -> std::optional<decltype(with.second(std::string_view{}))> {
    const auto text = field(row, column.first);
    if (!text) return std::nullopt;
    try {
        return with.second(*text);
    } catch (const ParseError& error) {
        with.first.add(fmt::format("line {}, {}", row.line, column.second), error.what(), "");
        return std::nullopt;
    }
}

double above_zero(std::string_view text) {
    const double value = units::Decimal::parse(text).to_double();
    if (!(value > 0)) throw ParseError(std::string(text), 1, "a number above 0 should stand here");
    return value;
}

units::Capacity some_bytes(std::string_view text) {
    const units::Capacity capacity = units::parse_capacity(text);
    if (capacity.value() == 0) throw ParseError(std::string(text), 1, "more than 0 bytes");
    return capacity;
}

Bid read_bid(const CsvRecord& row, const Columns& columns, ProblemList& problems) {
    Bid bid;
    bid.line = row.line;
    bid.name = field(row, columns.name).value_or("");
    bid.rating_workload = field(row, columns.workload).value_or("");
    const std::pair<ProblemList&, double (*)(std::string_view)> number{problems, above_zero};
    const std::pair<ProblemList&, units::Capacity (*)(std::string_view)> amount{problems,
                                                                                some_bytes};
    const std::size_t earlier = problems.size();
    const auto capacity = read_field(row, {columns.capacity, "capacity"}, amount);
    bid.dwpd = read_field(row, {columns.dwpd, "dwpd"}, number);
    if (const auto tbw = read_field(row, {columns.tbw, "tbw"}, amount)) {
        bid.tbw = units::host_bytes(tbw->value());
    }
    const auto years = read_field(row, {columns.years, "years"}, number);
    if (const auto price = read_field(row, {columns.price, "price"}, number)) {
        bid.price = Price{.amount = *price, .currency = field(row, columns.currency).value_or("")};
    }
    if (problems.size() > earlier) return bid;
    const std::string line = fmt::format("line {}", row.line);
    if (!capacity) problems.add(line, "no capacity", "such as 3.84TB");
    if (!years) problems.add(line, "no years", "the years that the DWPD or TBW is quoted over");
    if (!bid.dwpd && !bid.tbw) problems.add(line, "neither dwpd nor tbw", "one of them");
    bid.capacity = capacity.value_or(units::bytes(1));
    bid.years = years.value_or(1);
    return bid;
}

double tbw_of(const Bid& bid) {
    if (bid.tbw) return static_cast<double>(bid.tbw->value());
    return *bid.dwpd * static_cast<double>(bid.capacity.value()) * 365 * bid.years;
}

bool mentions(const std::string& text, std::string_view word) {
    std::string lower = text;
    for (char& c : lower)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower.find(word) != std::string::npos;
}

// How kind the rating's workload is to the drive, against full-span 4 KiB random writes.
std::string workload_trap(const Bid& bid) {
    const std::string& text = bid.rating_workload;
    if (text.empty()) return "the workload behind the rating is not stated: ask for it";
    if (mentions(text, "seq")) {
        return "rated with sequential writes: write amplification is near 1, random writes wear it "
               "faster";
    }
    for (const char* size : {"8k", "16k", "32k", "64k", "128k"}) {
        if (mentions(text, size)) {
            return fmt::format(
                "rated with {} random writes: smaller writes may cost more where the indirection "
                "unit "
                "is larger than 4 KiB",
                size);
        }
    }
    if (mentions(text, "jesd219") || mentions(text, "jesd 219")) {
        return "rated with JESD219, a skewed mix of sizes: not the same as full-span 4 KiB random "
               "writes";
    }
    return "";
}

void name_traps(const Plan& plan, JudgedBid& judged) {
    const Bid& bid = judged.bid;
    const auto add = [&](std::string text) {
        if (!text.empty()) judged.traps.push_back(std::move(text));
    };
    add(workload_trap(bid));
    const double service = units::in_years(plan.service_life);
    if (bid.years < service) {
        add(fmt::format(
            "quoted over {:g} years, needed for {:g}: the same TBW is {:.3g} DWPD over the "
            "service life, and the warranty ends before it",
            bid.years, service, judged.dwpd_plan_years));
    } else if (bid.years > service) {
        add(fmt::format("quoted over {:g} years, needed for {:g}", bid.years, service));
    }
    if (bid.dwpd && bid.tbw) {
        const double off = *bid.dwpd / judged.dwpd_quoted_years - 1;
        if (std::abs(off) > 0.005) {
            add(fmt::format("DWPD and TBW disagree by {:+.1f} %; the TBW is used", 100 * off));
        }
    }
    constexpr std::uint64_t gib = 1ULL << 30;
    if (bid.capacity.value() % gib == 0) {
        add(fmt::format("the capacity is quoted in binary units: {:.6g} decimal TB",
                        units::in_tb(bid.capacity)));
    }
}

JudgedBid judge(const Plan& plan, const Bid& bid, double data_bytes) {
    const double fleet =
        plan.application_rate.value() * plan.host_multiplier_total() * plan.duty_cycle;
    const GrowingRate one{
        .first_year = units::HostRate::from_value(fleet / static_cast<double>(plan.drives)),
        .growth_per_year = plan.growth_percent_per_year / 100};
    JudgedBid judged;
    judged.bid = bid;
    const double tbw = tbw_of(bid);
    const auto capacity = static_cast<double>(bid.capacity.value());
    judged.tbw = units::host_traffic(tbw);
    judged.dwpd_quoted_years = tbw / (capacity * 365 * bid.years);
    judged.dwpd_plan_years = tbw / (capacity * units::in_days(plan.service_life));
    judged.tbw_used_percent = 100 * one.written_after(plan.service_life).value() / tbw;
    judged.margin_percent = 100 - plan.reserve_percent - judged.tbw_used_percent;
    judged.fits = judged.margin_percent >= 0;
    const double by_writes =
        static_cast<double>(plan.drives) * judged.tbw_used_percent / (100 - plan.reserve_percent);
    const double needed = std::max(by_writes * (1 - 1e-12), data_bytes / capacity);
    judged.drives_needed = static_cast<std::uint64_t>(std::max(1.0, std::ceil(needed)));
    if (bid.price) {
        judged.fleet_price = bid.price->amount * static_cast<double>(judged.drives_needed);
    }
    name_traps(plan, judged);
    return judged;
}

bool stands_before(const JudgedBid& a, const JudgedBid& b) {
    if (a.fits != b.fits) return a.fits;
    if (a.fleet_price.has_value() != b.fleet_price.has_value()) return a.fleet_price.has_value();
    if (a.fleet_price && a.bid.price->currency != b.bid.price->currency) {
        return a.bid.price->currency < b.bid.price->currency;
    }
    if (a.fleet_price && *a.fleet_price != *b.fleet_price) return *a.fleet_price < *b.fleet_price;
    return a.margin_percent > b.margin_percent;
}

}  // namespace

std::vector<Bid> parse_bids(std::string_view csv, const std::string& file) {
    const CsvTable table = read_csv(csv, file);
    const Columns columns(table);
    ProblemList problems(file);
    if (!columns.capacity || !columns.years || (!columns.dwpd && !columns.tbw)) {
        problems.add("line 1", "a header without capacity, years and one of dwpd and tbw",
                     "name,capacity,dwpd,tbw,years,workload,price,currency");
        problems.throw_if_any();
    }
    std::vector<Bid> bids;
    for (const CsvRecord& row : table.rows)
        bids.push_back(read_bid(row, columns, problems));
    if (bids.empty()) problems.add("", "no offers", "at least one line below the header");
    problems.throw_if_any();
    return bids;
}

std::vector<JudgedBid> judge_bids(const Plan& plan, const std::vector<Bid>& bids,
                                  double data_bytes) {
    std::vector<JudgedBid> judged;
    for (const Bid& bid : bids)
        judged.push_back(judge(plan, bid, data_bytes));
    std::stable_sort(judged.begin(), judged.end(), stands_before);
    return judged;
}

}  // namespace drivewear::plan
