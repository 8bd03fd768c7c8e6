#include <pybind11/stl.h>

#include "bindings.hpp"
#include "cli/run.hpp"

namespace drivewear::python {

void bind_command(py::module_& module) {
    module.def(
        "run_command",
        [](const std::vector<std::string>& arguments) {
            std::vector<const char*> pointers;
            for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
            const py::gil_scoped_release no_gil;
            return cli::run(static_cast<int>(pointers.size()), pointers.data());
        },
        py::arg("arguments"));
}

}  // namespace drivewear::python
