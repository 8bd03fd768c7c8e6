#include "bindings.hpp"
#include "drivewear/wear/failure.hpp"

namespace drivewear::python {

void bind_wear(py::module_& module) {
    module.def(
        "afr",
        [](double mttf_hours) {
            return wear::annualised_failure_rate(units::hours(mttf_hours));
        },
        py::arg("mttf_hours"));
    module.def(
        "expected_failures",
        [](std::uint64_t drives, double years, double mttf_hours) {
            return wear::expected_failures({.drives = drives,
                                            .service_life = units::years(years),
                                            .mttf = units::hours(mttf_hours)});
        },
        py::arg("drives"), py::arg("years"), py::arg("mttf_hours"));
    module.def("poisson_spares", &wear::poisson_spares, py::arg("mean"), py::arg("confidence"));
    module.def(
        "binomial_spares",
        [](std::uint64_t drives, double probability, double confidence) {
            return wear::binomial_spares({.drives = drives, .probability = probability}, confidence);
        },
        py::arg("drives"), py::arg("probability"), py::arg("confidence"));
}

}  // namespace drivewear::python
