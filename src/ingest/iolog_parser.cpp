#include "ingest/iolog_parser.hpp"

#include <algorithm>
#include <array>

namespace drivewear::ingest {
namespace {

// Version 2: FILE ACTION [OFFSET LENGTH], without times; "wait" counts from the log's start and
// says nothing of when requests came. Version 3: MICROSECONDS FILE ACTION [OFFSET LENGTH].
class IologParser final : public ParserLoop<IologParser> {
public:
    LineOutcome parse_line(const char*& at, TraceRecord& record) {
        skip_blanks(at);
        if (*at == '\n') return LineOutcome::ignored;
        const char* const line = at;
        const std::string_view first = word(at);
        skip_blanks(at);
        const std::string_view second = word(at);
        if (first == "fio" && second == "version") return take_version(at);
        if (!version_) version_ = version_of(first, at);
        record = {};
        std::string_view file = first;
        std::string_view action = second;
        if (*version_ == 3) {
            const char* time = line;
            if (!time_in_ns(time, 1000, record.time_ns) || time != first.data() + first.size()) {
                return rejected("time: expected whole microseconds");
            }
            file = second;
            skip_blanks(at);
            action = word(at);
        }
        if (is_without_data(action)) {
            ++without_data_;
            return LineOutcome::ignored;
        }
        return parse_request(at, {file, action}, record);
    }

    // Opening and closing files is of the kind, too.
    std::uint64_t recognised() const override { return ParserLoop::recognised() + without_data_; }

private:
    struct Request {
        std::string_view file;
        std::string_view action;
    };

    LineOutcome take_version(const char*& at) {
        skip_blanks(at);
        const std::string_view number = word(at);
        if (number != "2" && number != "3") return rejected("header: expected version 2 or 3");
        version_ = number[0] - '0';
        has_times_ = *version_ == 3;
        return LineOutcome::ignored;
    }

    // Of a log without header: a number, a file and an action make version 3.
    int version_of(std::string_view first, const char* at) {
        skip_blanks(at);
        const std::string_view third = word(at);
        const bool is_number = first.find_first_not_of("0123456789") == std::string_view::npos;
        has_times_ = is_number && (is_without_data(third) || access_of(third));
        return has_times_ ? 3 : 2;
    }

    static bool is_without_data(std::string_view action) {
        constexpr std::array<std::string_view, 7> actions{
            "add", "open", "close", "wait", "sync", "datasync", "sync_file_range"};
        return std::find(actions.begin(), actions.end(), action) != actions.end();
    }
    static std::optional<Access> access_of(std::string_view action) {
        if (action == "read") return Access::read;
        if (action == "write") return Access::write;
        if (action == "trim") return Access::trim;
        return std::nullopt;
    }

    LineOutcome parse_request(const char*& at, const Request& request, TraceRecord& record) {
        const std::optional<Access> access = access_of(request.action);
        if (!access) return rejected("action: expected one of fio's, such as read, write or trim");
        record.access = *access;
        skip_blanks(at);
        const bool has_offset = whole_number(at, record.offset_bytes) && is_blank(*at);
        skip_blanks(at);
        if (!has_offset || !whole_number(at, record.length_bytes)) {
            return rejected("offset and length: expected two whole numbers of bytes");
        }
        skip_blanks(at);
        if (*at != '\n') return rejected("length: expected nothing after it");
        record.device = devices_.index_of(request.file);
        return finished(record);
    }

    std::optional<int> version_;
    std::uint64_t without_data_ = 0;
};

}  // namespace

std::unique_ptr<LineParser> make_iolog_parser() {
    return std::make_unique<IologParser>();
}

}  // namespace drivewear::ingest
