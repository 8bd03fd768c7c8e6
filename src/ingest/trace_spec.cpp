#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

#include "drivewear/core/errors.hpp"
#include "drivewear/ingest/trace_layout.hpp"
#include "ingest/line_parser.hpp"

namespace drivewear::ingest {
namespace {

constexpr std::string_view prefix = "trace:";
constexpr std::string_view csv_prefix = "csv:";

class SpecReader {
public:
    explicit SpecReader(std::string_view text) : text_(text), at_(prefix.size()) {}

    TraceSpec run() {
        TraceSpec spec;
        spec.file = up_to_comma();
        if (spec.file.empty()) refuse(at_, "a file name is missing");
        std::set<std::string_view> seen;
        while (at_ < text_.size()) {
            ++at_;
            const std::size_t key_at = at_;
            const std::string_view key = text_.substr(at_, text_.find_first_of("=,", at_) - at_);
            if (key != "kind" && key != "device" && key != "layout") {
                refuse(key_at, fmt::format("unknown key '{}': expected kind, device or layout; "
                                           "csv:... takes the rest of the text",
                                           key));
            }
            if (!seen.insert(key).second) refuse(key_at, fmt::format("'{}' again", key));
            at_ += key.size();
            if (at_ == text_.size() || text_[at_] != '=') {
                refuse(at_, fmt::format("expected '=' after '{}'", key));
            }
            ++at_;
            take(key, spec);
        }
        return spec;
    }

private:
    [[noreturn]] void refuse(std::size_t at, std::string reason) const {
        throw ParseError(std::string(text_), at + 1, std::move(reason));
    }

    std::string_view up_to_comma() {
        const std::string_view value = text_.substr(at_, text_.find(',', at_) - at_);
        at_ += value.size();
        return value;
    }

    void take(std::string_view key, TraceSpec& spec) {
        const std::size_t value_at = at_;
        if (key == "kind" && text_.substr(at_).starts_with(csv_prefix)) {
            at_ = text_.size();
        } else {
            up_to_comma();
        }
        const std::string_view value = text_.substr(value_at, at_ - value_at);
        if (value.empty()) refuse(value_at, fmt::format("'{}' has no value", key));
        if (key == "kind") {
            spec.options.kind = checked_kind(value, value_at);
        } else if (key == "device") {
            spec.options.device = value;
        } else {
            spec.layout = layout_named(value, value_at);
        }
    }

    // The kind's own message, at its place.
    std::string checked_kind(std::string_view kind, std::size_t at) const {
        try {
            if (kind != "auto") make_parser(kind);
        } catch (const InputError& error) {
            refuse(at, error.what());
        }
        return std::string(kind);
    }

    AddressLayout layout_named(std::string_view name, std::size_t at) const {
        constexpr std::array<std::pair<std::string_view, AddressLayout>, 4> layouts{{
            {"auto", AddressLayout::automatic},
            {"keep", AddressLayout::keep},
            {"remap", AddressLayout::remap},
            {"wrap", AddressLayout::wrap},
        }};
        for (const auto& [known, layout] : layouts) {
            if (known == name) return layout;
        }
        refuse(at, fmt::format("unknown layout '{}': expected auto, keep, remap or wrap", name));
    }

    std::string_view text_;
    std::size_t at_;
};

}  // namespace

bool is_trace_spec(std::string_view text) {
    return text.starts_with(prefix);
}

TraceSpec parse_trace_spec(std::string_view text) {
    if (!is_trace_spec(text)) throw ParseError(std::string(text), 1, "expected 'trace:FILE'");
    return SpecReader(text).run();
}

}  // namespace drivewear::ingest
