#include "drivewear/workload/unit_amplification.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"
#include "drivewear/workload/address_generator.hpp"

using namespace drivewear;
using namespace drivewear::workload;

TEST_CASE("requests of whole aligned units cost nothing more") {
    CHECK(unit_amplification(parse("uniform"), 4096) == 1);
    CHECK(unit_amplification(parse("uniform:size=64KiB"), 4096) == 1);
    CHECK(unit_amplification(parse("uniform:size=4KiB"), 16384) == 4);
}

TEST_CASE("the pages that the generator yields are as many as foreseen") {
    for (const char* text : {"uniform:size=12KiB,align=4KiB", "uniform:size=5KiB,align=512B",
                             "uniform:size=512B:0.3/4KiB:0.5/24KiB:0.2,align=512B", "jesd219"}) {
        const Workload workload = parse(text);
        constexpr std::uint64_t unit = 16384;
        AddressGenerator generator(workload, {1 << 20, unit}, {});
        std::vector<PageOperation> batch(400'000);
        generator.fill(batch);
        double bytes_of_request = 0;
        for (const WriteSize& size : workload.sizes)
            bytes_of_request += size.share * static_cast<double>(size.length.value());
        // A request begins wherever a page does not follow its predecessor.
        double requests = 1;
        for (std::size_t i = 1; i < batch.size(); ++i)
            requests += batch[i].page() != batch[i - 1].page() + 1 ? 1 : 0;
        const double found = static_cast<double>(batch.size() * unit) / requests / bytes_of_request;
        CAPTURE(std::string(text));
        CHECK(found == doctest::Approx(unit_amplification(workload, unit)).epsilon(0.01));
    }
}

TEST_CASE("the mean over every offset, counted one by one") {
    struct Case {
        std::uint64_t length, grid, unit;
    };
    for (const Case& c : {Case{6144, 2048, 4096}, Case{4096, 512, 16384}, Case{1536, 1536, 4096},
                          Case{65536, 4096, 49152}, Case{100, 7, 64}, Case{12288, 24576, 16384}}) {
        CAPTURE(c.length);
        // The pattern of offsets repeats after `unit` grid steps at the latest.
        double touched = 0;
        for (std::uint64_t k = 0; k < c.unit; ++k) {
            const std::uint64_t offset = k * c.grid;
            touched += static_cast<double>((offset + c.length - 1) / c.unit - offset / c.unit + 1);
        }
        Workload workload;
        workload.sizes = {{units::bytes(c.length), 1}};
        workload.alignment = units::bytes(c.grid);
        CHECK(units_per_request(workload, c.unit) ==
              doctest::Approx(touched / static_cast<double>(c.unit)).epsilon(1e-13));
    }
}

TEST_CASE("a unit of nothing is refused") {
    CHECK_THROWS_AS(unit_amplification(parse("uniform"), 0), DomainError);
}
