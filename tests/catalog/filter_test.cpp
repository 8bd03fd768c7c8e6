#include "drivewear/catalog/filter.hpp"

#include <doctest/doctest.h>

#include "drivewear/units/parse.hpp"

using namespace drivewear;
using namespace drivewear::catalog;

namespace {

const std::filesystem::path data = std::filesystem::path(DRIVEWEAR_TEST_DATA) / "../../data";

std::vector<std::string> ids(const Filter& filter) {
    static const Catalog catalog = Catalog::load({data / "catalog"});
    std::vector<std::string> names;
    for (const Drive* drive : select(catalog, filter))
        names.push_back(drive->id);
    return names;
}

}  // namespace

TEST_CASE("no filter passes everything; each filter narrows") {
    CHECK(ids({}).size() == 80);
    Filter filter;
    filter.vendor = "micron";
    filter.family = "9550";
    CHECK(ids(filter).size() == 8);
    filter.tier = "Mixed";
    CHECK(ids(filter).size() == 4);
    filter.min_capacity = units::parse_capacity("12.8TB");
    CHECK(ids(filter) ==
          std::vector<std::string>{"micron-9550-max-12.8tb", "micron-9550-max-25.6tb"});
    filter.min_capacity = units::parse_capacity("12801GB");
    CHECK(ids(filter) == std::vector<std::string>{"micron-9550-max-25.6tb"});
    filter.vendor = "Micro";
    CHECK(ids(filter).empty());
}

TEST_CASE("a least DWPD leaves out drives that state none") {
    Filter filter;
    filter.vendor = "Intel";
    CHECK(ids(filter).size() == 3);
    filter.min_dwpd = units::Decimal::parse("0.1");
    CHECK(ids(filter) == std::vector<std::string>{"intel-dc-p3700-1.6tb"});
    filter.min_dwpd = units::Decimal::parse("17.5");
    CHECK(ids(filter).empty());
}
