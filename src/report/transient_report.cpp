#include "drivewear/report/transient_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"

namespace drivewear::report {
namespace {

constexpr std::size_t text_width = 100;
constexpr std::size_t points_shown = 20;

std::string rate(double iops) {
    return iops >= 1e6 ? fmt::format("{:.2f}M", iops / 1e6) : fmt::format("{:.0f}K", iops / 1e3);
}

std::string placement(const compare::TransientRequest& request,
                      const compare::Transient& transient) {
    if (!request.iops) return "";
    const double implied = *transient.implied_write_amplification;
    const std::string figure =
        fmt::format("{} IOPS is write amplification {:.3f}: ", rate(*request.iops), implied);
    if (implied < 1) return figure + "faster than sequential writes of the bandwidth given";
    if (!transient.placed_at_drive_writes) {
        return figure + "more than any of the curve, so something else limits it";
    }
    return figure + fmt::format(
                        "what {:.2f} drive writes of random writes after the sequential fill give; "
                        "in steady state {} IOPS",
                        *transient.placed_at_drive_writes, rate(transient.steady_iops));
}

}  // namespace

Json to_json(const compare::TransientRequest& request, const compare::Transient& transient) {
    Json points = Json::array();
    for (const auto& point : transient.curve) {
        points.push_back({{"drive_writes", number(point.drive_writes)},
                          {"wa", number(point.write_amplification)},
                          {"iops", number(point.iops)}});
    }
    return {{"schema", "drivewear.transient/1"},
            {"usable_bytes", number(request.usable_bytes)},
            {"effective_pool_bytes", number(request.form.effective_pool_bytes)},
            {"seq_write_bytes_per_second", number(request.seq_write_bytes_per_second)},
            {"onset_drive_writes", number(transient.onset_drive_writes)},
            {"steady_wa", number(transient.steady_write_amplification)},
            {"steady_iops", number(transient.steady_iops)},
            {"iops", number(request.iops)},
            {"implied_wa", number(transient.implied_write_amplification)},
            {"placed_at_drive_writes", number(transient.placed_at_drive_writes)},
            {"points", points}};
}

std::string to_text(const compare::TransientRequest& request, const compare::Transient& transient) {
    Table table({"drive writes", "write amplification", "4 KiB random writes/s"});
    const std::size_t step = std::max<std::size_t>(1, transient.curve.size() / points_shown);
    for (std::size_t i = step - 1; i < transient.curve.size(); i += step) {
        const auto& point = transient.curve[i];
        table.add({fmt::format("{:.2f}", point.drive_writes),
                   fmt::format("{:.3f}", point.write_amplification), rate(point.iops)});
    }
    std::string text = table.to_text(false) + "\n";
    text += wrap(fmt::format("Nothing is collected for the first {:.2f} drive writes; steady state "
                             "is write amplification {:.3f}, {} IOPS.",
                             transient.onset_drive_writes, transient.steady_write_amplification,
                             rate(transient.steady_iops)),
                 text_width, "");
    const std::string placed = placement(request, transient);
    return placed.empty() ? text : text + wrap(placed + ".", text_width, "");
}

}  // namespace drivewear::report
