#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "catalog/lower.hpp"
#include "core/json_input.hpp"
#include "drivewear/catalog/catalog.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::catalog {
namespace {

constexpr std::size_t most_suggestions = 5;
using Words = std::vector<std::string>;

Words words_of(std::string_view text) {
    Words words(1);
    for (const char c : lower(text)) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '.') {
            words.back() += c;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

Words names_of(const Drive& drive) {
    std::string names = drive.id + " " + drive.vendor + " " + drive.family + " " + drive.model;
    for (const auto* more : {&drive.form_factors, &drive.aliases}) {
        for (const std::string& name : *more)
            names += " " + name;
    }
    return words_of(names);
}

// "12.8" is the start of "12.8tb"; a word need not be written to its end.
bool has_word(const Words& names, const std::string& word) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return name.starts_with(word); });
}

std::ptrdiff_t shared_words(const Words& wanted, const Words& names) {
    return std::count_if(wanted.begin(), wanted.end(),
                         [&](const std::string& word) { return has_word(names, word); });
}

bool is_called(const Drive& drive, const std::string& lower_name) {
    const auto same = [&](const std::string& text) { return lower(text) == lower_name; };
    return same(drive.id) || same(drive.model) ||
           std::any_of(drive.part_numbers.begin(), drive.part_numbers.end(), same);
}

std::string listed(const std::vector<const Drive*>& drives) {
    std::string text;
    for (std::size_t i = 0; i < std::min(drives.size(), most_suggestions); ++i) {
        text += (i == 0 ? "" : ", ") + drives[i]->id;
    }
    if (drives.size() > most_suggestions) {
        text += " and " + std::to_string(drives.size() - most_suggestions) + " more";
    }
    return text;
}

std::string suggestion(std::string_view name, const std::vector<Drive>& drives) {
    std::vector<std::string> ids;
    for (const Drive& drive : drives)
        ids.push_back(drive.id);
    if (const auto near = nearest_word(lower(name), ids)) return "did you mean " + *near + "?";
    const Words wanted = words_of(name);
    std::ptrdiff_t most = 1;
    std::vector<const Drive*> best;
    for (const Drive& drive : drives) {
        const std::ptrdiff_t shared = shared_words(wanted, names_of(drive));
        if (shared < most) continue;
        if (shared > most) best.clear();
        most = shared;
        best.push_back(&drive);
    }
    if (best.empty()) return "'drivewear catalog list' shows what there is";
    return "the nearest are " + listed(best);
}

}  // namespace

const Drive& Catalog::find(std::string_view name) const {
    std::vector<const Drive*> found;
    for (const Drive& drive : drives_) {
        if (is_called(drive, lower(name))) found.push_back(&drive);
    }
    const Words wanted = words_of(name);
    if (found.empty() && !wanted.empty()) {
        for (const Drive& drive : drives_) {
            const auto all = static_cast<std::ptrdiff_t>(wanted.size());
            if (shared_words(wanted, names_of(drive)) == all) found.push_back(&drive);
        }
    }
    if (found.size() == 1) return *found.front();
    const std::string subject = "drive '" + std::string(name) + "'";
    if (found.empty()) {
        throw UnknownName(subject + " is not in the catalog: " + suggestion(name, drives_));
    }
    throw UnknownName(subject + " is ambiguous: it fits " + listed(found));
}

}  // namespace drivewear::catalog
