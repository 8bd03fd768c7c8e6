// The formulas against simulations by others: the simulated and the published rows of the reference
// file. (The rows of policies without a formula are held against our own simulator in tests/ftl.)
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "analytic/reference.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/frontiers.hpp"
#include "drivewear/analytic/stages.hpp"
#include "drivewear/workload/workload.hpp"

using namespace drivewear;
using namespace drivewear::analytic;
using test::pages_per_block_of;
using test::ReferenceRow;
using test::rows_of;
using test::spare_of;

namespace {

bool is_uniform(const ReferenceRow& row) {
    return !row.has("cls") && !row.has("seq") && !row.has("zipf") && !row.has("f");
}

/// After TRIM, as a full drive.
SpareFactor effective_spare_of(const ReferenceRow& row) {
    if (!row.has("trim")) return spare_of(row);
    const double q = row.number("trim");
    const std::vector<AddressClass> uniform{{1, 1}};
    return under_trim({spare_of(row), uniform, q / (1 - q)}).spare_factor;
}

/// "0.5/0.05:0.3/0.15:0.2/0.8", write share/page share.
std::vector<AddressClass> listed_classes(const std::string& text) {
    std::vector<AddressClass> classes;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        const std::size_t slash = text.find('/', begin);
        classes.push_back({std::stod(text.substr(slash + 1, end - slash - 1)),
                           std::stod(text.substr(begin, slash - begin))});
        begin = end + 1;
    }
    return classes;
}

/// One class for every page in use, ranks by i^-s.
std::vector<AddressClass> zipf_pages(const ReferenceRow& row) {
    const double raw_pages = row.number("N") * row.number("b");
    const auto pages = static_cast<std::size_t>(std::round(raw_pages * (1 - row.number("sf"))));
    std::vector<AddressClass> classes;
    double total = 0;
    for (std::size_t rank = 1; rank <= pages; ++rank) {
        const double weight = std::pow(static_cast<double>(rank), -row.number("zipf"));
        classes.push_back({1.0 / static_cast<double>(pages), weight});
        total += weight;
    }
    for (AddressClass& c : classes)
        c.write_share /= total;
    return classes;
}

std::vector<AddressClass> classes_of(const ReferenceRow& row) {
    if (row.has("cls")) return listed_classes(row.parameters["cls"]);
    if (row.has("zipf")) return zipf_pages(row);
    if (row.has("f")) return test::hot_cold_of(row);
    return {{1, 1}};
}

void check_within(const ReferenceRow& row, double found, double more_relative) {
    const double allowed = row.allowed_difference() + more_relative * row.number();
    CHECK_MESSAGE(std::abs(found - row.number()) <= allowed, row.id, " ", row.model, " ",
                  row.parameters.dump(), " expected ", row.number(), " +- ", allowed, ", found ",
                  found);
}

}  // namespace

TEST_CASE("simulated FIFO: uniform, classes, Zipf by the page, TRIM, any open blocks") {
    int rows = 0;
    for (const char* model : {"SIM_FIFO", "SIM_FIFO_single", "SIM_FIFO_DWF(host|GC)",
                              "SIM_FIFO_HCWF(hot|cold oracle)"}) {
        for (const ReferenceRow& row : rows_of(model)) {
            // Mixtures with a stream: see the steady states of sequential_mixture.
            if (row.has("seq")) continue;
            check_within(row, fifo(effective_spare_of(row), classes_of(row)), 0);
            ++rows;
        }
    }
    CHECK(rows == 18);
}

TEST_CASE("simulated greedy, uniform or with TRIM: 1.05/N above the limit of many blocks") {
    int rows = 0;
    for (const ReferenceRow& row : rows_of("SIM_greedy")) {
        if (!is_uniform(row)) continue;
        const double limit = greedy(effective_spare_of(row), pages_per_block_of(row));
        check_within(row, limit * (1 + 1.05 / row.number("N")), 0.0005);
        ++rows;
    }
    CHECK(rows == 27);
}

