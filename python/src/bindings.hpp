// What the bindings of all rooms share. Results cross as JSON text, written by the same code that
// the command line uses, so that both give the same numbers to the last bit; arrays cross as
// NumPy buffers.
#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <string>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/core/progress.hpp"

namespace drivewear::python {

namespace py = pybind11;

void bind_errors(py::module_& module);
void bind_catalog(py::module_& module);
void bind_compare(py::module_& module);
void bind_plan(py::module_& module);
void bind_wa(py::module_& module);
void bind_simulate(py::module_& module);
void bind_fio(py::module_& module);
void bind_health(py::module_& module);
void bind_wear(py::module_& module);
void bind_command(py::module_& module);

/// The built-in catalog and the folders on top of it.
catalog::Catalog load_catalog(const std::vector<std::filesystem::path>& folders);

/// A hook for long work that runs without the GIL: at most every 50 ms it takes the GIL, lets
/// Python handle signals and calls `progress(fraction)` unless that is None. An exception in either
/// stops the work and is raised again by `rethrow_if_stopped`.
class PythonProgress {
public:
    explicit PythonProgress(py::object progress);
    KeepGoing hook();
    /// Call with the GIL held after Cancelled was caught.
    void rethrow_if_stopped();

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace drivewear::python
