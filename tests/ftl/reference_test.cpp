// Every engine against numbers of an independent simulator (rows of kind "simulated"), policy by
// policy. The tolerance is the row's, 3 of its standard errors and 0.1 %, and 3 of ours.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "drivewear/ftl/simulate.hpp"
#include "ftl/engine.hpp"
#include "support/reference_rows.hpp"
#include "support/sanitizers.hpp"

using namespace drivewear;
using namespace drivewear::ftl;
using test::ReferenceRow;

namespace {

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

// Relative differences that the rows' own notes or definitions account for, on top.
double known_difference(const ReferenceRow& row) {
    // Not stationary: FIFO and d-choices keep the memory of the initial layout.
    if (row.parameters.contains("ordered")) return 0.02;
    // Its greedy breaks ties by a rule of its own, which matters most with two frontiers.
    if (row.model == "SIM_greedy_DWF(host|GC)") return 0.003;
    // It keeps an open block outside the N of two frontiers; we within: one block of the spare.
    if (contains(row.model, "DWF")) {
        const double blocks = row.parameters["N"];
        const double spare_factor = row.parameters["sf"];
        return 1 / (blocks * spare_factor);
    }
    // Not stationary after its warm-up of 40 drive writes.
    if (row.id == "R0559") return 0.01;
    return 0;
}

Policy policy_of(const ReferenceRow& row) {
    const auto& parameters = row.parameters;
    if (contains(row.model, "FIFO")) return Fifo{};
    if (contains(row.model, "windowed")) return WindowedGreedy{parameters["w"]};
    if (contains(row.model, "greedy")) return Greedy{};
    if (contains(row.model, "dchoices")) return DChoices{parameters["d"]};
    if (contains(row.model, "random")) return RandomVictim{};
    if (contains(row.model, "LFS")) return CostBenefit{CostBenefit::Form::lfs};
    if (contains(row.model, "Kawaguchi")) return CostBenefit{CostBenefit::Form::kawaguchi};
    FAIL("no policy in " << row.model);
    return Greedy{};
}

// "0.5/0.05:0.3/0.15:0.2/0.8", write share / page share, in our grammar.
std::string classes_text(const std::string& classes) {
    std::string text = "classes:shares=";
    for (std::size_t begin = 0; begin < classes.size();) {
        const std::size_t end = std::min(classes.find(':', begin), classes.size());
        const std::string one = classes.substr(begin, end - begin);
        const std::size_t slash = one.find('/');
        text += (begin == 0 ? "" : "/") + one.substr(slash + 1) + ":" + one.substr(0, slash);
        begin = end + 1;
    }
    return text;
}

std::string workload_of(const nlohmann::json& parameters) {
    if (parameters.contains("f")) {
        return fmt::format("hotcold:f={},r={}", parameters["f"].get<double>(),
                           parameters["r"].get<double>());
    }
    if (parameters.contains("cls")) return classes_text(parameters["cls"]);
    if (parameters.contains("trim")) {
        return fmt::format("uniform:trim={}", parameters["trim"].get<double>());
    }
    if (!parameters.contains("seq")) return "uniform";
    const double sequential = parameters["seq"];
    if (sequential == 1) return "sequential";
    return fmt::format("mix:{}*sequential+{}*uniform", sequential, 1 - sequential);
}

Placement placement_of(const std::string& model) {
    if (contains(model, "DWF")) return HostGcFrontiers{};
    if (contains(model, "HCWF")) return ClassFrontiers{};
    return OneFrontier{};
}

bool is_of_our_kind(const ReferenceRow& row) {
    return row.kind == "simulated" && row.quantity == "WA mean" && row.parameters.contains("N") &&
           !row.parameters.contains("zipf");
}

SimulationOptions options_of(const ReferenceRow& row) {
    const auto& parameters = row.parameters;
    SimulationOptions options;
    options.geometry = geometry_from_spare_factor(
        {.spare_factor = device::SpareFactor::from_value(parameters["sf"]),
         .pool_blocks = parameters["N"],
         .pages_per_block = parameters["b"],
         .blocks_held_free = 2});
    options.policy = policy_of(row);
    options.placement = placement_of(row.model);
    options.workload = workload::parse(workload_of(parameters));
    // Mixtures with a sequential stream keep the memory of their first layout under FIFO.
    const bool is_ordered = parameters.value("ordered", parameters.contains("seq") ? 0 : 1) == 1;
    options.precondition = parse_precondition(is_ordered ? "sequential" : "random");
    const bool is_uniform = options.workload.classes.size() == 1 && !parameters.contains("seq");
    const double most = is_uniform ? 6 : contains(row.model, "HCWF") ? 200 : 25;
    options.warm_up_drive_writes = std::min(parameters.value("warm", 15.0), most);
    options.drive_writes = is_uniform ? 5 : 8;
    if (parameters["N"] <= 1000) options.drive_writes *= 4;
    options.threads = 1;
    return options;
}

// Exact, but too slow for this row.
bool takes_long(const EngineEntry& entry, const SimulationOptions& options) {
    const double host_pages = (*options.warm_up_drive_writes + options.drive_writes) *
                              static_cast<double>(options.geometry.usable_pages);
    const double most_ns = entry.kind == EngineKind::epoch ? 1e9 : 1e8;
    return entry.kind != EngineKind::page && entry.cost(options) * host_pages > most_ns;
}

}  // namespace

