// Host multipliers by name: what databases, filesystems, replication and RAID levels do to the
// bytes on their way to the drives, as ranges with their source (data/presets.json).
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace drivewear::plan {

/// One named multiplier. low <= typical <= high.
struct Preset {
    std::string title;   ///< in words
    double low = 1;      ///< bytes out for each byte in, kind case
    double typical = 1;  ///< used unless a plan gives its own factor
    double high = 1;     ///< unkind case
    std::string how;     ///< why these figures
    std::string source;  ///< where they come from
};

class Presets {
public:
    Presets() = default;
    /// Reads "drivewear.presets/1". Throws ValidationError with every problem.
    static Presets parse(std::string_view json_text, const std::string& file);

    /// By name; "erasure:K+M" is computed, (K+M)/K for whole stripes up to 1+M for small writes.
    /// Throws UnknownName with the nearest name.
    Preset find(std::string_view name) const;
    const std::map<std::string, Preset>& all() const noexcept { return presets_; }

private:
    std::map<std::string, Preset> presets_;
};

}  // namespace drivewear::plan
