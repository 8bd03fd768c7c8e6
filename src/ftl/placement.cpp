#include "drivewear/ftl/placement.hpp"

#include "ftl/spelling.hpp"

namespace drivewear::ftl {
namespace {

struct Speller {
    std::string operator()(const OneFrontier&) const { return "single"; }
    std::string operator()(const HostGcFrontiers&) const { return "host-gc"; }
    std::string operator()(const ClassFrontiers&) const { return "class"; }
    std::string operator()(const StreamFrontiers& placement) const {
        return placement.isolated ? "streams" : "streams:shared";
    }
};

// Classes that the workload's operations can name.
std::uint32_t class_count(const workload::Workload& workload) {
    if (workload.zones) return workload.zones->open;
    const auto classes = static_cast<std::uint32_t>(workload.classes.size());
    return classes + (workload.sequential_share > 0 ? 1 : 0);
}

}  // namespace

Placement parse_placement(std::string_view text) {
    const Spelling spelling(text);
    const std::string_view name = spelling.name();
    spelling.expect_at_most(name == "streams" ? 1 : 0);
    if (name == "single") return OneFrontier{};
    if (name == "host-gc") return HostGcFrontiers{};
    if (name == "class") return ClassFrontiers{};
    if (name != "streams") {
        spelling.refuse_name("single, host-gc, class, streams or streams:shared");
    }
    if (spelling.count() == 0) return StreamFrontiers{};
    if (spelling.argument(0) != "shared") spelling.refuse_argument(0, "shared");
    return StreamFrontiers{.isolated = false};
}

std::string to_text(const Placement& placement) {
    return std::visit(Speller{}, placement);
}

FrontierMap::FrontierMap(const Placement& placement, const workload::Workload& workload) {
    if (std::holds_alternative<ClassFrontiers>(placement)) host_count_ = class_count(workload);
    if (std::holds_alternative<StreamFrontiers>(placement)) host_count_ = workload.streams;
    const auto* streams = std::get_if<StreamFrontiers>(&placement);
    copies_shared_ = std::holds_alternative<HostGcFrontiers>(placement) ||
                     (streams != nullptr && !streams->isolated);
    count_ = host_count_ + (copies_shared_ ? 1 : 0);
}

}  // namespace drivewear::ftl
