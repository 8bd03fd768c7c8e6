#include "drivewear/ingest/trace_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "drivewear/core/errors.hpp"
#include "ingest/byte_source.hpp"
#include "ingest/line_blocks.hpp"
#include "ingest/line_parser.hpp"

namespace drivewear::ingest {
namespace {

std::string described(const RejectedLine& rejected) {
    return fmt::format("line {}: found '{}'; {}", rejected.line, rejected.found, rejected.reason);
}

// Puts the file's name before what a parser has to say.
template <typename Work>
auto naming(const std::string& name, const Work& work) {
    try {
        return work();
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", name, error.what()));
    }
}

}  // namespace

TraceReader::TraceReader(const std::filesystem::path& path, const TraceOptions& options)
    : TraceReader(std::make_unique<LineBlocks>(open_bytes(path)), path.string(), options) {}

TraceReader::TraceReader(std::string_view bytes, const std::string& name,
                         const TraceOptions& options)
    : TraceReader(std::make_unique<LineBlocks>(bytes_in_memory(bytes, name)), name, options) {}

TraceReader::TraceReader(std::unique_ptr<LineBlocks> blocks, std::string name,
                         const TraceOptions& options)
    : name_(std::move(name)),
      kind_(options.kind),
      wanted_device_(options.device),
      strict_(options.strict),
      blocks_(std::move(blocks)) {
    if (kind_ == "auto") {
        const std::string_view head = blocks_->peek();
        kind_ = naming(name_, [head] { return detect_kind(head); });
    }
    parser_ = make_parser(kind_);
}

TraceReader::TraceReader(TraceReader&&) noexcept = default;
TraceReader::~TraceReader() = default;

bool TraceReader::has_times() const {
    return parser_->has_times();
}

const std::vector<std::string>& TraceReader::devices() const {
    return parser_->devices();
}

double TraceReader::fraction_read() const {
    return blocks_->fraction_read();
}

std::size_t TraceReader::read(std::span<TraceRecord> records) {
    for (;;) {
        if (block_.empty()) block_ = blocks_->next();
        if (block_.empty()) {
            if (records_ == 0) fail_without_records();
            return 0;
        }
        const std::size_t made =
            naming(name_, [&] { return parser_->parse(block_, records, lines_); });
        if (strict_ && lines_.rejected > 0) {
            throw InputError(fmt::format("{}: {}", name_, described(lines_.examples.front())));
        }
        const std::size_t kept = keep_wanted(records.first(made));
        records_ += kept;
        if (kept > 0) return kept;
    }
}

std::size_t TraceReader::keep_wanted(std::span<TraceRecord> records) {
    if (!wanted_device_) return records.size();
    const auto& names = parser_->devices();
    const auto unwanted = std::remove_if(records.begin(), records.end(), [&](const auto& record) {
        return names[record.device] != *wanted_device_;
    });
    lines_.other_devices += static_cast<std::uint64_t>(records.end() - unwanted);
    return static_cast<std::size_t>(unwanted - records.begin());
}

void TraceReader::fail_without_records() const {
    constexpr std::size_t names_shown = 10;
    std::string reason = fmt::format("no requests of kind {} in {} lines", kind_, lines_.lines);
    if (lines_.other_devices > 0) {
        const auto& names = parser_->devices();
        reason = fmt::format("no requests to device '{}'; expected one of {}", *wanted_device_,
                             fmt::join(names.begin(),
                                       names.begin() + static_cast<std::ptrdiff_t>(
                                                           std::min(names.size(), names_shown)),
                                       ", "));
    } else if (!lines_.examples.empty()) {
        reason += "; " + described(lines_.examples.front());
    } else if (const std::string hint = parser_->hint(); !hint.empty()) {
        reason = hint;
    }
    throw InputError(fmt::format("{}: {}", name_, reason));
}

}  // namespace drivewear::ingest
