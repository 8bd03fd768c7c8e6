#include "ftl/class_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivewear/workload/address_generator.hpp"
#include "ftl/operation_source.hpp"

namespace drivewear::ftl {
namespace {

// Each request lies within one page, and every page has equally many places for it.
bool is_single_page(const workload::WriteSize& size, const workload::Workload& workload,
                    std::uint64_t page_bytes) {
    const std::uint64_t length = size.length.value();
    const std::uint64_t alignment = workload.alignment ? workload.alignment->value() : length;
    return length <= alignment && alignment <= page_bytes && page_bytes % alignment == 0;
}

// A drive can be filled once while its pages stay exchangeable: a second pass in address order, or
// one in which each page comes just once, depends on where each page is.
std::optional<std::string> why_not_filled(const SimulationOptions& options) {
    for (std::size_t i = 0; i < options.precondition.size(); ++i) {
        const PreconditionStep& step = options.precondition[i];
        if (step.kind == PreconditionStep::Kind::workload) continue;
        if (i > 0 || step.drive_writes > 1) {
            return fmt::format(
                "it counts pages, and precondition '{}' overwrites them in an order of their own",
                to_text(options.precondition));
        }
        if (options.workload.trim_share > 0 && !fills_the_drive(options.precondition)) {
            return "it counts pages, and of a drive filled in part TRIM reaches only some";
        }
    }
    return std::nullopt;
}

// A victim's copies go to an open block in the order in which they lie in the victim. Where several
// frontiers are open its last ones may find the block full, and classes lie in layers.
bool copies_in_layers(const SimulationOptions& options) {
    const FrontierMap frontiers(options.placement, options.workload);
    const auto classes = static_cast<std::uint32_t>(options.workload.classes.size());
    if (frontiers.count() == 1) return false;
    const auto destination = [&frontiers](std::uint32_t address_class) {
        return frontiers.for_copies(frontiers.for_host(address_class));
    };
    std::vector<bool> is_taken(frontiers.count());
    for (std::uint32_t one = 0; one < classes; ++one) {
        if (is_taken[destination(one)]) return true;
        is_taken[destination(one)] = true;
    }
    return false;
}

}  // namespace

std::optional<std::string> why_not_exchangeable(const SimulationOptions& options) {
    if (options.trace) return "it counts pages, and a trace names them one by one";
    const workload::Workload& workload = options.workload;
    if (workload.zones) return "it counts pages, and zones are written in sequence";
    if (workload.sequential_share > 0) {
        return "it counts pages, and the workload writes some in sequence";
    }
    const std::uint64_t page_bytes = options.geometry.page_bytes;
    const bool is_paged = std::all_of(workload.sizes.begin(), workload.sizes.end(),
                                      [&](const workload::WriteSize& size) {
                                          return is_single_page(size, workload, page_bytes);
                                      });
    if (!is_paged) {
        return fmt::format(
            "it counts pages, and some requests do not lie within one page of {} bytes",
            page_bytes);
    }
    if (copies_in_layers(options)) {
        return fmt::format(
            "it counts pages, and with frontiers '{}' copies of several classes share an open "
            "block, one victim after another",
            to_text(options.placement));
    }
    return why_not_filled(options);
}

ClassTraffic class_traffic(const SimulationOptions& options) {
    workload::Workload writes = options.workload;
    writes.trim_share = 0;  // the generator would keep a bit for each page
    const workload::AddressGenerator generator(
        writes, {options.geometry.usable_pages, options.geometry.page_bytes},
        {options.seed, 0, Purpose::addresses});
    ClassTraffic traffic{.trim_share = options.workload.trim_share};
    double total = 0;
    for (const workload::AddressClass& one : options.workload.classes)
        total += one.write_share;
    for (std::size_t i = 0; i < options.workload.classes.size(); ++i) {
        const workload::PageRange range = generator.class_ranges()[i];
        traffic.pages.push_back(range.end - range.begin);
        traffic.write_shares.push_back(options.workload.classes[i].write_share / total);
    }
    return traffic;
}

}  // namespace drivewear::ftl
