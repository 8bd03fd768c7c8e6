// Health reports of any kind: records and answers with sound figures, or a refusal.
#include <cmath>

#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/ingest/health_fleet.hpp"
#include "fuzz_target.hpp"

namespace {

using drivewear::ingest::AttributeTable;
using drivewear::ingest::DriveHealth;
using drivewear::ingest::HealthRecord;
using drivewear::test::must;

const AttributeTable& attributes() {
    static const auto table = AttributeTable::load(drivewear::data_directory());
    return table;
}

void check(const DriveHealth& drive) {
    const auto& wear = drive.latest.wear;
    must(!wear || (wear->used_percent >= 0 && std::isfinite(wear->used_percent)));
    must(!wear || wear->least_percent <= wear->most_percent);
    must(!drive.waf || (*drive.waf >= 0 && !std::isnan(*drive.waf)));
    must(!drive.dwpd_so_far || *drive.dwpd_so_far >= 0);
    for (const auto& limit : drive.limits)
        must(!limit.years_left || *limit.years_left >= 0);
    for (const auto& flag : drive.latest.flags)
        must(!flag.code.empty() && !flag.detail.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    drivewear::ingest::Fleet fleet;
    try {
        drivewear::ingest::read_health(drivewear::test::text_of(data, size), "input", attributes(),
                                       [&](HealthRecord record) { fleet.add(std::move(record)); });
    } catch (const drivewear::InputError&) {
        // Refused, as it should be; what was whole before it counts.
    }
    const auto report = fleet.finish({});
    for (const DriveHealth& drive : report.drives)
        check(drive);
    return 0;
}
