// Writes drawn by rejection, without knowing where pages are.
//
// A trial picks a class, then a slot of the whole drive; it is a write to the class when the slot's
// number in its block is below the block's pages of the class. Classes are picked in proportion to
// write share / chance of success, so that those that succeed have the write shares. Trials do not
// depend on the state: many can be drawn, and their blocks asked for, before the first is judged.
#pragma once

#include <cstdint>
#include <vector>

#include "ftl/class_choice.hpp"
#include "ftl/class_traffic.hpp"

namespace drivewear::ftl {

struct OccupancyTrial {
    std::uint64_t block = 0;          ///< past the last block: among the pages never written
    std::uint32_t slot = 0;           ///< number among the pages of the class in the block
    std::uint32_t address_class = 0;  ///< that the write goes to
};

class OccupancyTrials {
public:
    struct Drive {
        std::uint64_t blocks = 0;           ///< that may hold pages
        std::uint32_t slots = 0;            ///< pages of one block
        std::vector<double> never_written;  ///< pages of each class at most
    };
    OccupancyTrials(const ClassTraffic& traffic, const Drive& drive)
        : slots_(drive.slots), choice_(weigh(traffic, drive)) {}

    /// Trials that one write takes on average.
    double per_write() const { return per_write_; }

    OccupancyTrial draw(std::uint64_t class_word, std::uint64_t slot_word) const {
        return in_class(choice_.of(class_word), slot_word);
    }
    /// A trial of a class that is known already.
    OccupancyTrial in_class(std::uint32_t address_class, std::uint64_t slot_word) const {
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(slot_word) * ranges_[address_class];
        const Wide in_block = static_cast<Wide>(static_cast<std::uint64_t>(product)) * slots_;
        return {static_cast<std::uint64_t>(product >> 64),
                static_cast<std::uint32_t>(in_block >> 64), address_class};
    }

private:
    // Fills ranges_ and per_write_.
    std::vector<double> weigh(const ClassTraffic& traffic, const Drive& drive) {
        std::vector<double> weights;
        for (std::size_t c = 0; c < traffic.class_count(); ++c) {
            ranges_.push_back(drive.blocks + (static_cast<std::uint64_t>(drive.never_written[c]) +
                                              drive.slots - 1) /
                                                 drive.slots);
            const double candidates =
                static_cast<double>(ranges_.back()) * static_cast<double>(drive.slots);
            const auto pages = static_cast<double>(traffic.pages[c]);
            weights.push_back(pages > 0 ? traffic.write_shares[c] * candidates / pages : 0);
            per_write_ += weights.back();
        }
        return weights;
    }

    std::uint64_t slots_;
    double per_write_ = 0;
    std::vector<std::uint64_t> ranges_;  // blocks that a trial of each class may name
    ClassChoice choice_;
};

}  // namespace drivewear::ftl
