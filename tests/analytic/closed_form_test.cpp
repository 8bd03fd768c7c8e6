#include "drivewear/analytic/closed_form.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "analytic/reference.hpp"

using namespace drivewear;
using namespace drivewear::analytic;
using test::check_row;
using test::hot_cold_of;
using test::pages_per_block_of;
using test::ReferenceRow;
using test::rows_of;
using test::spare_of;

namespace {

std::vector<AddressClass> zipf_of(const ReferenceRow& reference) {
    const auto count = static_cast<int>(reference.number("U"));
    std::vector<AddressClass> classes;
    double total = 0;
    for (int rank = 1; rank <= count; ++rank) {
        classes.push_back({1.0 / count, std::pow(rank, -reference.number("s"))});
        total += classes.back().write_share;
    }
    for (AddressClass& c : classes)
        c.write_share /= total;
    return classes;
}

}  // namespace

TEST_CASE("FIFO, uniform: the reference rows") {
    for (const ReferenceRow& reference : rows_of("LRU_FIFO_uniform"))
        check_row(reference, fifo(spare_of(reference)));
    for (const ReferenceRow& reference : rows_of("Menon_Robinson_cleaning"))
        check_row(reference, 1 - 1 / fifo(spare_of(reference)));
    for (const ReferenceRow& reference : rows_of("Agarwal_Marrow"))
        check_row(reference, agarwal_marrow(spare_of(reference)));
    for (const ReferenceRow& reference : rows_of("random_meanfield"))
        check_row(reference, random_victims(spare_of(reference)));
}

TEST_CASE("FIFO, classes in one open block: the reference rows") {
    for (const ReferenceRow& reference : rows_of("LRU_hotcold_single"))
        check_row(reference, fifo(spare_of(reference), hot_cold_of(reference)));
    for (const ReferenceRow& reference : rows_of("LRU_zipf_single"))
        check_row(reference, fifo(spare_of(reference), zipf_of(reference)));
    for (const ReferenceRow& reference : rows_of("LRU_multiclass_single")) {
        std::vector<AddressClass> classes;
        for (const auto& pair : reference.parameters.at("classes"))
            classes.push_back({pair.at(1).get<double>(), pair.at(0).get<double>()});
        check_row(reference, fifo(spare_of(reference), classes));
    }
}

TEST_CASE("greedy: the reference rows") {
    for (const ReferenceRow& reference : rows_of("greedy_meanfield_exact"))
        check_row(reference, greedy(spare_of(reference), pages_per_block_of(reference)));
    for (const ReferenceRow& reference : rows_of("Desnoyers_greedy"))
        check_row(reference, desnoyers_greedy(spare_of(reference), pages_per_block_of(reference)));
    for (const ReferenceRow& reference : rows_of("Desnoyers_greedy_hotcold_single")) {
        check_row(reference, desnoyers_greedy(spare_of(reference), pages_per_block_of(reference),
                                              hot_cold_of(reference)));
    }
}
