// fio's results: runs with sound figures, or a refusal.
#include <cmath>

#include "drivewear/core/errors.hpp"
#include "drivewear/ingest/fio.hpp"
#include "fuzz_target.hpp"

namespace {

using drivewear::test::must;

void check(const drivewear::ingest::FioDirection& direction) {
    must(!direction.bytes_per_second || *direction.bytes_per_second > 0);
    must(!direction.iops || *direction.iops > 0);
    must(!direction.requests || *direction.requests > 0);
    const auto& mean = direction.latency.mean_seconds;
    must(!mean || (*mean >= 0 && std::isfinite(*mean)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const auto runs =
            drivewear::ingest::read_fio(drivewear::test::text_of(data, size), "input");
        must(!runs.empty());
        for (const auto& run : runs) {
            for (const auto& job : run.jobs) {
                check(job.read);
                check(job.write);
                check(job.trim);
                must(job.clones >= 1);
            }
        }
    } catch (const drivewear::InputError&) {
        // Refused, as it should be.
    }
    return 0;
}
