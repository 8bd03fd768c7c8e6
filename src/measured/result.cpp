#include "drivewear/measured/result.hpp"

#include <fmt/format.h>

#include <cmath>

namespace drivewear::measured {
namespace {

std::string block_text(double bytes) {
    if (std::fmod(bytes, 1048576) == 0) return fmt::format("{:g} MiB", bytes / 1048576);
    if (std::fmod(bytes, 1024) == 0) return fmt::format("{:g} KiB", bytes / 1024);
    return fmt::format("{:g} B", bytes);
}

void append(std::string& text, const std::string& word) {
    if (!word.empty()) text += (text.empty() ? "" : " ") + word;
}

}  // namespace

std::string_view name_of(Operation operation) {
    return operation == Operation::read ? "read" : "write";
}

std::string_view name_of(Access access) {
    return access == Access::sequential ? "sequential" : "random";
}

std::string_view name_of(Statistic statistic) {
    switch (statistic) {
        case Statistic::point:
            return "point";
        case Statistic::mean:
            return "mean";
        case Statistic::min:
            return "min";
        case Statistic::max:
            return "max";
        case Statistic::band:
            return "band";
        case Statistic::sum:
            return "sum";
        case Statistic::spread:
            return "spread";
    }
    return "";
}

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::measured:
            return "measured";
        case Kind::rated:
            return "rated";
        case Kind::derived:
            return "derived";
        case Kind::simulated:
            return "simulated";
        case Kind::stated:
            return "stated";
    }
    return "";
}

std::string_view name_of(Evidence evidence) {
    switch (evidence) {
        case Evidence::raw_log:
            return "raw log";
        case Evidence::read:
            return "read";
        case Evidence::abstract:
            return "abstract";
        case Evidence::secondary:
            return "secondary";
    }
    return "";
}

std::optional<std::uint64_t> Conditions::concurrency() const {
    if (threads) return threads;
    if (queue_depth && jobs) return *queue_depth * *jobs;
    return std::nullopt;
}

std::string label_of(const Conditions& conditions, Quantity quantity) {
    std::string text;
    append(text, conditions.test);
    if (conditions.block_bytes) append(text, block_text(*conditions.block_bytes));
    if (conditions.access) append(text, std::string(name_of(*conditions.access)));
    if (conditions.operation) append(text, std::string(name_of(*conditions.operation)));
    if (text.empty() || !conditions.workload.empty()) append(text, conditions.workload);
    if (const auto concurrency = conditions.concurrency()) {
        append(text, fmt::format("at {} outstanding", *concurrency));
    }
    if (conditions.pass) append(text, fmt::format("pass {}", *conditions.pass));
    if (conditions.checkpoint) append(text, fmt::format("checkpoint {}", *conditions.checkpoint));
    if (!conditions.where.empty()) append(text, "(" + conditions.where + ")");
    text += text.empty() ? "" : ", ";
    text += fmt::format("{} {}", name_of(conditions.statistic), name_of(quantity));
    if (!conditions.over.empty()) append(text, "over " + conditions.over);
    const std::string& who = conditions.drive.empty() ? conditions.group : conditions.drive;
    return who.empty() ? text : text + ", " + who;
}

std::string Result::label() const {
    return label_of(conditions, quantity);
}

}  // namespace drivewear::measured
