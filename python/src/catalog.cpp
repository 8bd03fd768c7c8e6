#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "drivewear/core/data_directory.hpp"
#include "drivewear/report/catalog_report.hpp"

namespace drivewear::python {
namespace {

// Each drive's flat record, as the catalog export writes it, with the provenance of its fields.
std::string catalog_json(const std::vector<std::filesystem::path>& folders) {
    const catalog::Catalog catalog = load_catalog(folders);
    report::Json drives = report::Json::array();
    for (const catalog::Drive& drive : catalog.drives()) {
        drives.push_back({{"record", report::to_record(drive)},
                          {"provenance", report::to_json(drive)["fields"]}});
    }
    return report::Json{{"drives", drives}, {"notices", catalog.notices()}}.dump();
}

}  // namespace

catalog::Catalog load_catalog(const std::vector<std::filesystem::path>& folders) {
    std::vector<std::filesystem::path> all{data_directory() / "catalog"};
    all.insert(all.end(), folders.begin(), folders.end());
    return catalog::Catalog::load(all);
}

void bind_catalog(py::module_& module) {
    module.def("catalog", &catalog_json, py::arg("folders"));
    module.def(
        "find_drive",
        [](const std::string& name, const std::vector<std::filesystem::path>& folders) {
            return load_catalog(folders).find(name).id;
        },
        py::arg("name"), py::arg("folders"));
}

}  // namespace drivewear::python
