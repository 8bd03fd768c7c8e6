#include "drivewear/ingest/trace_reader.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "drivewear/core/errors.hpp"
#include "support/throws.hpp"

namespace drivewear::ingest {
namespace {

struct Reading {
    std::vector<TraceRecord> records;
    std::string kind;
    std::vector<std::string> devices;
    TraceLines lines;
    bool has_times;

    std::uint64_t count(Access access) const {
        std::uint64_t sum = 0;
        for (const TraceRecord& record : records)
            sum += record.access == access ? 1 : 0;
        return sum;
    }
    std::uint64_t bytes(Access access) const {
        std::uint64_t sum = 0;
        for (const TraceRecord& record : records)
            sum += record.access == access ? record.length_bytes : 0;
        return sum;
    }
};

Reading read_all(std::string_view text, const TraceOptions& options = {}) {
    TraceReader reader(text, "t.csv", options);
    Reading reading;
    std::array<TraceRecord, 3> records{};
    while (const std::size_t count = reader.read(records))
        reading.records.insert(reading.records.end(), records.begin(), records.begin() + count);
    reading.kind = reader.kind();
    reading.devices = reader.devices();
    reading.lines = reader.lines();
    reading.has_times = reader.has_times();
    return reading;
}

Reading read_as(std::string kind, std::string_view text) {
    return read_all(text, {.kind = std::move(kind)});
}

using test::message_of;

}  // namespace

TEST_CASE("MSR Cambridge: 100 ns, bytes, host and disk") {
    const Reading trace = read_all(
        "128166372003061629,srv,0,Write,8192,4096,153\n"
        "128166372016382155,srv,0,Read,2048,512,41286\n"
        "128166372026382245,srv,1,Write,0,65536,10\r\n");
    CHECK(trace.kind == "msr");
    CHECK(trace.devices == std::vector<std::string>{"srv/0", "srv/1"});
    REQUIRE(trace.records.size() == 3);
    CHECK(trace.records[0].time_ns == 12816637200306162900U);
    CHECK(trace.records[0].offset_bytes == 8192);
    CHECK(trace.records[0].length_bytes == 4096);
    CHECK(trace.records[0].access == Access::write);
    CHECK(trace.records[1].access == Access::read);
    CHECK(trace.records[2].device == 1);
    CHECK(trace.lines.rejected == 0);
}

TEST_CASE("case 82, Alibaba: bytes and microseconds, seven rows with five writes") {
    const Reading trace = read_all(
        "3,R,126703661056,4096,1577808000000046\n"
        "4,W,19496058880,77824,1577808000000426\n"
        "5,W,9811763200,12288,1577808000000494\n"
        "6,W,573190144,12288,1577808000000553\n"
        "7,W,4184444928,4096,1577808000000573\n"
        "3,R,126703644672,4096,1577808000000626\n"
        "8,W,19546832896,4096,1577808000000809\n");
    CHECK(trace.kind == "alibaba");
    CHECK(trace.count(Access::write) == 5);
    CHECK(trace.bytes(Access::write) == 110'592);
    CHECK(trace.count(Access::read) == 2);
    CHECK(trace.bytes(Access::read) == 8192);
    CHECK(trace.records.back().time_ns - trace.records.front().time_ns == 763'000);
    CHECK(trace.devices.size() == 6);
}

TEST_CASE("Tencent: seconds and sectors, 1 writes") {
    const Reading trace = read_all(
        "1538323200,12910952,128,0,1063\n"
        "1538323201,6338688,8,1,1627\n");
    CHECK(trace.kind == "tencent");
    CHECK(trace.records[0].access == Access::read);
    CHECK(trace.records[0].length_bytes == 65'536);
    CHECK(trace.records[1].access == Access::write);
    CHECK(trace.records[1].offset_bytes == 6338688ULL * 512);
    CHECK(trace.records[1].time_ns - trace.records[0].time_ns == 1'000'000'000);
}

TEST_CASE("K5cloud: fractional seconds") {
    const Reading trace = read_all(
        "1157,3.828359000,W,7155568640,4096\n"
        "1157,3.833921000,R,7132311552,8192\n");
    CHECK(trace.kind == "k5cloud");
    CHECK(trace.records[0].time_ns == 3'828'359'000);
    CHECK(trace.bytes(Access::write) == 4096);
}

TEST_CASE("FIU: nanoseconds, sectors, several blanks between fields") {
    const Reading trace = read_all(
        "329131208190249 4892 syslogd 904265560 8 W 6 0 531e779d1b0f2a4f6e0d17a1e0c1f7aa\n"
        "329131208291999 2522  kjournald  1048 16 R  6 0 33f8f5d8d8d8d1b3\n");
    CHECK(trace.kind == "fiu");
    CHECK(trace.devices == std::vector<std::string>{"6/0"});
    CHECK(trace.records[0].access == Access::write);
    CHECK(trace.records[0].offset_bytes == 904265560ULL * 512);
    CHECK(trace.records[1].length_bytes == 8192);
    CHECK(trace.records[1].time_ns == 329131208291999);
}

TEST_CASE("MQSim: 0 writes and 1 reads, the opposite of Tencent") {
    const Reading trace = read_all(
        "11413000 0 657728 16 1\n"
        "11565000 1 31244784 64 0\n");
    CHECK(trace.kind == "mqsim");
    CHECK(trace.count(Access::write) == 1);
    CHECK(trace.bytes(Access::write) == 32'768);
}

TEST_CASE("case 87, SPC: a row with a blank for the point is rejected with its line number") {
    const Reading trace = read_all(
        "0,20941264,8192,W,0.551706,Alpha/NT\n"
        "0,20939840,8192,w,0.554041\n"
        "0,20939808,8192,W,0.556202\n"
        "1,3436288,15872,W,1.250720,7\n"
        "1,3435888,512,w,1.609859,,9\n"
        "1,3435889,512,W,1.634761\n"
        "2,7695360,4096,r,2 448003\n"
        "0,783952,4096,R,2.100012,1,2,3\n"
        "0,783960,4096,r,2.448003\n");
    CHECK(trace.kind == "spc");
    CHECK(trace.lines.rejected == 1);
    REQUIRE(trace.lines.examples.size() == 1);
    CHECK(trace.lines.examples[0].line == 7);
    CHECK(trace.lines.examples[0].found == "2,7695360,4096,r,2 448003");
    CHECK(trace.count(Access::write) == 6);
    CHECK(trace.bytes(Access::write) == 41'472);
    CHECK(trace.count(Access::read) == 2);
    CHECK(trace.bytes(Access::read) == 8192);
}

TEST_CASE("case 88: SCSI operations are hexadecimal words, not numbers") {
    const Reading trace = read_all(
        "version, time, op, size, lbn\n"
        "1,5633898,2a,6656,40409911\n"
        "1,5633899,28,4096,6160447\n"
        "1,5633899,8A,512,42932745\n"
        "1,5633899,88,512,42932745\n"
        "1,5633899,35,0,0\n"
        "1,5633899,zz,512,1\n");
    CHECK(trace.kind == "vscsi");
    CHECK(trace.count(Access::write) == 2);
    CHECK(trace.bytes(Access::write) == 7168);
    CHECK(trace.count(Access::read) == 2);
    CHECK(trace.records[0].offset_bytes == 40409911ULL * 512);
    CHECK(trace.lines.ignored == 2);  // the header and a SYNCHRONIZE CACHE
    CHECK(trace.lines.rejected == 1);
}

TEST_CASE("case 83, blkparse: one action only") {
    const std::string_view text =
        "  8,0    3        1     0.000000000   697  A   W 223490 + 8 <- (8,1) 223427\n"
        "  8,0    3        2     0.000001829   697  Q   W 223490 + 8 [kjournald]\n"
        "  8,0    3        3     0.000004197   697  G   W 223490 + 8 [kjournald]\n"
        "  8,0    3        4     0.000005137   697  P   N [kjournald]\n"
        "  8,0    3        5     0.000011094   697  Q  WS 223498 + 8 [kjournald]\n"
        "  8,0    3        6     0.000021094   697  U   N [kjournald] 2\n"
        "  8,0    3        7     0.000031094   697  D   W 223490 + 16 [kjournald]\n"
        "  8,0    3        0     0.000031500     0  m   N cfq697 dispatch\n"
        "  8,0    1        1     0.500831094   697  C   W 223490 + 16 [0]\n"
        "  8,0    1        2     0.600831094   697  D   R 1000 + 8 [cat]\n"
        "  8,0    1        3     0.700000000   697  D  DS 4096 + 2048 [fstrim]\n"
        "  8,0    1        4     0.800000000   697  D FWS 500 + 8 [sync]\n"
        "  8,0    1        5     0.900000000   697  D  FN [sync]\n"
        "  8,0    1        6     0.950000000   697  D   N 0 (00 00 00 00) [smartd]\n"
        "CPU1 (8,0):\n"
        " Reads Queued:           1,        4KiB\t Writes Queued:           2,        8KiB\n"
        "Total (8,0):\n";
    const Reading device = read_all(text);
    CHECK(device.kind == "blkparse");
    CHECK(device.count(Access::write) == 2);
    CHECK(device.bytes(Access::write) == 24 * 512);
    CHECK(device.count(Access::read) == 1);
    CHECK(device.bytes(Access::trim) == 1 << 20);
    CHECK(device.records[0].time_ns == 31'094);
    CHECK(device.devices == std::vector<std::string>{"8/0"});
    CHECK(device.lines.rejected == 0);
    const Reading queued = read_as("blkparse:Q", text);
    CHECK(queued.count(Access::write) == 2);
    CHECK(queued.bytes(Access::write) == 8192);
    const Reading completed = read_as("blkparse:C", text);
    CHECK(completed.records.size() == 1);
    const std::string missing = message_of([&] { read_as("blkparse:X", text); });
    CHECK(missing.find("no requests at action X; the events are A 1, C 1, D 6") !=
          std::string::npos);
    CHECK(message_of([&] { read_as("blkparse:DQ", text); }).find("one action") !=
          std::string::npos);
}

TEST_CASE("iolog version 3: microseconds") {
    const Reading trace = read_all(
        "fio version 3 iolog\n"
        "0 f add\n"
        "0 f open\n"
        "1000000000 f write 0 4096\n"
        "2000000000 f close\n");
    CHECK(trace.kind == "iolog");
    CHECK(trace.has_times);
    REQUIRE(trace.records.size() == 1);
    CHECK(trace.records[0].time_ns == 1'000'000'000'000);
    CHECK(trace.devices == std::vector<std::string>{"f"});
}

TEST_CASE("iolog version 2: no times, blank lines, odd lengths") {
    const Reading trace = read_all(
        "fio version 2 iolog\n"
        "/dev/sdb add\n"
        "/dev/sdb open\n"
        "\n"
        "/dev/sdb wait 100\n"
        "/dev/sdb write 0 4000\n"
        "/dev/sdb wait 200\n"
        "/dev/sdb write 4000 4000\n"
        "/dev/sdb write 12000 4000\n"
        "/dev/sdb write 8000 4000\n"
        "\n"
        "/dev/sdb close\n");
    CHECK_FALSE(trace.has_times);
    CHECK(trace.count(Access::write) == 4);
    CHECK(trace.bytes(Access::write) == 16'000);
    CHECK(trace.lines.rejected == 0);
}

TEST_CASE("iolog: TRIMs are no writes") {
    std::string text = "fio version 3 iolog\n10 /dev/null add\n20 /dev/null open\n";
    for (int i = 0; i < 10; ++i) {
        const std::string offset = std::to_string(i * 4096);
        text += std::to_string(30 + i) + " /dev/null trim " + offset + " 2147483648\n";
        text += std::to_string(31 + i) + " /dev/null write " + offset + " 4096\n";
    }
    const Reading trace = read_all(text);
    CHECK(trace.count(Access::write) == 10);
    CHECK(trace.bytes(Access::write) == 40'960);
    CHECK(trace.count(Access::trim) == 10);
    CHECK(trace.bytes(Access::trim) == 21'474'836'480);
}

TEST_CASE("iolog without header tells its version by the first field") {
    CHECK(read_as("iolog", "12 /dev/x write 0 512\n").has_times);
    CHECK_FALSE(read_as("iolog", "/dev/x write 0 512\n").has_times);
    CHECK_FALSE(read_as("iolog", "12 write 0 512\n").has_times);  // a file named 12
}

TEST_CASE("csv takes columns by name and by number") {
    const Reading named = read_as(
        "csv:time=When,op=type,offset=LBA,length=len,device=dev,time-unit=ms,offset-unit=sector",
        "len,\"lba\",when,type,dev\n"
        "4096,16,1.5,W,sda\n"
        "\"8192\",\"32\",2,read,\"s,d b\"\n"
        "512.0,1,2.5e1,Discard,sda\n");
    REQUIRE(named.records.size() == 3);
    CHECK(named.records[0].offset_bytes == 8192);
    CHECK(named.records[0].time_ns == 1'500'000);
    CHECK(named.records[1].access == Access::read);
    CHECK(named.records[1].length_bytes == 8192);
    CHECK(named.records[2].access == Access::trim);
    CHECK(named.records[2].time_ns == 25'000'000);
    CHECK(named.lines.rejected == 0);

    const Reading numbered = read_as(
        "csv:offset=#3,length=#2,op=#1,write=1,read=0,offset-unit=4KiB,length-unit=4096,separator="
        ";",
        "1;2;3\n0;1;7\n2;1;1\n");
    REQUIRE(numbered.records.size() == 2);
    CHECK_FALSE(numbered.has_times);
    CHECK(numbered.records[0].access == Access::write);
    CHECK(numbered.records[0].offset_bytes == 12'288);
    CHECK(numbered.records[0].length_bytes == 8192);
    CHECK(numbered.lines.rejected == 1);

    const Reading writes_only = read_as("csv:offset=#1,length=#2,separator=tab", "0\t512\n");
    CHECK(writes_only.count(Access::write) == 1);
}

TEST_CASE("csv options that mean nothing are refused") {
    const auto refusal = [](const char* kind) {
        return message_of([kind] { read_as(kind, "a,b\n1,2\n"); });
    };
    CHECK(refusal("csv:").find("KEY=VALUE") != std::string::npos);
    CHECK(refusal("csv:offset=a").find("length=COLUMN") != std::string::npos);
    CHECK(refusal("csv:offset=a,length=#2").find("all by number") != std::string::npos);
    CHECK(refusal("csv:offset=a,offset=b").find("once") != std::string::npos);
    CHECK(refusal("csv:offset=#1,length=#1").find("once") != std::string::npos);
    CHECK(refusal("csv:offset=#0,length=#1").find("#1 to #1000") != std::string::npos);
    CHECK(refusal("csv:offset=a,length=b,size=c").find("'size'") != std::string::npos);
    CHECK(refusal("csv:offset=a,length=b,time-unit=h").find("100ns") != std::string::npos);
    CHECK(refusal("csv:offset=a,length=c")
              .find("t.csv: line 1: found the columns a, b, expected "
                    "'c' too") != std::string::npos);
    CHECK(refusal("csv:offset=a,length=b,write=").find("KEY=VALUE") != std::string::npos);
    CHECK(refusal("dos").find("expected msr, alibaba") != std::string::npos);
    CHECK(refusal("msr:x").find("trace kind 'msr:x'") != std::string::npos);
}

TEST_CASE("one device of several") {
    const std::string_view text = "1,W,0,512,1\n2,W,512,512,2\n1,R,0,512,3\n";
    const Reading one = read_all(text, {.device = "1"});
    CHECK(one.records.size() == 2);
    CHECK(one.lines.other_devices == 1);
    const std::string missing = message_of([&] { read_all(text, {.device = "9"}); });
    CHECK(missing == "t.csv: no requests to device '9'; expected one of 1, 2");
}

TEST_CASE("bad lines: counted, listed, fatal only when strict or when nothing is left") {
    const std::string_view text = "1,W,0,512,1\n1,W,x,512,2\n";
    CHECK(read_all(text).lines.rejected == 1);
    CHECK(message_of([&] { read_all(text, {.strict = true}); }) ==
          "t.csv: line 2: found '1,W,x,512,2'; offset: expected a whole number below 2^64 bytes");
    CHECK(message_of([] {
              read_as("msr", "1,W,0,512,1\n");
          }).starts_with("t.csv: no requests of kind msr in 1 lines; line 1: found"));
    CHECK(message_of([] { read_all(""); }).find("no known kind") != std::string::npos);
    CHECK(message_of([] { read_all("hello\n"); }).find("no known kind") != std::string::npos);
}

TEST_CASE("impossible places and lengths are rejected") {
    const auto rejected = [](const char* row) {
        const Reading trace = read_as("alibaba", std::string("1,W,0,512,1\n") + row + "\n");
        return trace.lines.rejected == 1 && trace.records.size() == 1;
    };
    CHECK(rejected("1,W,18446744073709551615,512,1"));
    CHECK(rejected("1,W,18446744073709551616,512,1"));
    CHECK(rejected("1,W,99999999999999999999999,512,1"));
    CHECK(rejected("1,W,0,1073741825,1"));
    CHECK(rejected("1,W,-1,512,1"));
    CHECK(rejected("1,W,0,512,99999999999999999999"));
    CHECK(rejected("1,W,0,512,18446744073709552"));
    CHECK(rejected("1,W,0,512"));
    CHECK(rejected("1,W,0,512,"));
    CHECK(rejected("1,W,0,512,nan"));
    CHECK(rejected("1,,0,512,1"));
    CHECK(rejected("1,Wr,0,512,1"));
    CHECK(rejected("1,W,0x10,512,1"));
    CHECK_FALSE(rejected("1,W,0,0,1"));  // moves nothing: ignored
}

TEST_CASE("byte order mark, CRLF, NUL, no final line feed, remarks") {
    constexpr char text[] =
        "\xEF\xBB\xBF# volume 1\r\n"
        "1,W,0,512,1\r\n"
        "\r\n"
        "1,W,\0,512,2\r\n"
        "1,R,0,512,3";
    const Reading trace = read_all({text, sizeof text - 1});
    CHECK(trace.records.size() == 2);
    CHECK(trace.lines.lines == 5);
    CHECK(trace.lines.ignored == 2);
    CHECK(trace.lines.rejected == 1);
}

TEST_CASE("a header line that the kind does not need is no bad line") {
    const Reading trace =
        read_as("alibaba", "device_id,opcode,offset,length,timestamp\n1,W,0,512,1\n");
    CHECK(trace.records.size() == 1);
    CHECK(trace.lines.rejected == 0);
    CHECK(trace.lines.ignored == 1);
}

}  // namespace drivewear::ingest
