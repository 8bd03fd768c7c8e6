#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"
#include "drivewear/ingest/trace_layout.hpp"
#include "support/throws.hpp"

namespace drivewear::ingest {
namespace {

std::size_t column_of_problem(std::string_view text) {
    try {
        parse_trace_spec(text);
    } catch (const ParseError& error) {
        return error.column();
    }
    return 0;
}

}  // namespace

TEST_CASE("a trace in words: file, kind, device and layout in any order") {
    const TraceSpec plain = parse_trace_spec("trace:a/b.csv.gz");
    CHECK(plain.file == "a/b.csv.gz");
    CHECK(plain.options.kind == "auto");
    CHECK(plain.layout == AddressLayout::automatic);
    const TraceSpec full = parse_trace_spec("trace:t,layout=wrap,device=srv/0,kind=msr");
    CHECK(full.file == "t");
    CHECK(full.options.kind == "msr");
    CHECK(full.options.device == "srv/0");
    CHECK(full.layout == AddressLayout::wrap);
    CHECK(parse_trace_spec("trace:t,kind=blkparse:Q,layout=keep").layout == AddressLayout::keep);
    CHECK(parse_trace_spec("trace:t,kind=auto").options.kind == "auto");
}

TEST_CASE("csv takes the rest of the text, commas and all") {
    const TraceSpec spec =
        parse_trace_spec("trace:t,layout=remap,kind=csv:offset=lba,length=bytes,device=disk");
    CHECK(spec.options.kind == "csv:offset=lba,length=bytes,device=disk");
    CHECK_FALSE(spec.options.device);
    CHECK(spec.layout == AddressLayout::remap);
}

TEST_CASE("problems point at the character") {
    CHECK(is_trace_spec("trace:"));
    CHECK_FALSE(is_trace_spec("uniform"));
    CHECK(column_of_problem("trace:") == 7);
    CHECK(column_of_problem("trace:,kind=msr") == 7);
    CHECK(column_of_problem("trace:t,knd=msr") == 9);
    CHECK(column_of_problem("trace:t,kind") == 13);
    CHECK(column_of_problem("trace:t,kind=") == 14);
    CHECK(column_of_problem("trace:t,kind=mrs") == 14);
    CHECK(column_of_problem("trace:t,layout=fold") == 16);
    CHECK(column_of_problem("trace:t,kind=msr,kind=msr") == 18);
    CHECK(column_of_problem("trace:t,kind=csv:offset=#1") == 14);
    CHECK(column_of_problem("uniform") == 1);
    CHECK(test::message_of([] { parse_trace_spec("trace:t,kind=mrs"); }).find("msr") !=
          std::string::npos);
}

}  // namespace drivewear::ingest