TEST_CASE("every engine agrees with the simulated reference, policy by policy") {
    std::map<std::string, int> rows_of_engine;
    std::size_t number = 0;
    for (const ReferenceRow& row : test::reference_rows()) {
        if (!is_of_our_kind(row)) continue;
        if (test::is_sanitized && number++ % 16 != 0) continue;
        SimulationOptions options = options_of(row);
        for (const EngineEntry& entry : engines()) {
            if (entry.why_not(options) || takes_long(entry, options)) continue;
            options.engine = entry.kind;
            const SimulationResult result = simulate(options);
            const double allowed = row.allowed_difference() + 3 * result.standard_error +
                                   known_difference(row) * row.number();
            const double difference = result.write_amplification - row.number();
            INFO(row.id << " " << row.model << " " << row.parameters.dump() << ": "
                        << result.write_amplification << " +- " << result.standard_error
                        << ", expected " << row.value << " +- " << allowed << " by the "
                        << to_text(entry.kind) << " engine");
            CHECK(std::abs(difference) <= allowed);
            ++rows_of_engine[std::string(to_text(entry.kind))];
        }
    }
    CHECK(rows_of_engine["page"] >= (test::is_sanitized ? 6 : 100));
    CHECK(rows_of_engine["occupancy"] >= (test::is_sanitized ? 3 : 50));
    CHECK(rows_of_engine["epoch"] >= (test::is_sanitized ? 0 : 3));
    MESSAGE(rows_of_engine["page"] << " rows by the page engine, " << rows_of_engine["occupancy"]
                                   << " by occupancy, " << rows_of_engine["epoch"] << " by epoch");
}

TEST_CASE("TRIM leaves as many pages in use as the reference found") {
    for (const ReferenceRow& row : test::reference_rows()) {
        if (row.model != "SIM_trim_utilisation") continue;
        ReferenceRow as_run = row;
        as_run.model = "SIM_" + (row.parameters["pol"] == "fifo" ? std::string("FIFO")
                                                                 : std::string("greedy"));
        SimulationOptions options = options_of(as_run);
        options.drive_writes = 1;
        INFO(row.id);
        CHECK(std::abs(simulate(options).mapped_share - row.number()) <= row.allowed_difference());
        if (test::is_sanitized) return;
    }
}

TEST_CASE("the transient from a scattered drive follows the reference") {
    for (const ReferenceRow& row : test::reference_rows()) {
        if (row.model != "SIM_dchoices_transient") continue;
        SimulationOptions options = options_of(row);
        options.precondition = parse_precondition("scattered");
        options.warm_up_drive_writes = 0;
        options.window_drive_writes = 0.25;
        options.drive_writes = 1;
        options.engine = EngineKind::page;
        const SimulationResult result = simulate(options);
        const double begin = row.parameters["window_driveWrites"][0];
        const auto window = static_cast<std::size_t>(begin / 0.25);
        INFO(row.id);
        // One run of ours: a window of 72,000 host pages has a standard error of about 0.01.
        CHECK(std::abs(result.series.at(window).write_amplification - row.number()) <=
              row.allowed_difference() + 0.03);
        if (test::is_sanitized) return;
    }
}
