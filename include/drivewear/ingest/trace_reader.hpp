// Block traces as research groups and tools publish them, read line by line in constant memory,
// plain, .gz or .zst. A kind is written
//
//   msr        MSR Cambridge: time (100 ns), host, disk, Read|Write, offset, bytes, response
//   alibaba    device, R|W, offset, bytes, time (us)
//   tencent    time (s), offset and length in sectors, 0 read | 1 write, volume
//   k5cloud    volume, time (s), R|W, offset, bytes
//   fiu        time (ns), pid, process, sector, sectors, R|W, major, minor, hash
//   spc        SPC-1: unit, sector, bytes, R|W, time (s), optional fields
//   mqsim      time (ns), device, sector, sectors, 0 write | 1 read; SSDSim's ASCII traces too
//   vscsi      version, time (s), SCSI operation in hex, bytes, sector
//   blkparse[:ACTION]
//              one action only, or a request would count once for each: D, what the device got
//              (the default), Q, what was asked of the block layer, or another letter
//   iolog      fio's version 2 (without times) and 3 (us)
//   csv:offset=COLUMN,length=COLUMN[,time=COLUMN][,op=COLUMN][,device=COLUMN][,OPTION...]
//              COLUMN is a name of the header line or #1, #2 ... without one; options:
//              time-unit=s|ms|us|100ns|ns (s), offset-unit=B|sector|BYTES (B), length-unit=...,
//              read=WORD/WORD, write=..., trim=... (R/Read, W/Write, T/Trim/Discard; in any case),
//              separator=tab|space|; (comma). Without op= every row is a write.
//   auto       the one of these that reads the first lines; csv is never guessed
//
// A sector is 512 bytes. Lines that cannot be read are counted and listed, not fatal, unless
// nothing can be read or `strict` is set.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drivewear::ingest {

/// What a request does.
enum class Access : std::uint8_t { read, write, trim };

/// One request of a trace.
struct TraceRecord {
    std::uint64_t offset_bytes = 0;  ///< on its device
    std::uint64_t length_bytes = 0;  ///< above 0; offset + length stays below 2^64
    std::uint64_t time_ns = 0;       ///< since the trace's own zero; 0 when the trace has no times
    std::uint32_t device = 0;        ///< index into TraceReader::devices
    Access access = Access::read;    ///< what it does
};

/// How to read a trace.
struct TraceOptions {
    std::string kind = "auto";            ///< see above
    std::optional<std::string> device{};  ///< this one only, spelt as TraceReader::devices has it
    bool strict = false;                  ///< a line that cannot be read is an InputError
};

/// A line that could not be read.
struct RejectedLine {
    std::uint64_t line = 0;  ///< from 1
    std::string found{};     ///< its beginning
    std::string reason{};    ///< which field, and what would be right
};

/// What became of the lines read so far.
struct TraceLines {
    std::uint64_t lines = 0;               ///< all, empty ones included
    std::uint64_t ignored = 0;             ///< headers, blanks, remarks, requests that move no data
    std::uint64_t other_devices = 0;       ///< left out by TraceOptions::device
    std::uint64_t rejected = 0;            ///< not readable
    std::vector<RejectedLine> examples{};  ///< the first ten of these
};

class LineParser;
class LineBlocks;

class TraceReader {
public:
    /// Opens a file. Throws InputError when `kind` is not one, fits no line, or (auto) when none or
    /// several kinds fit; and IoError.
    TraceReader(const std::filesystem::path& path, const TraceOptions& options);
    /// Reads bytes that outlive the reader; `name` stands in messages.
    TraceReader(std::string_view bytes, const std::string& name, const TraceOptions& options);
    TraceReader(TraceReader&&) noexcept;
    ~TraceReader();

    /// The next records; 0 at the end of the trace, and only there. Throws InputError at the end
    /// when there was not one record.
    std::size_t read(std::span<TraceRecord> records);

    /// The kind in full, as found or given.
    const std::string& kind() const { return kind_; }
    /// The records so far carry times.
    bool has_times() const;
    /// Names of the devices met so far, in the order they were met; one empty name when the kind
    /// has no devices. Names of several columns are joined by '/'.
    const std::vector<std::string>& devices() const;
    const TraceLines& lines() const { return lines_; }
    /// Share of the file read so far, 0 to 1; 0 where its length is not known.
    double fraction_read() const;

private:
    TraceReader(std::unique_ptr<LineBlocks> blocks, std::string name, const TraceOptions& options);

    std::size_t keep_wanted(std::span<TraceRecord> records);
    [[noreturn]] void fail_without_records() const;

    std::string name_;
    std::string kind_;
    std::optional<std::string> wanted_device_;
    bool strict_;
    std::unique_ptr<LineBlocks> blocks_;
    std::unique_ptr<LineParser> parser_;
    std::string_view block_;
    TraceLines lines_;
    std::uint64_t records_ = 0;
};

}  // namespace drivewear::ingest
