#include "analytic/reference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

namespace drivewear::test {
namespace {

const std::vector<ReferenceRow>& all_rows() {
    static const std::vector<ReferenceRow> rows = reference_rows();
    return rows;
}

}  // namespace

std::vector<ReferenceRow> rows_of(const std::string& model) {
    std::vector<ReferenceRow> result;
    for (const ReferenceRow& row : all_rows()) {
        if (row.model == model) result.push_back(row);
    }
    REQUIRE_MESSAGE(!result.empty(), model);
    return result;
}

ReferenceRow row(const std::string& id) {
    for (const ReferenceRow& candidate : all_rows()) {
        if (candidate.id == id) return candidate;
    }
    FAIL("no row " << id);
    return {};
}

device::SpareFactor spare_of(const ReferenceRow& reference) {
    if (reference.has("OP"))
        return device::SpareFactor::from_over_provision(reference.number("OP"));
    return device::SpareFactor::from_value(reference.number(reference.has("Sf") ? "Sf" : "sf"));
}

std::vector<workload::AddressClass> hot_cold_of(const ReferenceRow& reference) {
    const double f = reference.number("f");
    const double r = reference.number("r");
    return {{f, r}, {1 - f, 1 - r}};
}

std::uint64_t pages_per_block_of(const ReferenceRow& reference) {
    return static_cast<std::uint64_t>(reference.number(reference.has("b") ? "b" : "Np"));
}

void check_row(const ReferenceRow& reference, double found) {
    CHECK_MESSAGE(std::abs(found - reference.number()) <= reference.allowed_difference(),
                  reference.id, " ", reference.model, " ", reference.parameters.dump(),
                  " expected ", reference.number(), " +- ", reference.allowed_difference(),
                  ", found ", found);
}

TEST_CASE("the reference file is whole") {
    CHECK(all_rows().size() == 490);
    std::set<std::string> ids;
    for (const ReferenceRow& row : all_rows())
        ids.insert(row.id);
    CHECK(ids.size() == 490);
    CHECK(row("R0003").number() == 7.3177232148468132555);
    CHECK(row("R0003").allowed_difference() == doctest::Approx(7.3177e-12).epsilon(1e-4));
}

}  // namespace drivewear::test
