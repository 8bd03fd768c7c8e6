#include <algorithm>
#include <cctype>

#include "drivewear/core/errors.hpp"
#include "drivewear/plan/rank.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::plan {
namespace {

// "PCIe Gen5 x4" and "pcie5" should meet: only letters, digits and points count, "gen" does not.
std::string plain(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '.') {
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    if (const std::size_t gen = result.find("gen"); gen != std::string::npos) result.erase(gen, 3);
    return result;
}

bool starts_alike(std::string_view text, std::string_view wanted) {
    return plain(text).starts_with(plain(wanted));
}

}  // namespace

bool meets(const catalog::Drive& drive, std::string_view condition) {
    const std::size_t equals = condition.find('=');
    const std::string_view key = condition.substr(0, equals);
    if (equals == std::string_view::npos || equals + 1 == condition.size()) {
        throw ParseError(std::string(condition), condition.size() + 1, "write KEY=VALUE");
    }
    const std::string_view value = condition.substr(equals + 1);
    if (key == "vendor") return starts_alike(drive.vendor, value);
    if (key == "family") return starts_alike(drive.family, value);
    if (key == "tier") return starts_alike(drive.tier, value);
    if (key == "interface") return starts_alike(drive.interface, value);
    if (key == "nand_type") return starts_alike(drive.nand_type, value);
    if (key == "form_factor") {
        return std::any_of(drive.form_factors.begin(), drive.form_factors.end(),
                           [&](const std::string& form) { return starts_alike(form, value); });
    }
    if (key == "min_capacity") return drive.capacity >= units::parse_capacity(value);
    if (key == "min_dwpd") {
        const double least = units::Decimal::parse(value).to_double();
        return drive.dwpd && drive.dwpd->to_double() >= least;
    }
    throw ParseError(
        std::string(condition), 1,
        "unknown key: expected vendor, family, tier, form_factor, interface, nand_type, "
        "min_capacity or min_dwpd");
}

}  // namespace drivewear::plan