TEST_CASE("simulated greedy with classes in one open block: Desnoyers' form within 1.3 %") {
    for (const ReferenceRow& row : rows_of("SIM_greedy")) {
        if (!row.has("cls")) continue;
        check_within(row, desnoyers_greedy(spare_of(row), pages_per_block_of(row), classes_of(row)),
                     0.013);
    }
    for (const ReferenceRow& row : rows_of("SIM_greedy_single")) {
        check_within(row, desnoyers_greedy(spare_of(row), pages_per_block_of(row), classes_of(row)),
                     0.013);
    }
}

TEST_CASE("simulated windowed greedy lies between greedy and FIFO, nearer to FIFO for few blocks") {
    for (const ReferenceRow& row : rows_of("SIM_windowed_greedy")) {
        const double best = greedy(spare_of(row), pages_per_block_of(row));
        const double worst = fifo(spare_of(row));
        const double way = (worst - row.number()) / (worst - best);
        INFO(row.id, ": ", way);
        CHECK(way > 0);
        CHECK(way < 1);
        // 10 of 10,000 blocks choose among hardly anything.
        if (row.number("w") == 10) CHECK(way < 0.03);
        if (row.number("w") == 1000) CHECK(way > 0.5);
    }
}

TEST_CASE("simulated cost-benefit: no formula, but never better than greedy for uniform writes") {
    for (const ReferenceRow& row : rows_of("SIM_costbenefit_LFS(1-u)age/(1+u)"))
        CHECK(row.number() > greedy(spare_of(row), pages_per_block_of(row)));
}

TEST_CASE("published: Luojie and Kurkoski beside Agarwal, for over-provision 0.3") {
    for (const ReferenceRow& row : rows_of("PUB_LuojieKurkoski")) {
        const bool is_agarwal = row.quantity.find("Agarwal") != std::string::npos;
        const bool is_simulation = row.quantity.find("simulation") != std::string::npos;
        const double found = is_agarwal ? agarwal_marrow(spare_of(row)) : fifo(spare_of(row));
        // Their own simulation of finite blocks lies 0.6 % below the formula.
        check_within(row, found, is_simulation ? 0.006 : 0);
    }
}

TEST_CASE("published: Desnoyers' working notes, hot and cold") {
    for (const ReferenceRow& row : rows_of("PUB_Desnoyers_notes")) {
        const double alpha = row.number("alpha");
        check_within(row, fifo(SpareFactor::from_over_provision(alpha - 1), test::hot_cold_of(row)),
                     0);
    }
}

TEST_CASE("published: products' parity stripes, JESD219's sizes and zones") {
    for (const ReferenceRow& row : rows_of("PUB_RAIN")) {
        const auto data = static_cast<std::uint32_t>(std::stoul(row.value));
        CHECK(row.value == std::to_string(data) + "+1");
        CHECK(stripe_amplification({data, 1}) == doctest::Approx((data + 1.0) / data));
    }
    const workload::Workload jesd219 = workload::parse("jesd219");
    for (const ReferenceRow& row : rows_of("PUB_JESD219_size")) {
        double share = 0;
        for (const workload::WriteSize& each : jesd219.sizes) {
            if (static_cast<double>(each.length.value()) == row.number("bytes"))
                share += each.share;
        }
        test::check_row(row, share);
    }
    for (const ReferenceRow& row : rows_of("PUB_JESD219_region")) {
        double share = 0;
        for (const AddressClass& each : jesd219.classes) {
            if (each.page_share == row.number("LBA_fraction")) share += each.write_share;
        }
        test::check_row(row, share);
    }
}

TEST_CASE("published: with host and relocated pages apart, about 10 choices are best") {
    CHECK(rows_of("PUB_VanHoudt2013b")[0].value == "about 10");
    const std::vector<AddressClass> classes{{0.1, 0.9}, {0.9, 0.1}};
    const auto at = [&](double choices) {
        return host_gc_frontiers_mean_field({SpareFactor::from_value(0.1), 16, choices, classes});
    };
    const double best = at(10);
    for (const double others : {2.0, 4.0, 40.0, 1000.0})
        CHECK(at(others) > best);
}
