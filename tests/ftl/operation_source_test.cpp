#include "ftl/operation_source.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/memory_state.hpp"

namespace drivewear::ftl {
namespace {

using workload::PageOperation;
using workload::PageRequest;

SimulationOptions drive_replaying(std::vector<PageRequest> requests) {
    SimulationOptions options;
    options.geometry.usable_pages = 1000;
    options.trace = workload::trace_in_memory(std::move(requests));
    return options;
}

std::vector<PageOperation> next_operations(OperationSource& source, std::size_t count) {
    std::vector<PageOperation> operations(count);
    source.fill(operations);
    return operations;
}

}  // namespace

TEST_CASE("a trace becomes its pages one by one, round and round") {
    OperationSource source(drive_replaying({PageRequest::write(7, 3), PageRequest::trim(8, 2)}), 0);
    const std::vector<PageOperation> once{PageOperation::write(7, 0), PageOperation::write(8, 0),
                                          PageOperation::write(9, 0), PageOperation::trim(8, 0),
                                          PageOperation::trim(9, 0)};
    CHECK(source.may_trim());
    std::vector<PageOperation> expected;
    for (int round = 0; round < 4; ++round)
        expected.insert(expected.end(), once.begin(), once.end());
    std::vector<PageOperation> found;
    // Batches that divide neither the requests nor the trace.
    for (const std::size_t count : {1U, 3U, 7U, 9U}) {
        const std::vector<PageOperation> operations = next_operations(source, count);
        found.insert(found.end(), operations.begin(), operations.end());
    }
    CHECK(found == expected);
}

TEST_CASE("a trace without TRIM says so") {
    CHECK_FALSE(OperationSource(drive_replaying({PageRequest::write(1, 1)}), 0).may_trim());
}

TEST_CASE("a replay goes on from a saved place, wherever it is in the trace") {
    std::vector<PageRequest> requests;
    for (std::uint64_t i = 0; i < 10'000; ++i)
        requests.push_back(PageRequest::write(i * 37 % 900, 1 + i % 5));
    const SimulationOptions options = drive_replaying(requests);
    for (const std::size_t pages_before : {0U, 1U, 12'289U, 29'999U, 30'000U, 50'001U}) {
        CAPTURE(pages_before);
        OperationSource straight(options, 0);
        next_operations(straight, pages_before);
        test::MemoryState saved;
        straight.save(saved);
        OperationSource resumed(options, 0);
        resumed.load(saved);
        CHECK(next_operations(resumed, 1000) == next_operations(straight, 1000));
    }
}

}  // namespace drivewear::ftl
