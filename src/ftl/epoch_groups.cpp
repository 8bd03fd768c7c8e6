#include "ftl/epoch_groups.hpp"

#include <algorithm>
#include <array>

namespace drivewear::ftl {

EpochGroups::EpochGroups(const Shape& shape)
    : classes_(shape.classes),
      first_group_(1 + shape.frontiers),
      present_(shape.classes, std::vector<double>(first_group_)),
      formed_(shape.classes, std::vector<double>(first_group_)),
      id_of_(shape.blocks),
      known_(shape.blocks * shape.classes) {}

double EpochGroups::present(std::size_t index) const {
    double pages = 0;
    for (const std::vector<double>& of_class : present_)
        pages += of_class[first_group_ + index];
    return pages;
}

double EpochGroups::held(std::size_t address_class) const {
    return kernels::sum(std::span(present_[address_class]).subspan(1));
}

void EpochGroups::lose(BatchedRandom& random, std::size_t address_class, std::uint64_t count) {
    std::vector<double>& cells = present_[address_class];
    taken_.resize(cells.size());
    subsets_.draw(random, cells, count, taken_);
    kernels::subtract(cells, taken_);
}

std::size_t EpochGroups::new_group() {
    const std::size_t index = groups_.size();
    EpochGroup& group = groups_.emplace_back();
    if (free_ids_.empty()) {
        group.id = static_cast<std::uint32_t>(index_of_.size());
        index_of_.push_back(0);
    } else {
        group.id = free_ids_.back();
        free_ids_.pop_back();
    }
    index_of_[group.id] = static_cast<std::uint32_t>(index);
    for (std::size_t c = 0; c < classes_; ++c) {
        present_[c].push_back(0);
        formed_[c].push_back(0);
    }
    return index;
}

// The last group takes the place of the one dropped.
void EpochGroups::drop_group(std::size_t index) {
    free_ids_.push_back(groups_[index].id);
    if (index + 1 != groups_.size()) {
        groups_[index] = std::move(groups_.back());
        index_of_[groups_[index].id] = static_cast<std::uint32_t>(index);
    }
    groups_.pop_back();
    for (std::size_t c = 0; c < classes_; ++c) {
        for (std::vector<double>* cells : {&present_[c], &formed_[c]}) {
            (*cells)[first_group_ + index] = cells->back();
            cells->pop_back();
        }
    }
}

// A group of the block's own, of what is known of it.
void EpochGroups::make_alone(BlockNumber block) {
    const std::size_t index = new_group();
    groups_[index].blocks.assign(1, block);
    id_of_[block] = groups_[index].id;
    for (std::size_t c = 0; c < classes_; ++c) {
        present_[c].back() = known_[block * classes_ + c];
        formed_[c].back() = present_[c].back();
    }
}

void EpochGroups::add(BlockNumber block, std::span<const double> by_class) {
    std::copy(by_class.begin(), by_class.end(),
              known_.begin() + static_cast<std::ptrdiff_t>(block * classes_));
    make_alone(block);
}

void EpochGroups::single_out(BatchedRandom& random, BlockNumber block) {
    if (is_alone(block)) return;
    const std::size_t index = group_of(block);
    EpochGroup& group = groups_[index];
    for (std::size_t c = 0; c < classes_; ++c) {
        double& known = known_[block * classes_ + c];
        double& formed = formed_[c][first_group_ + index];
        double& present = present_[c][first_group_ + index];
        const std::array<double, 2> sizes{known, formed - known};
        std::array<double, 2> lost{};
        subsets_.draw(random, sizes, static_cast<std::uint64_t>(formed - present), lost);
        formed -= known;
        known -= lost[0];
        present -= known;
    }
    group.blocks.erase(std::find(group.blocks.begin(), group.blocks.end(), block));
    const bool is_candidate = group.is_candidate;
    if (group.blocks.size() == 1) {
        // What is left of the group is the one block's.
        const BlockNumber other = group.blocks.front();
        for (std::size_t c = 0; c < classes_; ++c)
            known_[other * classes_ + c] = present_[c][first_group_ + index];
    }
    make_alone(block);
    groups_.back().is_candidate = is_candidate;
}

void EpochGroups::scatter(BatchedRandom& random, std::size_t index) {
    const EpochGroup group = std::move(groups_[index]);
    sizes_.resize(group.blocks.size());
    for (std::size_t c = 0; c < classes_; ++c) {
        const double lost = formed_[c][first_group_ + index] - present_[c][first_group_ + index];
        for (std::size_t i = 0; i < group.blocks.size(); ++i)
            sizes_[i] = known_[group.blocks[i] * classes_ + c];
        taken_.resize(sizes_.size());
        subsets_.draw(random, sizes_, static_cast<std::uint64_t>(lost), taken_);
        for (std::size_t i = 0; i < group.blocks.size(); ++i)
            known_[group.blocks[i] * classes_ + c] -= taken_[i];
    }
    groups_[index].id = group.id;
    drop_group(index);
    for (const BlockNumber block : group.blocks) {
        make_alone(block);
        groups_.back().is_candidate = group.is_candidate;
    }
}

void EpochGroups::remove(BlockNumber block, std::span<double> by_class) {
    const std::size_t index = group_of(block);
    for (std::size_t c = 0; c < classes_; ++c)
        by_class[c] = present_[c][first_group_ + index];
    drop_group(index);
}

std::size_t EpochGroups::join(std::span<const BlockNumber> blocks) {
    std::vector<double> together(classes_);
    const bool is_candidate = groups_[group_of(blocks.front())].is_candidate;
    for (const BlockNumber block : blocks) {
        remove(block, std::span(known_).subspan(block * classes_, classes_));
        for (std::size_t c = 0; c < classes_; ++c)
            together[c] += known_[block * classes_ + c];
    }
    const std::size_t index = new_group();
    EpochGroup& group = groups_[index];
    group.blocks.assign(blocks.begin(), blocks.end());
    group.is_candidate = is_candidate;
    for (const BlockNumber block : blocks)
        id_of_[block] = group.id;
    for (std::size_t c = 0; c < classes_; ++c) {
        present_[c].back() = together[c];
        formed_[c].back() = together[c];
    }
    return index;
}

std::uint64_t EpochGroups::memory_bytes() const {
    return known_.size() * sizeof(double) +
           id_of_.size() * (sizeof(std::uint32_t) + sizeof(BlockNumber));
}

void EpochGroups::save(StateWriter& state) const {
    state.list(known_);
    state.value(static_cast<std::uint64_t>(groups_.size()));
    for (const EpochGroup& group : groups_) {
        state.list(group.blocks);
        state.value(group.is_candidate);
        state.value(group.formed_at);
        state.value(group.floor);
        state.value(group.floor_until);
    }
    for (std::size_t c = 0; c < classes_; ++c) {
        state.list(present_[c]);
        state.list(formed_[c]);
    }
}

void EpochGroups::load(StateReader& state) {
    state.fixed_list(known_);
    std::uint64_t count = 0;
    state.value(count);
    if (count > id_of_.size()) throw InputError("checkpoint: more groups than blocks");
    groups_.assign(count, {});
    index_of_.resize(count);
    free_ids_.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
        EpochGroup& group = groups_[i];
        state.list(group.blocks);
        state.value(group.is_candidate);
        state.value(group.formed_at);
        state.value(group.floor);
        state.value(group.floor_until);
        group.id = i;
        index_of_[i] = i;
        for (const BlockNumber block : group.blocks)
            id_of_.at(block) = i;
    }
    for (std::size_t c = 0; c < classes_; ++c) {
        for (std::vector<double>* cells : {&present_[c], &formed_[c]}) {
            cells->resize(first_group_ + count);
            state.fixed_list(*cells);
        }
    }
}

}  // namespace drivewear::ftl
