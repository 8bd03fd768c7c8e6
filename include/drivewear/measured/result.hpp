// Results of benchmarks and counters with the conditions they were got under, every printing of
// them with its source, and the right reading where texts slipped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/measured/figure.hpp"

namespace drivewear::measured {

enum class Operation { read, write };
enum class Access { sequential, random };

enum class Statistic {
    point,  ///< one setting's figure
    mean,
    min,
    max,
    band,   ///< where the figures mostly lay
    sum,    ///< of `parts` equal parts
    spread  ///< largest less smallest
};

/// How a figure came about.
enum class Kind {
    measured,
    rated,      ///< promised by the vendor
    derived,    ///< computed by the source from figures of its own
    simulated,  ///< by somebody else's simulator
    stated      ///< claimed or estimated
};

/// How far back the figure was followed.
enum class Evidence {
    raw_log,   ///< computed from the authors' raw counters
    read,      ///< the source was read
    abstract,  ///< only the source's abstract was read
    secondary  ///< quoted by a third party
};

std::string_view name_of(Operation operation);
std::string_view name_of(Access access);
std::string_view name_of(Statistic statistic);
std::string_view name_of(Kind kind);
std::string_view name_of(Evidence evidence);

/// Requests outstanding at the shallow and the deep end of a sweep.
struct Sweep {
    std::uint64_t shallowest = 1;
    std::uint64_t deepest = 1;

    bool operator==(const Sweep&) const = default;
};

/// What a figure was measured under. Absent or empty: not stated, or without meaning here.
struct Conditions {
    std::string drive;  ///< catalog id, or a name of the user's own
    std::string group;  ///< several drives, or one that no catalog id names
    std::string level;  ///< "host" for layers above the drive, else empty
    std::string test;   ///< "fio", "gdsio", "dlio", ...
    std::optional<Operation> operation;
    std::optional<Access> access;
    std::optional<double> block_bytes;         ///< bytes of one request
    std::optional<std::uint64_t> queue_depth;  ///< requests outstanding of one job
    std::optional<std::uint64_t> jobs;         ///< that many at once
    std::optional<std::uint64_t> threads;      ///< each with one request outstanding
    std::optional<Sweep> outstanding;          ///< the figure is of a whole sweep
    std::string setup;                         ///< workload in words
    std::string workload;                      ///< in the grammar of workload/workload.hpp
    std::optional<double> usable_bytes;        ///< bytes that hold data or are written
    std::optional<double> nominal_raw_bytes;   ///< raw flash by the source's reckoning
    std::string over_provision;                ///< as stated
    std::string over_provision_basis;          ///< what it is a share of
    std::string over;                          ///< what the statistic runs over
    std::optional<std::uint64_t> parts;        ///< of a sum
    std::optional<std::uint64_t> pass;         ///< of several runs, from 1
    std::optional<std::uint64_t> checkpoint;   ///< of several jobs, from 1
    std::string where;                         ///< part of a sweep or run
    std::string peak_at;                       ///< setting at which a maximum was seen
    std::string place;                         ///< "lowest", "2nd highest" among the drives
    std::string what;                          ///< what exactly is counted
    Statistic statistic = Statistic::point;

    /// Requests outstanding at this one setting: threads, or queue depth x jobs.
    std::optional<std::uint64_t> concurrency() const;
};

/// Where a figure stands.
struct SourcePlace {
    std::string source;   ///< id in a list of sources; may be empty in a user's own file
    std::string locator;  ///< "line 70"

    bool operator==(const SourcePlace&) const = default;
};

/// One way in which a figure was printed, in one or several texts.
struct Reading {
    Figure figure;
    Conditions conditions;  ///< as that text has them; they may be wrong, as the figure may
    bool has_own_conditions = false;  ///< they differ from the result's
    std::vector<SourcePlace> sources;
};

/// One result.
struct Result {
    Conditions conditions;  ///< the right ones
    Quantity quantity = Quantity::bandwidth;
    Kind kind = Kind::measured;
    Evidence evidence = Evidence::read;
    Figure value;                   ///< the right reading
    std::vector<Reading> readings;  ///< the one that `value` follows first
    std::string reason;             ///< why `value` is right where readings differ from it
    bool unresolved = false;        ///< the choice among readings is not settled by anything
    std::string note;
    std::string file;      ///< it was read from
    std::string place;     ///< JSON pointer or line in that file
    std::string platform;  ///< machine and preparation, from its file
    std::string link;      ///< interface of the drives under test, from its file: "PCIe Gen5 x4"

    /// "fio 4 KiB random write, max iops, micron-9550-max-12.8tb": for messages.
    std::string label() const;
};

/// The label of a reading under its own conditions.
std::string label_of(const Conditions& conditions, Quantity quantity);

}  // namespace drivewear::measured
