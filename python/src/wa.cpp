#include <pybind11/numpy.h>

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "drivewear/analytic/batch.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/d_choices.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::python {
namespace {

namespace batch = analytic::batch;
using device::SpareFactor;

// Contiguous, of one item or as long as the answer: the Python face makes them so. Read and written
// where they are.
using Doubles = py::array_t<double, py::array::c_style>;
using Counts = py::array_t<std::uint64_t, py::array::c_style>;

template <class Item>
std::span<const Item> items(const py::array_t<Item, py::array::c_style>& array) {
    return {array.data(), static_cast<std::size_t>(array.size())};
}

template <class Item>
Item at(std::span<const Item> array, std::size_t i) {
    return array[array.size() == 1 ? 0 : i];
}

/// Fills `out` by `answer_all(out)` without the GIL. Where there is no answer, `answer_one(i)` asks
/// again for one scenario, and says why by throwing.
template <class AnswerAll, class AnswerOne>
void fill(Doubles& out, const AnswerAll& answer_all, const AnswerOne& answer_one) {
    const std::span<double> found(out.mutable_data(), static_cast<std::size_t>(out.size()));
    const py::gil_scoped_release no_gil;
    if (answer_all(found) == 0) return;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (std::isnan(found[i])) answer_one(i);
    }
}

void fifo(const Doubles& spare_factor, Doubles& out, unsigned threads) {
    const auto spares = items(spare_factor);
    fill(
        out, [&](std::span<double> found) { return batch::fifo(spares, found, {threads}); },
        [&](std::size_t i) { analytic::fifo(SpareFactor::from_value(at(spares, i))); });
}

void random(const Doubles& spare_factor, Doubles& out, unsigned threads) {
    const auto spares = items(spare_factor);
    fill(
        out,
        [&](std::span<double> found) { return batch::random_victims(spares, found, {threads}); },
        [&](std::size_t i) { SpareFactor::from_value(at(spares, i)); });
}

void greedy(const Doubles& spare_factor, const Counts& pages_per_block, Doubles& out,
            unsigned threads) {
    const batch::BlockScenarios scenarios{items(spare_factor), items(pages_per_block)};
    fill(
        out, [&](std::span<double> found) { return batch::greedy(scenarios, found, {threads}); },
        [&](std::size_t i) {
            analytic::greedy(SpareFactor::from_value(at(scenarios.spare_factors, i)),
                             at(scenarios.pages_per_block, i));
        });
}

void desnoyers_greedy(const Doubles& spare_factor, const Counts& pages_per_block, Doubles& out,
                      unsigned threads) {
    const batch::BlockScenarios scenarios{items(spare_factor), items(pages_per_block)};
    fill(
        out,
        [&](std::span<double> found) {
            return batch::desnoyers_greedy(scenarios, found, {threads});
        },
        [&](std::size_t i) {
            analytic::desnoyers_greedy(SpareFactor::from_value(at(scenarios.spare_factors, i)),
                                       at(scenarios.pages_per_block, i));
        });
}

struct DChoicesArrays {
    Doubles spare_factor;
    Counts pages_per_block;
    Doubles choices;
};

void d_choices(const DChoicesArrays& arrays, Doubles& out, unsigned threads) {
    const batch::DChoicesScenarios scenarios{items(arrays.spare_factor),
                                             items(arrays.pages_per_block), items(arrays.choices)};
    fill(
        out, [&](std::span<double> found) { return batch::d_choices(scenarios, found, {threads}); },
        [&](std::size_t i) {
            analytic::d_choices({SpareFactor::from_value(at(scenarios.spare_factors, i)),
                                 at(scenarios.pages_per_block, i), at(scenarios.choices, i)});
        });
}

void multiclass(const Doubles& spare_factor, const std::vector<analytic::AddressClass>& classes,
                Doubles& out, unsigned threads) {
    const auto spares = items(spare_factor);
    fill(
        out,
        [&](std::span<double> found) {
            return batch::fifo_of_classes({spares, classes}, found, {threads});
        },
        [&](std::size_t i) { SpareFactor::from_value(at(spares, i)); });
}

struct HotColdArrays {
    Doubles spare_factor;
    Doubles hot_page_share;
    Doubles hot_write_share;
};

void hot_cold(const HotColdArrays& arrays, Doubles& out, unsigned threads) {
    const batch::HotColdScenarios scenarios{
        items(arrays.spare_factor), items(arrays.hot_page_share), items(arrays.hot_write_share)};
    fill(
        out,
        [&](std::span<double> found) {
            return batch::fifo_of_hot_cold(scenarios, found, {threads});
        },
        [&](std::size_t i) {
            SpareFactor::from_value(at(scenarios.spare_factors, i));
            throw DomainError(
                "hot share of " + std::to_string(at(scenarios.hot_page_shares, i)) +
                " of the pages and " + std::to_string(at(scenarios.hot_write_shares, i)) +
                " of the writes: expected 0 to 1, and no writes to a class without pages");
        });
}

/// One scenario in, one number out: what an array would cost is most of a call's time.
void bind_single(py::module_& module) {
    module.def(
        "wa_fifo_one", [](double spare) { return analytic::fifo(SpareFactor::from_value(spare)); },
        py::arg("spare_factor"));
    module.def(
        "wa_random_one",
        [](double spare) { return analytic::random_victims(SpareFactor::from_value(spare)); },
        py::arg("spare_factor"));
    module.def(
        "wa_greedy_one",
        [](double spare, std::uint64_t pages) {
            return analytic::greedy(SpareFactor::from_value(spare), pages);
        },
        py::arg("spare_factor"), py::arg("pages_per_block"));
}

}  // namespace

void bind_wa(py::module_& module) {
    bind_single(module);
    module.def("wa_fifo", &fifo, py::arg("spare_factor"), py::arg("out"), py::arg("threads"));
    module.def("wa_random", &random, py::arg("spare_factor"), py::arg("out"), py::arg("threads"));
    module.def("wa_greedy", &greedy, py::arg("spare_factor"), py::arg("pages_per_block"),
               py::arg("out"), py::arg("threads"));
    module.def("wa_greedy_desnoyers", &desnoyers_greedy, py::arg("spare_factor"),
               py::arg("pages_per_block"), py::arg("out"), py::arg("threads"));
    module.def(
        "wa_d_choices",
        [](const Doubles& spare_factor, const Counts& pages, const Doubles& choices, Doubles& out,
           unsigned threads) {
            d_choices({spare_factor, pages, choices}, out, threads);
        },
        py::arg("spare_factor"), py::arg("pages_per_block"), py::arg("choices"), py::arg("out"),
        py::arg("threads"));
    module.def(
        "wa_multiclass",
        [](const Doubles& spare_factor, const Doubles& page_shares, const Doubles& write_shares,
           Doubles& out, unsigned threads) {
            std::vector<analytic::AddressClass> classes;
            for (py::ssize_t i = 0; i < page_shares.size(); ++i)
                classes.push_back({page_shares.at(i), write_shares.at(i)});
            multiclass(spare_factor, classes, out, threads);
        },
        py::arg("spare_factor"), py::arg("page_shares"), py::arg("write_shares"), py::arg("out"),
        py::arg("threads"));
    module.def(
        "wa_hot_cold",
        [](const Doubles& spare_factor, const Doubles& page_share, const Doubles& write_share,
           Doubles& out, unsigned threads) {
            hot_cold({spare_factor, page_share, write_share}, out, threads);
        },
        py::arg("spare_factor"), py::arg("hot_page_share"), py::arg("hot_write_share"),
        py::arg("out"), py::arg("threads"));
}

}  // namespace drivewear::python
