#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "cli/simulation_request.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/report/simulation_report.hpp"

namespace drivewear::python {
namespace {

using Folders = std::vector<std::filesystem::path>;

// Copies the member of `keywords` named like the field, when there is one.
template <class Field>
void take(const py::dict& keywords, const char* name, Field& field) {
    if (keywords.contains(name) && !keywords[name].is_none()) field = keywords[name].cast<Field>();
}
template <class Value>
void take(const py::dict& keywords, const char* name, std::optional<Value>& field) {
    if (keywords.contains(name) && !keywords[name].is_none()) field = keywords[name].cast<Value>();
}

cli::SimulationRequest request_from(const py::dict& keywords) {
    cli::SimulationRequest request;
    take(keywords, "drive", request.drive);
    take(keywords, "usable", request.usable);
    take(keywords, "raw", request.raw);
    take(keywords, "spare_factor", request.spare_factor);
    take(keywords, "blocks", request.blocks);
    take(keywords, "pages_per_block", request.pages_per_block);
    take(keywords, "superblock", request.superblock);
    take(keywords, "page", request.page);
    take(keywords, "held_free", request.held_free);
    take(keywords, "bad_blocks", request.bad_blocks);
    take(keywords, "rain", request.rain);
    take(keywords, "policy", request.policy);
    take(keywords, "frontiers", request.frontiers);
    take(keywords, "workload", request.workload);
    take(keywords, "wear_leveling", request.wear_levelling);
    take(keywords, "precondition", request.precondition);
    take(keywords, "warm_up", request.warm_up);
    take(keywords, "drive_writes", request.drive_writes);
    take(keywords, "window", request.window);
    take(keywords, "until", request.until);
    take(keywords, "pe_cycles", request.cycles);
    take(keywords, "dwpd", request.dwpd);
    take(keywords, "engine", request.engine);
    take(keywords, "seed", request.seed);
    take(keywords, "replicates", request.replicates);
    take(keywords, "threads", request.threads);
    take(keywords, "memory", request.memory);
    take(keywords, "checkpoint", request.checkpoint);
    take(keywords, "every", request.every);
    return request;
}

template <class Value>
py::array_t<Value> array_of(const std::vector<Value>& values) {
    return py::array_t<Value>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::array_t<double> series_of(const ftl::SimulationResult& result) {
    py::array_t<double> series({static_cast<py::ssize_t>(result.series.size()), py::ssize_t{2}});
    auto cells = series.mutable_unchecked<2>();
    for (py::ssize_t i = 0; i < cells.shape(0); ++i) {
        const ftl::SeriesPoint& point = result.series[static_cast<std::size_t>(i)];
        cells(i, 0) = point.drive_writes;
        cells(i, 1) = point.write_amplification;
    }
    return series;
}

// The record as JSON text, the series, and the erase-count histogram with its first count.
py::tuple simulate(const py::dict& keywords, const Folders& folders, const py::object& progress) {
    const cli::SimulationRequest request = request_from(keywords);
    cli::PreparedSimulation prepared =
        cli::prepare(request, [&] { return load_catalog(folders); });
    PythonProgress hook(progress);
    prepared.options.keep_going = hook.hook();
    report::SimulationAnswer answer;
    try {
        const py::gil_scoped_release no_gil;
        answer = cli::run(prepared);
    } catch (const Cancelled&) {
        hook.rethrow_if_stopped();
        throw;
    }
    const device::EraseHistogram& erases = answer.result.erase_counts.histogram;
    return py::make_tuple(report::to_json(answer).dump(), series_of(answer.result),
                          erases.first_count, array_of(erases.blocks));
}

}  // namespace

void bind_simulate(py::module_& module) {
    module.def("simulate", &simulate, py::arg("request"), py::arg("folders"), py::arg("progress"));
}

}  // namespace drivewear::python
