#include "drivewear/ftl/wear_levelling.hpp"

#include <fmt/format.h>

#include <limits>

#include "ftl/spelling.hpp"

namespace drivewear::ftl {

WearLevelling parse_wear_levelling(std::string_view text) {
    const Spelling spelling(text);
    const std::string_view name = spelling.name();
    spelling.expect_at_most(name == "static" ? 1 : 0);
    if (name == "none") return NoWearLevelling{};
    if (name == "dynamic") return DynamicWearLevelling{};
    if (name == "static") {
        return StaticWearLevelling{spelling.number<std::uint32_t>(
            0, {1, std::numeric_limits<std::uint32_t>::max()}, "a number of erases, at least 1")};
    }
    spelling.refuse_name("none, dynamic or static:THRESHOLD");
}

std::string to_text(const WearLevelling& wear_levelling) {
    if (const auto* fixed = std::get_if<StaticWearLevelling>(&wear_levelling)) {
        return fmt::format("static:{}", fixed->threshold_erases);
    }
    return std::holds_alternative<DynamicWearLevelling>(wear_levelling) ? "dynamic" : "none";
}

}  // namespace drivewear::ftl
