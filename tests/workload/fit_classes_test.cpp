#include "drivewear/workload/fit_classes.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace drivewear::workload {
namespace {

// Pages that Poisson writes at `rate` leave with each count, of `pages` pages.
void add_poisson(std::vector<WriteCount>& counts, double pages, double rate) {
    double probability = std::exp(-rate);
    for (int writes = 1; writes < 400; ++writes) {
        probability *= rate / writes;
        counts.push_back({static_cast<double>(writes), pages * probability});
    }
}

}  // namespace

TEST_CASE("the noise of uniform writes is not taken for skew") {
    for (const double rate : {0.3, 1.0, 4.0, 40.0}) {
        std::vector<WriteCount> counts;
        add_poisson(counts, 1e5, rate);
        CHECK(fit_classes(counts, 6) == std::vector<AddressClass>{{1, 1}});
    }
}

TEST_CASE("two classes come back, over the pages that were seen") {
    // A fifth of 100,000 pages takes four fifths of a million writes: rates 40 and 2.5.
    std::vector<WriteCount> counts;
    add_poisson(counts, 2e4, 40);
    add_poisson(counts, 8e4, 2.5);
    const std::vector<AddressClass> classes = fit_classes(counts, 6);
    REQUIRE(classes.size() == 2);
    const double seen = 2e4 + 8e4 * (1 - std::exp(-2.5));
    CHECK(classes[0].page_share == doctest::Approx(2e4 / seen).epsilon(1e-3));
    CHECK(classes[0].write_share == doctest::Approx(0.8).epsilon(1e-3));
    CHECK(classes[1].page_share + classes[0].page_share == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("three classes far apart come back") {
    std::vector<WriteCount> counts;
    add_poisson(counts, 1e3, 200);
    add_poisson(counts, 1e4, 30);
    add_poisson(counts, 1e5, 5);
    const std::vector<AddressClass> classes = fit_classes(counts, 6);
    REQUIRE(classes.size() == 3);
    const double seen = 1.1e4 + 1e5 * (1 - std::exp(-5));
    CHECK(classes[0].page_share == doctest::Approx(1e3 / seen).epsilon(1e-3));
    CHECK(classes[1].write_share == doctest::Approx(3.0 / 10).epsilon(1e-3));
    CHECK(classes[2].write_share == doctest::Approx(5.0 / 10).epsilon(1e-3));
    CHECK(fit_classes(counts, 2).size() == 2);
}

TEST_CASE("a log that wraps, and pages written once, are one class") {
    CHECK(fit_classes(std::vector<WriteCount>{{3, 1000}}, 6).size() == 1);
    CHECK(fit_classes(std::vector<WriteCount>{{1, 1e6}}, 6).size() == 1);
    CHECK(fit_classes(std::vector<WriteCount>{{1, 0}}, 6).empty());
    CHECK(fit_classes({}, 6).empty());
}

TEST_CASE("the text of classes is one that the grammar takes") {
    const std::vector<AddressClass> classes{{1.0 / 3, 0.9}, {2.0 / 3, 0.1}};
    CHECK(classes_text(classes) == "classes:shares=0.333333:0.9/0.666667:0.1");
    const Workload parsed = parse(classes_text(classes, 0.25));
    REQUIRE(parsed.classes.size() == 3);
    CHECK(parsed.classes[0].page_share == doctest::Approx(0.25));
    CHECK(parsed.classes[2].page_share == doctest::Approx(0.25));
    CHECK(parsed.classes[2].write_share == 0);
    CHECK(classes_text(std::vector<AddressClass>{{1, 1}}) == "uniform");
    CHECK(classes_text({}) == "uniform");
    // A millionth of a millionth of the pages has no place in the text; its writes stay.
    const Workload merged =
        parse(classes_text(std::vector<AddressClass>{{1e-12, 0.3}, {0.1, 0.3}, {0.9, 0.4}}));
    REQUIRE(merged.classes.size() == 2);
    CHECK(merged.classes[0].write_share == doctest::Approx(0.6));
}

}  // namespace drivewear::workload
