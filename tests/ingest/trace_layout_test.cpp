#include "drivewear/ingest/trace_layout.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/random.hpp"
#include "support/scratch_file.hpp"
#include "support/throws.hpp"

namespace drivewear::ingest {
namespace {

using workload::PageRequest;

std::vector<PageRequest> requests_of(const workload::Trace& trace) {
    std::vector<PageRequest> all;
    std::vector<PageRequest> piece(3);
    const auto stream = trace.open();
    while (const std::size_t count = stream->read(piece))
        all.insert(all.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(count));
    return all;
}

std::shared_ptr<const workload::Trace> laid_out(const test::ScratchFile& file,
                                                std::uint64_t usable_pages,
                                                const std::string& options = "") {
    return lay_out(parse_trace_spec("trace:" + file.path() + options),
                   {.usable_pages = usable_pages});
}

// Pages 100-101, 7 (in part), 101; a TRIM that covers page 101 and cuts 100.
constexpr const char* iolog =
    "fio version 3 iolog\n"
    "0 f write 409600 8192\n"
    "1 f read 0 4096\n"
    "2 f write 30000 100\n"
    "3 f write 413696 4096\n"
    "4 f trim 411648 6144\n"
    "5 f trim 819200 40960\n";

}  // namespace

TEST_CASE("addresses are kept where the trace fits") {
    const test::ScratchFile file(iolog);
    const auto trace = laid_out(file, 200);
    CHECK(requests_of(*trace) == std::vector{PageRequest::write(100, 2), PageRequest::write(7, 1),
                                             PageRequest::write(101, 1),
                                             PageRequest::trim(101, 1)});
    CHECK(trace->facts().requests == 4);
    CHECK(trace->facts().written_pages == 4);
    CHECK(trace->facts().trimmed_pages == 1);
    CHECK(trace->facts().unit_amplification == doctest::Approx(4 * 4096.0 / (8192 + 100 + 4096)));
    CHECK(trace->facts().notes[0].find("3 writes and 2 TRIMs") != std::string::npos);
    CHECK(trace->facts().notes[1].find("layout keep") != std::string::npos);
}

TEST_CASE("a footprint is laid side by side, TRIMs of other pages are left out") {
    const test::ScratchFile file(iolog);
    const auto trace = laid_out(file, 3);
    CHECK(requests_of(*trace) == std::vector{PageRequest::write(1, 2), PageRequest::write(0, 1),
                                             PageRequest::write(2, 1), PageRequest::trim(2, 1)});
    CHECK(trace->facts().end_page == 3);
    CHECK(trace->facts().notes[1].find("layout remap: the 3 pages") != std::string::npos);
}

TEST_CASE("addresses wrap where nothing else fits, and a request is cut at the end") {
    const test::ScratchFile file("1,0.0,W,0,20480\n1,1.0,W,12288,4096\n");
    const auto trace = laid_out(file, 4, ",kind=k5cloud");
    CHECK(requests_of(*trace) == std::vector{PageRequest::write(0, 4), PageRequest::write(0, 1),
                                             PageRequest::write(3, 1)});
    CHECK(trace->facts().notes[1].find("layout wrap") != std::string::npos);
}

TEST_CASE("a random trace is remapped as a sorted map would, from memory or from the file") {
    std::string text;
    RandomStream random(StreamId{.seed = 11});
    std::vector<std::pair<std::uint64_t, std::uint64_t>> writes;  // page, count
    for (int i = 0; i < 5000; ++i) {
        const std::uint64_t page = random.below(900) * 1000 + random.below(40);
        const std::uint64_t count = 1 + random.below(8);
        writes.emplace_back(page, count);
        text += fmt::format("1,{}.5,W,{},{}\n", i, page * 4096, count * 4096);
    }
    std::map<std::uint64_t, std::uint64_t> numbers;
    for (const auto& [page, count] : writes) {
        for (std::uint64_t p = page; p < page + count; ++p)
            numbers[p] = 0;
    }
    std::uint64_t number = 0;
    for (auto& [page, to] : numbers)
        to = number++;
    std::vector<PageRequest> expected;
    for (const auto& [page, count] : writes)
        expected.push_back(PageRequest::write(numbers.at(page), count));

    const test::ScratchFile file(text);
    const TraceSpec spec = parse_trace_spec("trace:" + file.path() + ",layout=remap");
    const auto in_memory = lay_out(spec, {.usable_pages = 50'000});
    CHECK(requests_of(*in_memory) == expected);
    // Memory for 4,000 requests only: they come from the file, each time anew.
    const LayoutTarget small{.usable_pages = 50'000, .memory_bytes = 16 * 4000};
    TraceSpec wrapped = spec;
    wrapped.layout = AddressLayout::wrap;
    const auto from_file = lay_out(wrapped, small);
    const auto wrapped_in_memory = lay_out(wrapped, {.usable_pages = 50'000});
    CHECK(requests_of(*from_file) == requests_of(*wrapped_in_memory));
    CHECK(requests_of(*from_file) == requests_of(*from_file));
    CHECK(from_file->facts().fingerprint == wrapped_in_memory->facts().fingerprint);
    // Nor is it enough for the footprint.
    CHECK(test::message_of([&] { lay_out(spec, small); }).find("too scattered") !=
          std::string::npos);
}

TEST_CASE("devices lie one after another, or one is chosen") {
    const test::ScratchFile file(
        "5,0.0,W,4096,4096\n"
        "6,1.0,W,0,8192\n"
        "5,2.0,W,0,4096\n");
    CHECK(
        requests_of(*laid_out(file, 100, ",kind=k5cloud")) ==
        std::vector{PageRequest::write(1, 1), PageRequest::write(2, 2), PageRequest::write(0, 1)});
    CHECK(requests_of(*laid_out(file, 100, ",device=6,kind=k5cloud,layout=remap")) ==
          std::vector{PageRequest::write(0, 2)});
}

TEST_CASE("TRIMs of whole drives and beyond stay on their device") {
    const test::ScratchFile file(
        "fio version 3 iolog\n"
        "0 a write 0 4096\n"
        "1 b write 0 8192\n"
        "2 a trim 0 1099511627776\n"
        "3 b trim 4096 18446744073709547519\n");
    CHECK(requests_of(*laid_out(file, 100)) ==
          std::vector{PageRequest::write(0, 1), PageRequest::write(1, 2), PageRequest::trim(0, 1),
                      PageRequest::trim(2, 1)});
    CHECK(requests_of(*laid_out(file, 100, ",layout=remap")) ==
          requests_of(*laid_out(file, 100, ",layout=keep")));
}

TEST_CASE("what cannot be replayed is said in one line") {
    const test::ScratchFile file(iolog);
    const auto message = [&](std::uint64_t pages, const std::string& options) {
        return test::message_of([&] { laid_out(file, pages, options); });
    };
    CHECK(message(50, ",layout=keep").find("drive of 50 pages; expected layout=remap or wrap") !=
          std::string::npos);
    CHECK(message(2, ",layout=remap").find("writes 3 different pages, the drive has 2") !=
          std::string::npos);
    const test::ScratchFile reads("1,0.0,R,0,4096\n", ".reads");
    CHECK(test::message_of([&] { laid_out(reads, 10); }).find("writes nothing") !=
          std::string::npos);
    CHECK_THROWS_AS(lay_out(parse_trace_spec("trace:" + file.path()),
                            {.usable_pages = 10, .keep_going = [](double) { return false; }}),
                    Cancelled);
}

TEST_CASE("lines that could not be read are noted") {
    const test::ScratchFile file("1,0.0,W,0,4096\n1,oops,W,0,4096\n1,1.0,W,0,4096\n");
    const auto trace = laid_out(file, 10, ",kind=k5cloud");
    CHECK(trace->facts().requests == 2);
    CHECK(trace->facts().notes.back().find("could not be read: 1; the first is line 2") !=
          std::string::npos);
}

}  // namespace drivewear::ingest
