#include "ingest/blkparse_parser.hpp"

#include <fmt/format.h>

#include <array>

#include "drivewear/core/errors.hpp"

namespace drivewear::ingest {
namespace {

// 8,0  3  1  0.000000000  697  D  W 223490 + 8 [kjournald]
// device, processor, sequence, seconds, process, action, RWBS, sector + sectors
class BlkparseParser final : public ParserLoop<BlkparseParser> {
public:
    explicit BlkparseParser(char action) : action_(action) { has_times_ = true; }

    LineOutcome parse_line(const char*& at, TraceRecord& record) {
        skip_blanks(at);
        const std::string_view device = word(at);
        // Summaries, per-processor headings and remarks do not begin with major,minor.
        if (!is_device(device)) return LineOutcome::ignored;
        skip_word(at);
        skip_word(at);
        skip_blanks(at);
        const char* time = at;
        word(at);
        skip_word(at);
        skip_blanks(at);
        const std::string_view action = word(at);
        if (action.empty()) return rejected("action: expected a letter such as Q or D");
        ++events_[static_cast<unsigned char>(action[0])];
        if (action.size() != 1 || action[0] != action_) return LineOutcome::ignored;
        skip_blanks(at);
        const std::optional<Access> access = access_of(word(at));
        skip_blanks(at);
        // Flushes have no sectors, packet commands a count in their place.
        if (!access || *at < '0' || *at > '9') return LineOutcome::ignored;
        record = {.access = *access};
        if (!time_in_ns(time, 1'000'000'000, record.time_ns)) {
            return rejected("time: expected seconds");
        }
        return parse_sectors(at, device, record);
    }

    std::uint64_t recognised() const override {
        std::uint64_t events = 0;
        for (const std::uint64_t count : events_)
            events += count;
        return events;
    }

    std::string hint() const override {
        std::string found;
        for (std::size_t letter = 0; letter < events_.size(); ++letter) {
            if (events_[letter] == 0) continue;
            found += fmt::format("{}{} {}", found.empty() ? "" : ", ", static_cast<char>(letter),
                                 events_[letter]);
        }
        if (found.empty()) return {};
        return fmt::format(
            "no requests at action {}; the events are {}: expected blkparse:ACTION "
            "with another of them",
            action_, found);
    }

private:
    static bool is_device(std::string_view text) {
        const std::size_t comma = text.find(',');
        return comma != std::string_view::npos && is_number(text.substr(0, comma)) &&
               is_number(text.substr(comma + 1));
    }
    static bool is_number(std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    }
    static void skip_word(const char*& at) {
        skip_blanks(at);
        word(at);
    }

    // R, W or D (discard) with flags before and after: F flush, A readahead, S sync, M metadata.
    static std::optional<Access> access_of(std::string_view rwbs) {
        for (const char c : rwbs) {
            if (c == 'R') return Access::read;
            if (c == 'W') return Access::write;
            if (c == 'D') return Access::trim;
        }
        return std::nullopt;
    }

    LineOutcome parse_sectors(const char*& at, std::string_view device, TraceRecord& record) {
        std::uint64_t sector = 0;
        std::uint64_t sectors = 0;
        bool is_good = whole_number(at, sector);
        skip_blanks(at);
        is_good = is_good && *at == '+';
        if (is_good) ++at;
        skip_blanks(at);
        is_good = is_good && whole_number(at, sectors);
        if (!is_good) return rejected("sectors: expected SECTOR + SECTORS");
        if (sectors == 0) return LineOutcome::ignored;
        if (__builtin_mul_overflow(sector, sector_bytes, &record.offset_bytes) ||
            __builtin_mul_overflow(sectors, sector_bytes, &record.length_bytes)) {
            return rejected("sectors: expected an end below 2^64 bytes");
        }
        record.device = devices_.index_of(device);
        return finished(record);
    }

    char action_;
    std::array<std::uint64_t, 256> events_{};
};

}  // namespace

std::unique_ptr<LineParser> make_blkparse_parser(std::string_view action) {
    if (action.size() != 1 || action[0] < 'A' || action[0] > 'Z') {
        throw InputError(fmt::format(
            "trace kind 'blkparse:{}': expected one action, such as blkparse:D (what the device "
            "got) or blkparse:Q (what was asked)",
            action));
    }
    return std::make_unique<BlkparseParser>(action[0]);
}

}  // namespace drivewear::ingest
