// Whether measured results can be true, without any model of the drive: by Little's law, by the
// speed of the link, by what a statistic can be. Each finding cites the rows and shows the
// arithmetic.
//
// Little's law (Little 1961): requests outstanding = rate x latency, whatever the drive does. For a
// sweep over many settings it bounds the extremes: some setting has `deepest` requests outstanding
// and a latency of at most the longest, so the best rate is at least deepest / longest latency; the
// shallowest setting takes at least the shortest latency, so the least rate is at most shallowest /
// shortest latency. Assumes mean latencies and closed loops (fio, GDSIO). The rate of a single
// setting from a tool's raw log may lie below the law's: between two requests the host takes its
// time, and a log has no slips of units.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/measured/result.hpp"

namespace drivewear::measured {

enum class Rule {
    littles_law,              ///< rate and latency of one setting
    sweep_bounds,             ///< extremes of a sweep against its ends
    sweep_ends,               ///< units that the shallow end shows to be binary
    throughput_falls,         ///< the deep end is slower than the best
    block_product,            ///< bandwidth is not operations x block
    link_speed,               ///< more than the interface carries
    random_near_sequential,   ///< random writes as fast as sequential ones: no garbage collected
    amplification_below_one,  ///< fewer NAND bytes than host bytes
    order,                    ///< min, mean, max or a band out of order
    statistic,                ///< a figure that cannot be what it is called
    section,                  ///< figures of the other section
    readings_differ,          ///< texts that print one result differently
    unit                      ///< a unit of another quantity
};

enum class Severity {
    contradiction,  ///< both rows cannot be true as they stand
    remark          ///< true perhaps, but not what it seems to say
};

std::string_view name_of(Rule rule);
std::string_view name_of(Severity severity);

/// One row that a finding rests on.
struct Citation {
    std::string file;
    std::string place;    ///< JSON pointer or line
    std::string label;    ///< test, conditions, quantity, drive
    std::string printed;  ///< the figure as printed
    std::vector<SourcePlace> sources;
};

struct Finding {
    Rule rule = Rule::littles_law;
    Severity severity = Severity::contradiction;
    std::vector<Citation> rows;  ///< the doubtful one first
    std::string arithmetic;      ///< with the numbers in place
    std::string meaning;         ///< what follows, in words
    bool settled = false;        ///< the file's right readings no longer contradict
};

/// Checks every printed reading, each text against itself first, and then the right readings: what
/// still contradicts there is not settled. Contradictions come before remarks, unsettled first.
/// `link_of` gives a drive's interface ("PCIe Gen5 x4") where the file does not; may be empty.
std::vector<Finding> check(const std::vector<Result>& results,
                           const std::function<std::string(const std::string&)>& link_of = {});

/// Payload bytes a second of "PCIe Gen5 x4" after its line code (8b/10b to Gen2, 128b/130b from
/// Gen3), before packet headers: nothing can be faster. 0 when the text is not understood.
double link_bytes_per_second(std::string_view link);

}  // namespace drivewear::measured
