#include "catalog/provenance.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "catalog/field_values.hpp"

namespace drivewear::catalog {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 4> status_names{"published", "derived", "inferred", "conflict"};

std::optional<Status> status_named(const std::string& text) {
    const auto found = std::find(status_names.begin(), status_names.end(), text);
    if (found == status_names.end()) return std::nullopt;
    return static_cast<Status>(found - status_names.begin());
}

class ProvenanceReader {
public:
    ProvenanceReader(const Json& object, std::string pointer,
                     std::pair<Provenance&, ProblemList&> into)
        : object_(object),
          pointer_(std::move(pointer)),
          provenance_(into.first),
          problems_(into.second),
          reader_(object, pointer_, problems_) {}

    std::vector<ReadingPlace> read() {
        const std::string status = reader_.text("status").value_or(
            object_.contains("readings") ? "conflict" : "published");
        const auto named = status_named(status);
        if (!named) {
            reader_.problem("status", "\"" + status + "\"",
                            "published, derived, inferred or conflict");
        }
        provenance_.status = named.value_or(Status::published);
        provenance_.reason = reader_.text("reason").value_or("");
        const bool conflict = named == Status::conflict;
        conflict ? read_conflict() : read_single();
        if (places_.empty()) return places_;
        add_corroborations();
        check_words(conflict);
        reader_.refuse_unknown();
        return places_;
    }

private:
    void read_single() {
        if (reader_.find("readings") != nullptr) {
            reader_.problem("readings", "readings",
                            "the status conflict for a value that has them");
        }
        if (auto reading = read_reading(object_, reader_)) {
            provenance_.readings.push_back(std::move(*reading));
            places_.push_back({&object_, pointer_});
        }
    }

    void read_conflict() {
        const Json* list = reader_.find("readings");
        if (list == nullptr || !list->is_array() || list->size() < 2) {
            reader_.problem("readings", list == nullptr ? "nothing" : rendered(*list),
                            "a list of at least two readings");
            return;
        }
        std::size_t index = 0;
        std::size_t chosen = 0;
        for (const Json& item : *list) {
            chosen +=
                read_reading_of_conflict(item, pointer_ + "/readings/" + std::to_string(index++));
        }
        if (chosen != 1) {
            reader_.problem("readings", std::to_string(chosen) + " chosen readings",
                            "exactly one with \"chosen\": true");
            places_.clear();
            return;
        }
        check_repeated_value();
    }

    // Returns how many chosen readings this one is.
    std::size_t read_reading_of_conflict(const Json& item, const std::string& at) {
        ObjectReader reader(item, at, problems_);
        auto reading = read_reading(item, reader);
        const Json* chosen = reader.find("chosen");
        reader.refuse_unknown();
        if (chosen == nullptr || !chosen->is_boolean()) {
            reader.problem("chosen", chosen == nullptr ? "nothing" : rendered(*chosen),
                           "true or false");
            return 0;
        }
        if (!reading) return 0;
        reading->chosen = chosen->get<bool>();
        const bool first = reading->chosen;
        provenance_.readings.insert(
            first ? provenance_.readings.begin() : provenance_.readings.end(), std::move(*reading));
        places_.insert(first ? places_.begin() : places_.end(), ReadingPlace{&item, at});
        return first ? 1 : 0;
    }

    // The value stands beside its readings for whoever reads the file; it must be the chosen one.
    void check_repeated_value() {
        const Json& chosen = *places_.front().object;
        for (const char* name : {"value", "unit", "source", "locator"}) {
            const Json* repeated = reader_.find(name);
            if (repeated == nullptr) continue;
            const Json wanted = chosen.value(name, Json());
            if (*repeated != wanted) {
                reader_.problem(name, rendered(*repeated),
                                rendered(wanted) + " as in the chosen reading");
            }
        }
        reader_.find("note");
    }

    std::optional<Reading> read_reading(const Json& object, ObjectReader& reader) {
        reader.require("value", "the value");
        reader.require("source", "an id of a source");
        reader.find("unit");
        const bool has_value = reader.find("value") != nullptr;
        Reading reading{.value = "",
                        .source = reader.text("source").value_or(""),
                        .locator = reader.text("locator").value_or(""),
                        .printed = reader.text("printed").value_or(""),
                        .note = reader.text("note").value_or(""),
                        .chosen = true};
        if (!has_value) return std::nullopt;
        reading.value = value_with_unit(object);
        return reading;
    }

    // Further places that state the chosen value; they follow the chosen reading.
    void add_corroborations() {
        const Json* list = reader_.find("corroborated_by");
        if (list == nullptr) return;
        if (!list->is_array()) {
            return reader_.problem("corroborated_by", rendered(*list), "a list of places");
        }
        std::size_t index = 0;
        for (const Json& item : *list) {
            ObjectReader place(item, pointer_ + "/corroborated_by/" + std::to_string(index++),
                               problems_);
            place.require("source", "an id of a source");
            Reading reading{.value = provenance_.readings.front().value,
                            .source = place.text("source").value_or(""),
                            .locator = place.text("locator").value_or(""),
                            .printed = place.text("printed").value_or(""),
                            .note = place.text("note").value_or(""),
                            .chosen = true};
            place.refuse_unknown();
            provenance_.readings.insert(
                provenance_.readings.begin() + static_cast<std::ptrdiff_t>(index),
                std::move(reading));
        }
    }

    void check_words(bool conflict) {
        if (conflict && provenance_.reason.empty()) {
            reader_.problem("reason", "nothing", "why the chosen reading was chosen");
        }
        if (!conflict && !provenance_.reason.empty()) {
            reader_.problem("reason", "a reason", "none where nothing is in conflict");
        }
        const bool computed =
            provenance_.status == Status::derived || provenance_.status == Status::inferred;
        if (computed && provenance_.readings.front().note.empty()) {
            reader_.problem("note", "nothing", "how the value was derived or inferred");
        }
    }

    const Json& object_;
    std::string pointer_;
    Provenance& provenance_;
    ProblemList& problems_;
    ObjectReader reader_;
    std::vector<ReadingPlace> places_;
};

}  // namespace

const char* name_of(Status status) {
    return status_names[static_cast<std::size_t>(status)];
}

std::vector<ReadingPlace> read_provenance(const Json& object, const std::string& pointer,
                                          std::pair<Provenance&, ProblemList&> into) {
    return ProvenanceReader(object, pointer, into).read();
}

}  // namespace drivewear::catalog
