#include "bindings.hpp"

PYBIND11_MODULE(_core, module) {
    using namespace drivewear::python;
    module.doc() = "The compiled core of drivewear; use the names of the package instead.";
    bind_errors(module);
    bind_catalog(module);
    bind_compare(module);
    bind_plan(module);
    bind_wa(module);
    bind_simulate(module);
    bind_wear(module);
    bind_health(module);
    bind_fio(module);
    bind_command(module);
}
