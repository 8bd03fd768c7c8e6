#include "drivewear/compare/compare.hpp"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "drivewear/core/data_directory.hpp"
#include "drivewear/report/compare_report.hpp"

namespace drivewear::python {
namespace {

using Folders = std::vector<std::filesystem::path>;
using Column = std::vector<std::optional<double>>;

std::string compare_all(const std::optional<std::string>& drive,
                        const std::optional<std::string>& quantity, bool calibrated,
                        const Folders& folders) {
    const catalog::Catalog catalog = load_catalog(folders);
    const auto measurements = measured::Measurements::load(data_directory() / "measured", catalog);
    compare::CompareOptions options{.calibrated = calibrated};
    if (drive) options.drive_id = catalog.find(*drive).id;
    if (quantity) options.quantity = compare::quantity_named(*quantity);
    return report::to_json(compare::compare(catalog, measurements, options)).dump();
}

std::string calibrate(const std::vector<double>& usable_bytes, const Column& waf,
                      const Column& iops, const compare::CalibrationOptions& options) {
    std::vector<compare::CalibrationPoint> points;
    for (std::size_t i = 0; i < usable_bytes.size(); ++i) {
        points.push_back({.usable_bytes = usable_bytes[i],
                          .write_amplification = waf.at(i),
                          .iops = iops.at(i),
                          .place = "row " + std::to_string(i)});
    }
    return report::to_json(compare::calibrate(points, options)).dump();
}

}  // namespace

void bind_compare(py::module_& module) {
    module.def("compare", &compare_all, py::arg("drive"), py::arg("quantity"),
               py::arg("calibrated"), py::arg("folders"));
    module.def(
        "calibrate",
        [](const std::vector<double>& usable_bytes, const Column& waf, const Column& iops,
           std::optional<double> base, std::optional<double> seq_write) {
            return calibrate(usable_bytes, waf, iops,
                             {.base = base, .seq_write_bytes_per_second = seq_write});
        },
        py::arg("usable_bytes"), py::arg("waf"), py::arg("iops"), py::arg("base"),
        py::arg("seq_write"));
}

}  // namespace drivewear::python
