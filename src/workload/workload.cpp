#include "drivewear/workload/workload.hpp"

#include "drivewear/units/decimal.hpp"
#include "drivewear/units/format.hpp"
#include "workload/patterns.hpp"

namespace drivewear::workload {
namespace {

std::string number(double value) {
    return units::Decimal::from_double(value).to_string();
}

std::string compact(units::Capacity capacity) {
    std::string text = units::format_capacity(capacity);
    std::erase(text, ' ');
    return text;
}

std::string size_text(const std::vector<WriteSize>& sizes) {
    if (sizes.size() == 1) return compact(sizes.front().length);
    std::string text;
    for (const WriteSize& size : sizes) {
        if (!text.empty()) text += '/';
        text += compact(size.length) + ':' + number(size.share);
    }
    return text;
}

}  // namespace

std::string to_text(const Workload& workload) {
    std::string text = workload.pattern;
    bool has_keys = text.find(':') != std::string::npos;
    const auto add = [&](const std::string& option) {
        text += (has_keys ? ',' : ':') + option;
        has_keys = true;
    };
    const bool own_sizes = workload.pattern == "jesd219";
    if (workload.trim_share != 0) add("trim=" + number(workload.trim_share));
    if (!workload.sizes.empty() && !(own_sizes && workload.sizes == jesd219_sizes())) {
        add("size=" + size_text(workload.sizes));
    }
    if (workload.alignment && !(own_sizes && *workload.alignment == units::bytes(4096))) {
        add("align=" + compact(*workload.alignment));
    }
    if (workload.streams != 1) add("streams=" + std::to_string(workload.streams));
    return text;
}

bool is_uniform(const Workload& workload) {
    return workload.classes.size() == 1 && workload.sequential_share == 0 && !workload.zones;
}

}  // namespace drivewear::workload
