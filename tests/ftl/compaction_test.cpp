#include "ftl/compaction.hpp"

#include <doctest/doctest.h>
#include <hwy/targets.h>

#include <vector>

#include "drivewear/core/random.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

TEST_CASE("every vector width gathers what the scalar loop gathers, and nothing beyond the slack") {
    RandomStream random(StreamId{3, 0, Purpose::uncertainty});
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        CAPTURE(std::string(hwy::TargetName(target)));
        for (std::size_t count = 0; count <= 200; ++count) {
            for (std::size_t misalignment = 0; misalignment < 3; ++misalignment) {
                std::vector<std::uint32_t> slots(count + misalignment);
                for (std::uint32_t& slot : slots) {
                    const bool is_valid = random.below(4) < count % 5;
                    slot = is_valid ? static_cast<std::uint32_t>(random.below(no_page)) : no_page;
                }
                const auto view = std::span<const std::uint32_t>(slots).subspan(misalignment);
                std::vector<std::uint32_t> expected(count + 1);
                expected.resize(gather_valid_pages_scalar(view, expected.data()));
                std::vector<std::uint32_t> found(count + compaction_slack + 1, 12345);
                const std::size_t valid = gather_valid_pages(view, found.data());
                REQUIRE(valid == expected.size());
                REQUIRE(std::equal(expected.begin(), expected.end(), found.begin()));
                REQUIRE(found[count + compaction_slack] == 12345);
            }
        }
    }
    hwy::SetSupportedTargetsForTest(0);
}
