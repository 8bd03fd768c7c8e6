#include "ftl/compaction.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ftl/compaction.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drivewear::ftl::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::size_t gather(const std::uint32_t* slots, std::size_t count, std::uint32_t* out) {
    const hn::ScalableTag<std::uint32_t> tag;
    const std::size_t lanes = hn::Lanes(tag);
    const auto nothing = hn::Set(tag, no_page);
    std::size_t found = 0;
    std::size_t at = 0;
    for (; at + lanes <= count; at += lanes) {
        const auto pages = hn::LoadU(tag, slots + at);
        const auto is_valid = hn::Ne(pages, nothing);
        // Not CompressStore: its memory form is microcoded on some processors.
        hn::StoreU(hn::Compress(pages, is_valid), tag, out + found);
        found += hn::CountTrue(tag, is_valid);
    }
    for (; at < count; ++at) {
        out[found] = slots[at];
        found += slots[at] != no_page ? 1U : 0U;
    }
    return found;
}

}  // namespace drivewear::ftl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drivewear::ftl {

HWY_EXPORT(gather);

std::size_t gather_valid_pages(std::span<const std::uint32_t> slots, std::uint32_t* out) {
    return HWY_DYNAMIC_DISPATCH(gather)(slots.data(), slots.size(), out);
}

std::size_t gather_valid_pages_scalar(std::span<const std::uint32_t> slots, std::uint32_t* out) {
    // Every entry is stored and the end moves only past valid ones: no branch to mispredict.
    std::size_t found = 0;
    for (const std::uint32_t page : slots) {
        out[found] = page;
        found += page != no_page ? 1U : 0U;
    }
    return found;
}

}  // namespace drivewear::ftl
#endif
