// Block traces: the first byte chooses the kind, the rest is the file, compressed perhaps.
#include <array>
#include <string>

#include "drivewear/core/errors.hpp"
#include "drivewear/ingest/trace_reader.hpp"
#include "drivewear/ingest/trace_summary.hpp"
#include "drivewear/workload/workload.hpp"
#include "fuzz_target.hpp"

namespace {

using drivewear::ingest::TraceReader;
using drivewear::test::must;

constexpr std::array kinds{"auto",
                           "msr",
                           "alibaba",
                           "tencent",
                           "k5cloud",
                           "fiu",
                           "spc",
                           "mqsim",
                           "vscsi",
                           "blkparse",
                           "iolog",
                           "blkparse:Q",
                           "csv:offset=#2,length=#3,op=#1,time=#4",
                           "csv:offset=lba,length=bytes,offset-unit=sector,separator=;"};

void read_records(std::string_view text, const std::string& kind) {
    TraceReader reader(text, "input", {.kind = kind});
    std::array<drivewear::ingest::TraceRecord, 64> records{};
    while (const std::size_t count = reader.read(records)) {
        for (std::size_t i = 0; i < count; ++i) {
            must(records[i].length_bytes > 0);
            must(records[i].offset_bytes + records[i].length_bytes > records[i].offset_bytes);
            must(records[i].device < reader.devices().size());
        }
    }
    const drivewear::ingest::TraceLines& lines = reader.lines();
    must(lines.ignored + lines.rejected + lines.other_devices <= lines.lines);
    must(lines.examples.size() <= lines.rejected);
}

void summarise(std::string_view text, const std::string& kind) {
    TraceReader reader(text, "input", {.kind = kind});
    const auto summary =
        drivewear::ingest::summarise(reader, {.memory_bytes = 1 << 16, .most_classes = 3});
    if (!summary.workload.empty()) drivewear::workload::parse(summary.workload);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string kind = kinds[data[0] % kinds.size()];
    const std::string_view text = drivewear::test::text_of(data + 1, size - 1);
    try {
        read_records(text, kind);
        summarise(text, kind);
    } catch (const drivewear::InputError&) {
        // Refused, as it should be.
    }
    return 0;
}
