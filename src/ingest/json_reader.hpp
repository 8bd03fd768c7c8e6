// JSON as drives' tools print it, which is not always JSON: counters wider than 64 bits, nan and
// inf for numbers, text before and after the document, several documents in one file.
//
// A document is a flat list of values that point into the text: nothing is copied, a number stays
// the text that was printed (so that no counter ever passes through a double), and strings are
// decoded when asked for. The text must outlive the document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/core/wide.hpp"

namespace drivewear::ingest {

enum class JsonKind : std::uint8_t { absent, null, boolean, number, text, array, object };

/// What a document may hold at most; beyond it the text is refused.
struct JsonLimits {
    std::size_t deepest = 64;           ///< arrays and objects inside one another
    std::size_t most_values = 2000000;  ///< values and keys of one document, 16 bytes each
};

class JsonDocument;

/// A value of a document, or the absence of one: lookups in what is not there are absent too, so
/// that root["device"]["name"] needs no checks between.
class JsonValue {
public:
    JsonValue() = default;

    JsonKind kind() const;
    explicit operator bool() const { return kind() != JsonKind::absent; }
    bool is_object() const { return kind() == JsonKind::object; }
    bool is_array() const { return kind() == JsonKind::array; }

    /// The member of that name; the first of several.
    JsonValue operator[](std::string_view name) const;
    /// The first member that is there.
    JsonValue first_of(std::initializer_list<std::string_view> names) const;
    /// Members of an object or elements of an array.
    std::size_t size() const;

    /// A number exactly as printed ("18446744073709551616", "1.5e3", "nan"); empty for the rest.
    std::string_view number_text() const;
    /// A number that is printed as a whole one, in 128 bits: "136157684" and "136157684.0".
    std::optional<Uint128> whole_number() const;
    /// The nearest double; nothing for nan and inf.
    std::optional<double> number() const;
    std::optional<bool> boolean() const;
    /// A string, its escapes decoded.
    std::optional<std::string> text() const;
    /// A string as it stands between the quotes, escapes and all; empty for the rest.
    std::string_view raw_text() const;

    /// Calls visit(std::string_view name, JsonValue) for each member in order; names are as they
    /// stand between the quotes.
    template <class Visit>
    void for_each_member(Visit visit) const;
    /// Calls visit(JsonValue) for each element in order.
    template <class Visit>
    void for_each_element(Visit visit) const;

private:
    friend class JsonDocument;
    JsonValue(const JsonDocument& document, std::uint32_t index)
        : document_(&document), index_(index) {}

    const JsonDocument* document_ = nullptr;
    std::uint32_t index_ = 0;
};

/// One document. Reuse it for the next to keep its memory.
class JsonDocument {
public:
    JsonValue root() const { return nodes_.empty() ? JsonValue() : JsonValue(*this, 0); }

private:
    friend class JsonValue;
    friend class JsonReader;
    friend class JsonParser;

    struct Node {
        std::uint32_t begin;  // first character of a number or of a string's inside
        std::uint32_t end;    // one past the last
        std::uint32_t next;   // index after this value and everything inside it
        JsonKind kind;
        bool has_escapes;  // of a string
    };

    std::string_view slice(const Node& node) const {
        return text_.substr(node.begin, node.end - node.begin);
    }

    std::string_view text_;
    std::vector<Node> nodes_;  // a member is two values: its name, then what it is
};

/// Documents of one text, one after another. A document begins on a line of its own with '{' and a
/// name, or with '[' and an object; other lines outside a document are skipped.
class JsonReader {
public:
    /// `file` is named in errors.
    JsonReader(std::string_view text, std::string file, JsonLimits limits = {});

    /// Reads the next document; false when there is no more. Throws ValidationError, naming line
    /// and column, for one that is broken; reading cannot go on then.
    bool next(JsonDocument& document);
    /// Whether something that is neither blank nor a document was skipped so far.
    bool skipped_text() const { return skipped_text_; }

private:
    std::string_view text_;
    std::string file_;
    JsonLimits limits_;
    std::size_t at_ = 0;
    bool skipped_text_ = false;
};

/// The first document of a text. Throws ValidationError when there is none or it is broken.
JsonDocument read_json(std::string_view text, const std::string& file, JsonLimits limits = {});

template <class Visit>
void JsonValue::for_each_member(Visit visit) const {
    if (!is_object()) return;
    const auto& nodes = document_->nodes_;
    const std::uint32_t end = nodes[index_].next;
    for (std::uint32_t i = index_ + 1; i < end; i = nodes[i + 1].next)
        visit(document_->slice(nodes[i]), JsonValue(*document_, i + 1));
}

template <class Visit>
void JsonValue::for_each_element(Visit visit) const {
    if (!is_array()) return;
    const auto& nodes = document_->nodes_;
    const std::uint32_t end = nodes[index_].next;
    for (std::uint32_t i = index_ + 1; i < end; i = nodes[i].next)
        visit(JsonValue(*document_, i));
}

}  // namespace drivewear::ingest
