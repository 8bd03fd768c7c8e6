#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "cli/fio_request.hpp"

namespace drivewear::python {

void bind_fio(py::module_& module) {
    // The "drivewear.measured/1" document, its results as rows, and what could not be read.
    module.def(
        "read_fio",
        [](const std::vector<std::string>& files, const std::optional<std::string>& drive,
           const std::string& platform, bool strict,
           const std::vector<std::filesystem::path>& folders) {
            const cli::FioRequest request{
                .files = files, .drive = drive, .platform = platform, .strict = strict};
            const report::FioAnswer answer =
                cli::read_fio(request, [&] { return load_catalog(folders); });
            return py::make_tuple(report::to_measured(answer).dump(),
                                  report::to_measured_rows(answer).dump(), answer.unreadable);
        },
        py::arg("files"), py::arg("drive"), py::arg("platform"), py::arg("strict"),
        py::arg("folders"));
}

}  // namespace drivewear::python
