#include <pybind11/numpy.h>

#include <algorithm>

#include "bindings.hpp"
#include "drivewear/wear/ecc.hpp"
#include "drivewear/wear/failure.hpp"

namespace drivewear::python {
namespace {

using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

template <class Model>
py::array_t<double> map(const Array& values, Model model) {
    py::array_t<double> results(
        std::vector<py::ssize_t>(values.shape(), values.shape() + values.ndim()));
    const double* in = values.data();
    double* out = results.mutable_data();
    const py::ssize_t count = values.size();
    const py::gil_scoped_release no_gil;
    std::transform(in, in + count, out, model);
    return results;
}

// Each value by the very function that the command calls.
void bind_uber(py::module_& module) {
    const auto code = [](std::uint64_t codeword, std::uint64_t information,
                         std::uint64_t correctable) {
        return wear::Codeword{.codeword_bits = codeword,
                              .information_bits = information,
                              .correctable = correctable};
    };
    module.def(
        "uber",
        [code](const Array& rber, std::uint64_t n, std::uint64_t k, std::uint64_t t) {
            return map(rber, [of = code(n, k, t)](double each) { return wear::uber(of, each); });
        },
        py::arg("rber"), py::arg("codeword_bits"), py::arg("information_bits"),
        py::arg("correctable"));
    module.def(
        "rber_for_uber",
        [code](const Array& target, std::uint64_t n, std::uint64_t k, std::uint64_t t) {
            return map(target,
                       [of = code(n, k, t)](double each) { return wear::rber_for_uber(of, each); });
        },
        py::arg("target"), py::arg("codeword_bits"), py::arg("information_bits"),
        py::arg("correctable"));
}

}  // namespace

void bind_wear(py::module_& module) {
    bind_uber(module);
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
