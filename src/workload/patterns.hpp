// The named workloads as plain data; the parser turns text into calls of these.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "drivewear/workload/workload.hpp"

namespace drivewear::workload {

/// More would not fit into a page operation.
inline constexpr std::uint64_t most_classes = std::uint64_t{1} << 22;

/// The first `page_share` of the pages takes `write_share` of the writes. Classes without pages
/// are left out; they must be without writes.
std::vector<AddressClass> hot_and_cold(const AddressClass& hot);

struct Zipf {
    double exponent = 1;           ///< s: rank i is written in proportion to i^-s
    std::uint64_t classes = 64;    ///< classes of equal probability a page
    std::uint64_t item_count = 0;  ///< ranks; 0: one for each class
};

/// With as many items as classes, one class a rank. With more, class k ends near items^(k/classes)
/// and its pages share the class's mean, which is close because neighbouring ranks are alike.
std::vector<AddressClass> zipf_classes(const Zipf& zipf);

/// JESD219 enterprise: half of the accesses to the first 5 % of the addresses, 30 % to the next
/// 15 %, 20 % to the rest; as quoted in Seagate's and fio's descriptions of the standard.
std::vector<AddressClass> jesd219_classes();
/// JESD219 enterprise request lengths, 512 B to 64 KiB; mean 7.635 KiB.
std::vector<WriteSize> jesd219_sizes();

/// Address classes and the share of all writes that follow them.
struct WeightedClasses {
    double share = 1;                   ///< of the page writes
    std::vector<AddressClass> classes;  ///< over the common address space
};

/// One list for writes that follow several at the same time: the ranges are cut where any of them
/// is cut and the write shares add up.
std::vector<AddressClass> superpose(std::span<const WeightedClasses> parts);

}  // namespace drivewear::workload
