#include "catalog/provenance.hpp"

#include <cmath>
#include <utility>

namespace drivewear::catalog {
namespace {

using Json = nlohmann::json;

std::optional<Status> status_named(const std::string& text) {
    if (text == "published") return Status::published;
    if (text == "derived") return Status::derived;
    if (text == "inferred") return Status::inferred;
    if (text == "conflict") return Status::conflict;
    return std::nullopt;
}

std::string number_text(double number) {
    return (number < 0 ? "-" : "") + units::Decimal::from_double(std::abs(number)).to_string();
}

std::string text_of(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return number_text(value.get<double>());
    std::string joined;
    for (const Json& item : value)
        joined += (joined.empty() ? "" : ", ") + text_of(item);
    return joined;
}

std::optional<Reading> read_reading(const Json& object, const std::string& pointer,
                                    ProblemList& problems) {
    ObjectReader reader(object, pointer, problems);
    reader.require("value", "the value");
    reader.require("source", "an id of sources.json");
    const Json* value = reader.find("value");
    if (value == nullptr) return std::nullopt;
    if (!value->is_string() && !value->is_number() && !value->is_array()) {
        reader.problem("value", rendered(*value), "a number, a text or a list");
        return std::nullopt;
    }
    return Reading{.value = value_with_unit(object),
                   .source = reader.text("source").value_or(""),
                   .locator = reader.text("locator").value_or(""),
                   .note = reader.text("note").value_or(""),
                   .chosen = true};
}

// Further places that state the same value are readings of their own.
void add_corroboration(const Json& object, Provenance& provenance) {
    const auto list = object.find("corroborated_by");
    if (list == object.end() || !list->is_array()) return;
    for (const Json& place : *list) {
        Reading reading = provenance.readings.front();
        reading.source = place.value("source", "");
        reading.locator = place.value("locator", "");
        reading.note = place.value("note", "");
        provenance.readings.push_back(std::move(reading));
    }
}

ChosenReading read_conflict(const Json& object, const std::string& pointer,
                            std::pair<Provenance&, ProblemList&> into) {
    auto& [provenance, problems] = into;
    provenance.reason = object.value("reason", "");
    if (provenance.reason.empty()) {
        problems.add(pointer + "/reason", "nothing", "why the chosen reading was chosen");
    }
    ChosenReading chosen;
    std::size_t index = 0;
    for (const Json& item : object.at("readings")) {
        const std::string at = pointer + "/readings/" + std::to_string(index++);
        auto reading = read_reading(item, at, problems);
        if (!reading) continue;
        reading->chosen = item.value("chosen", false);
        if (reading->chosen && chosen.object != nullptr) {
            problems.add(at + "/chosen", "a second chosen reading", "exactly one");
        }
        const auto place =
            reading->chosen ? provenance.readings.begin() : provenance.readings.end();
        if (reading->chosen) chosen = {&item, at};
        provenance.readings.insert(place, std::move(*reading));
    }
    if (chosen.object == nullptr) {
        problems.add(pointer + "/readings", "no chosen reading", "one with \"chosen\": true");
    }
    return chosen;
}

}  // namespace

std::string value_with_unit(const Json& reading) {
    const std::string text = text_of(reading.at("value"));
    const std::string unit = reading.value("unit", "");
    return unit.empty() ? text : text + " " + unit;
}

ChosenReading read_provenance(const Json& object, const std::string& pointer,
                              std::pair<Provenance&, ProblemList&> into) {
    auto& [provenance, problems] = into;
    const bool conflict = object.contains("readings") && object.at("readings").is_array();
    const Json status = object.value("status", Json(conflict ? "conflict" : "published"));
    const auto named = status.is_string() ? status_named(status.get<std::string>()) : std::nullopt;
    if (!named) {
        problems.add(pointer + "/status", rendered(status),
                     "published, derived, inferred or conflict");
    }
    provenance.status = named.value_or(Status::published);
    if (conflict) return read_conflict(object, pointer, into);
    auto reading = read_reading(object, pointer, problems);
    if (!reading) return {};
    provenance.readings.push_back(std::move(*reading));
    add_corroboration(object, provenance);
    return {&object, pointer};
}

}  // namespace drivewear::catalog
