// "trace:FILE,kind=…" in words: read, or refused at a place inside the text.
#include "drivewear/core/errors.hpp"
#include "drivewear/ingest/trace_layout.hpp"
#include "fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = drivewear::test::text_of(data, size);
    try {
        const auto spec = drivewear::ingest::parse_trace_spec(text);
        drivewear::test::must(!spec.file.empty());
    } catch (const drivewear::ParseError& error) {
        drivewear::test::must(error.column() >= 1 && error.column() <= size + 1);
    }
    return 0;
}
