#include "drivewear/catalog/filter.hpp"

#include "catalog/lower.hpp"

namespace drivewear::catalog {
namespace {

bool passes(const Drive& drive, const Filter& filter) {
    if (filter.vendor && lower(drive.vendor) != lower(*filter.vendor)) return false;
    if (filter.family && lower(drive.family).find(lower(*filter.family)) == std::string::npos) {
        return false;
    }
    if (filter.tier && !lower(drive.tier).starts_with(lower(*filter.tier))) return false;
    if (filter.min_capacity && drive.capacity < *filter.min_capacity) return false;
    return !filter.min_dwpd ||
           (drive.dwpd && drive.dwpd->to_double() >= filter.min_dwpd->to_double());
}

}  // namespace

std::vector<const Drive*> select(const Catalog& catalog, const Filter& filter) {
    std::vector<const Drive*> selected;
    for (const Drive& drive : catalog.drives()) {
        if (passes(drive, filter)) selected.push_back(&drive);
    }
    return selected;
}

}  // namespace drivewear::catalog
