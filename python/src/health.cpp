#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bindings.hpp"
#include "cli/health_request.hpp"
#include "drivewear/report/health_report.hpp"

namespace drivewear::python {

void bind_health(py::module_& module) {
    // The "drivewear.health/1" document as JSON text.
    module.def(
        "health",
        [](const std::vector<std::string>& paths, const std::vector<std::string>& ratings,
           const std::vector<std::filesystem::path>& folders, bool one_drive, bool strict,
           bool show_serials, unsigned threads) {
            const cli::HealthRequest request{.paths = paths,
                                             .ratings = ratings,
                                             .threads = threads,
                                             .one_drive = one_drive,
                                             .strict = strict};
            const py::gil_scoped_release no_gil;
            return report::health_json(cli::read_fleet(request, load_catalog(folders)),
                                       {.show_serials = show_serials});
        },
        py::arg("paths"), py::arg("ratings"), py::arg("folders"), py::arg("one_drive"),
        py::arg("strict"), py::arg("show_serials"), py::arg("threads"));
}

}  // namespace drivewear::python
