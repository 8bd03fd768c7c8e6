#include "cli/wa_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/device/geometry_from_drive.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {
namespace {

double number_of(std::string_view name, const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        throw InputError(fmt::format("{}: found '{}', expected a number", name, text));
    }
    return value;
}

struct Column {
    std::string_view name;
    void (*assign)(WaRequest&, const std::string&);
};

constexpr std::array<Column, 13> columns{{
    {"spare_factor",
     [](WaRequest& r, const std::string& t) { r.spare_factor = number_of("spare_factor", t); }},
    {"over_provision",
     [](WaRequest& r, const std::string& t) { r.over_provision = number_of("over_provision", t); }},
    {"usable", [](WaRequest& r, const std::string& t) { r.usable = t; }},
    {"raw", [](WaRequest& r, const std::string& t) { r.raw = t; }},
    {"drive", [](WaRequest& r, const std::string& t) { r.drive = t; }},
    {"policy", [](WaRequest& r, const std::string& t) { r.policy = t; }},
    {"pages_per_block", [](WaRequest& r, const std::string& t) { r.pages_per_block = t; }},
    {"workload", [](WaRequest& r, const std::string& t) { r.workload = t; }},
    {"frontiers", [](WaRequest& r, const std::string& t) { r.frontiers = t; }},
    {"trim", [](WaRequest& r, const std::string& t) { r.trim = t; }},
    {"indirection_unit", [](WaRequest& r, const std::string& t) { r.indirection_unit = t; }},
    {"write_size", [](WaRequest& r, const std::string& t) { r.write_size = t; }},
    {"parity", [](WaRequest& r, const std::string& t) { r.parity = t; }},
}};

std::string joined_names() {
    std::string text;
    for (const Column& column : columns)
        text += (text.empty() ? "" : ", ") + std::string(column.name);
    return text;
}

std::optional<std::uint64_t> pages_per_block_of(const std::string& text) {
    if (text == "inf") return std::nullopt;
    std::uint64_t pages = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pages);
    constexpr std::uint64_t most = std::uint64_t{1} << 32;
    if (error != std::errc{} || end != text.data() + text.size() || pages == 0 || pages > most) {
        throw ParseError(text, 1, "expected a whole number of pages from 1 to 2^32, or inf");
    }
    return pages;
}

/// "15+1".
analytic::Stripe stripe_of(const std::string& text) {
    analytic::Stripe stripe{0, 0};
    const char* end = text.data() + text.size();
    const auto data = std::from_chars(text.data(), end, stripe.data);
    const bool has_plus = data.ec == std::errc{} && data.ptr != end && *data.ptr == '+';
    const auto parity = std::from_chars(has_plus ? data.ptr + 1 : end, end, stripe.parity);
    if (!has_plus || parity.ec != std::errc{} || parity.ptr != end || stripe.data == 0 ||
        stripe.parity == 0) {
        throw ParseError(text, static_cast<std::size_t>(data.ptr - text.data()) + 1,
                         "expected data pages '+' parity pages, as in 15+1");
    }
    return stripe;
}

/// The flags for TRIM and write size are keys of the workload's own grammar.
std::string workload_text(const WaRequest& request) {
    std::string text = request.workload;
    const auto add = [&](const char* key, const std::optional<std::string>& value) {
        if (!value) return;
        text +=
            (text.find(':') == std::string::npos ? ':' : ',') + fmt::format("{}={}", key, *value);
    };
    add("trim", request.trim);
    add("size", request.write_size);
    return text;
}

/// Every request must say how much is spare in one way.
void check_one_capacity(const WaRequest& request) {
    const bool capacities = request.usable || request.raw;
    const int ways = (request.spare_factor ? 1 : 0) + (request.over_provision ? 1 : 0) +
                     (capacities ? 1 : 0) + (request.drive ? 1 : 0);
    if (ways == 1 && request.usable.has_value() == request.raw.has_value()) return;
    throw InputError(fmt::format(
        "{}: expected one of spare factor (raw-user)/raw, over-provision (raw-user)/user, usable "
        "and raw capacity, or a drive",
        ways == 0   ? "nothing says how much is spare"
        : ways == 1 ? "usable and raw capacity belong together"
                    : "more than one thing says how much is spare"));
}

struct Capacities {
    device::SpareFactor spare_factor;
    std::optional<std::uint64_t> indirection_unit_bytes{};
    std::vector<std::string> assumptions{};
};

Capacities capacities_of(const WaRequest& request, const FetchCatalog& fetch_catalog) {
    check_one_capacity(request);
    if (request.spare_factor) return {device::SpareFactor::from_value(*request.spare_factor)};
    if (request.over_provision)
        return {device::SpareFactor::from_over_provision(*request.over_provision)};
    if (request.usable) {
        return {device::SpareFactor::from_capacities(units::parse_capacity(*request.usable).value(),
                                                     units::parse_capacity(*request.raw).value())};
    }
    const catalog::Drive& drive = fetch_catalog().find(*request.drive);
    const device::RawCapacity raw = device::raw_capacity(drive);
    Capacities result{device::SpareFactor::from_capacities(drive.capacity.value(), raw.bytes)};
    if (!raw.assumption.empty()) result.assumptions.push_back(raw.assumption);
    if (drive.indirection_unit) result.indirection_unit_bytes = drive.indirection_unit->value();
    return result;
}

}  // namespace

const std::vector<std::string>& wa_request_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const Column& column : columns)
            list.emplace_back(column.name);
        return list;
    }();
    return names;
}

void set(WaRequest& request, std::string_view name, const std::string& text) {
    std::string key(name);
    std::replace(key.begin(), key.end(), '-', '_');
    for (const Column& column : columns) {
        if (column.name == key) {
            column.assign(request, text);
            return;
        }
    }
    throw InputError(fmt::format("unknown column '{}': expected {}", name, joined_names()));
}

PreparedWa prepare(const WaRequest& request, const FetchCatalog& fetch_catalog) {
    Capacities capacities = capacities_of(request, fetch_catalog);
    PreparedWa prepared{{.spare_factor = capacities.spare_factor,
                         .policy = analytic::parse_policy(request.policy),
                         .pages_per_block = pages_per_block_of(request.pages_per_block),
                         .workload = workload::parse(workload_text(request), read_file),
                         .frontiers = analytic::parse_frontiers(request.frontiers),
                         .indirection_unit_bytes = capacities.indirection_unit_bytes},
                        std::move(capacities.assumptions)};
    if (request.indirection_unit) {
        prepared.query.indirection_unit_bytes =
            units::parse_capacity(*request.indirection_unit).value();
    }
    if (request.parity) prepared.query.parity = stripe_of(*request.parity);
    return prepared;
}

AnsweredWa answer(const WaRequest& request, const FetchCatalog& fetch_catalog) {
    PreparedWa prepared = prepare(request, fetch_catalog);
    analytic::Estimate estimate = analytic::estimate_with_details(prepared.query);
    std::vector<std::string>& assumptions = estimate.answer.assumptions;
    assumptions.insert(assumptions.begin(), prepared.drive_assumptions.begin(),
                       prepared.drive_assumptions.end());
    return {std::move(prepared.query), std::move(estimate)};
}

}  // namespace drivewear::cli
