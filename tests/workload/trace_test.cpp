#include "drivewear/workload/trace.hpp"

#include <doctest/doctest.h>

#include <array>

namespace drivewear::workload {

TEST_CASE("a request keeps page, count and kind in one word") {
    const std::uint64_t last_page = (std::uint64_t{1} << PageRequest::page_bits) - 1;
    const PageRequest write = PageRequest::write(last_page, PageRequest::most_pages);
    CHECK(write.page() == last_page);
    CHECK(write.count() == 8'388'607);
    CHECK_FALSE(write.is_trim());
    const PageRequest trim = PageRequest::trim(3, 5);
    CHECK(trim.page() == 3);
    CHECK(trim.count() == 5);
    CHECK(trim.end_page() == 8);
    CHECK(trim.is_trim());
    CHECK(sizeof(PageRequest) == 8);
}

TEST_CASE("a trace in memory counts its pages and is read from the start each time") {
    const std::vector<PageRequest> requests{PageRequest::write(7, 3), PageRequest::trim(20, 100),
                                            PageRequest::write(0, 1)};
    const auto trace = trace_in_memory(requests);
    CHECK(trace->facts().requests == 3);
    CHECK(trace->facts().written_pages == 4);
    CHECK(trace->facts().trimmed_pages == 100);
    CHECK(trace->facts().end_page == 120);
    for (int reading = 0; reading < 2; ++reading) {
        const auto stream = trace->open();
        std::array<PageRequest, 2> piece{};
        CHECK(stream->read(piece) == 2);
        CHECK(piece[0] == requests[0]);
        CHECK(piece[1] == requests[1]);
        CHECK(stream->read(piece) == 1);
        CHECK(piece[0] == requests[2]);
        CHECK(stream->read(piece) == 0);
    }
}

TEST_CASE("the fingerprint tells traces apart by content and order") {
    const PageRequest one = PageRequest::write(1, 1);
    const PageRequest two = PageRequest::write(2, 1);
    const auto fingerprint = [](std::vector<PageRequest> requests) {
        return trace_in_memory(std::move(requests))->facts().fingerprint;
    };
    CHECK(fingerprint({one, two}) == fingerprint({one, two}));
    CHECK(fingerprint({one, two}) != fingerprint({two, one}));
    CHECK(fingerprint({one}) != fingerprint({PageRequest::trim(1, 1)}));
}

}  // namespace drivewear::workload
