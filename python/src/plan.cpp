#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "cli/plan_options.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/plan/budget.hpp"
#include "drivewear/plan/explain.hpp"
#include "drivewear/plan/rank.hpp"
#include "drivewear/plan/shrink.hpp"
#include "drivewear/plan/uncertainty.hpp"
#include "drivewear/report/budget_report.hpp"
#include "drivewear/report/desk_report.hpp"
#include "drivewear/report/uncertainty_report.hpp"

namespace drivewear::python {
namespace {

using Folders = std::vector<std::filesystem::path>;

plan::Plan read_plan(const std::string& text, const std::string& name) {
    return plan::parse_plan(text, name,
                            {.read_text = [](const std::string& path) { return read_file(path); },
                             .presets = cli::load_presets()});
}

// A plan as JSON text with the name that messages give it, and the user's catalogs.
struct PlanQuestion {
    PlanQuestion(const std::string& text, const std::string& name, const Folders& folders)
        : plan(read_plan(text, name)),
          catalog(load_catalog(folders)),
          drive(catalog.find(plan.drive)) {}

    plan::Plan plan;
    catalog::Catalog catalog;
    const catalog::Drive& drive;
};

std::string budget(const std::string& text, const std::string& name, const Folders& folders) {
    const PlanQuestion question(text, name, folders);
    return report::to_json(plan::compute_budget(question.plan, question.drive)).dump();
}

std::string explain(const std::string& text, const std::string& name, const Folders& folders) {
    const PlanQuestion question(text, name, folders);
    const plan::Budget budget = plan::compute_budget(question.plan, question.drive);
    return report::to_json(plan::explain(budget), budget).dump();
}

std::string uncertainty(const std::string& text, const std::string& name, const Folders& folders,
                        const plan::UncertaintyOptions& options) {
    const PlanQuestion question(text, name, folders);
    const plan::Budget budget = plan::compute_budget(question.plan, question.drive);
    report::Json record = report::to_json(budget);
    report::add_uncertainty(record, plan::assess_uncertainty(budget, question.drive, options));
    return record.dump();
}

std::string shrink(const std::string& text, const std::string& name, const Folders& folders) {
    const PlanQuestion question(text, name, folders);
    return report::to_json(plan::shrink({.plan = question.plan, .drive = question.drive})).dump();
}

std::string rank(const std::string& text, const std::string& name, const Folders& folders) {
    const PlanQuestion question(text, name, folders);
    const plan::Prices prices;
    return report::to_json(plan::rank({.plan = question.plan,
                                       .plan_drive = question.drive,
                                       .candidates = question.catalog.drives(),
                                       .prices = prices}),
                           question.plan)
        .dump();
}

}  // namespace

void bind_plan(py::module_& module) {
    module.def("budget", &budget, py::arg("plan"), py::arg("name"), py::arg("folders"));
    module.def("explain", &explain, py::arg("plan"), py::arg("name"), py::arg("folders"));
    module.def(
        "uncertainty",
        [](const std::string& text, const std::string& name, const Folders& folders,
           std::uint64_t draws, std::uint64_t seed, unsigned threads) {
            const py::gil_scoped_release no_gil;
            return uncertainty(text, name, folders,
                               {.draws = draws, .seed = seed, .threads = threads});
        },
        py::arg("plan"), py::arg("name"), py::arg("folders"), py::arg("draws"), py::arg("seed"),
        py::arg("threads"));
    module.def("shrink", &shrink, py::arg("plan"), py::arg("name"), py::arg("folders"));
    module.def("rank", &rank, py::arg("plan"), py::arg("name"), py::arg("folders"));
}

}  // namespace drivewear::python
