#include <pybind11/numpy.h>

#include "bindings.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/d_choices.hpp"

namespace drivewear::python {
namespace {

// Contiguous float64 of one shape; the Python face broadcasts before it calls.
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

template <class Model>
py::array_t<double> map(const Array& spare_factor, Model model) {
    py::array_t<double> result(std::vector<py::ssize_t>(
        spare_factor.shape(), spare_factor.shape() + spare_factor.ndim()));
    const double* in = spare_factor.data();
    double* out = result.mutable_data();
    const py::ssize_t count = spare_factor.size();
    const py::gil_scoped_release no_gil;
    for (py::ssize_t i = 0; i < count; ++i) {
        out[i] = model(i, device::SpareFactor::from_value(in[i]));
    }
    return result;
}

}  // namespace

void bind_wa(py::module_& module) {
    module.def(
        "wa_fifo",
        [](const Array& spare_factor, int) {
            return map(spare_factor, [](py::ssize_t, device::SpareFactor spare) {
                return analytic::fifo(spare);
            });
        },
        py::arg("spare_factor"), py::arg("threads"));
    module.def(
        "wa_greedy",
        [](const Array& spare_factor, const py::array_t<std::uint64_t, py::array::c_style>& pages) {
            const std::uint64_t* b = pages.data();
            return map(spare_factor, [b](py::ssize_t i, device::SpareFactor spare) {
                return analytic::greedy(spare, b[i]);
            });
        },
        py::arg("spare_factor"), py::arg("pages_per_block"));
    module.def(
        "wa_d_choices",
        [](const Array& spare_factor, const py::array_t<std::uint64_t, py::array::c_style>& pages,
           const Array& choices) {
            const std::uint64_t* b = pages.data();
            const double* d = choices.data();
            return map(spare_factor, [b, d](py::ssize_t i, device::SpareFactor spare) {
                return analytic::d_choices(
                    {.spare_factor = spare, .pages_per_block = b[i], .choices = d[i]});
            });
        },
        py::arg("spare_factor"), py::arg("pages_per_block"), py::arg("choices"));
    module.def(
        "wa_random",
        [](const Array& spare_factor) {
            return map(spare_factor, [](py::ssize_t, device::SpareFactor spare) {
                return analytic::random_victims(spare);
            });
        },
        py::arg("spare_factor"));
    module.def(
        "wa_multiclass",
        [](const Array& spare_factor, const Array& page_shares, const Array& write_shares) {
            std::vector<analytic::AddressClass> classes;
            for (py::ssize_t i = 0; i < page_shares.size(); ++i) {
                classes.push_back({.page_share = page_shares.at(i), .write_share = write_shares.at(i)});
            }
            return map(spare_factor, [&](py::ssize_t, device::SpareFactor spare) {
                return analytic::fifo(spare, classes);
            });
        },
        py::arg("spare_factor"), py::arg("page_shares"), py::arg("write_shares"));
}

}  // namespace drivewear::python
