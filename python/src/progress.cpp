#include <chrono>
#include <mutex>
#include <optional>

#include "bindings.hpp"

namespace drivewear::python {
namespace {

constexpr std::chrono::milliseconds interval{50};

}  // namespace

struct PythonProgress::State {
    explicit State(py::object hook) : progress(std::move(hook)) {}

    using Clock = std::chrono::steady_clock;
    py::object progress;
    std::mutex mutex;
    Clock::time_point last{};
    std::optional<py::error_already_set> stopped_by;

    bool call(double fraction) {
        const std::lock_guard lock(mutex);
        const auto now = Clock::now();
        if (stopped_by || now - last < interval) return !stopped_by;
        last = now;
        const py::gil_scoped_acquire gil;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (!progress.is_none()) progress(fraction);
        } catch (py::error_already_set& error) {
            stopped_by.emplace(std::move(error));
        }
        return !stopped_by;
    }
};

PythonProgress::PythonProgress(py::object progress)
    : state_(std::make_shared<State>(std::move(progress))) {}

KeepGoing PythonProgress::hook() {
    return [state = state_.get()](double fraction) { return state->call(fraction); };
}

void PythonProgress::rethrow_if_stopped() {
    if (!state_->stopped_by) return;
    py::error_already_set error = std::move(*state_->stopped_by);
    state_->stopped_by.reset();
    throw error;
}

}  // namespace drivewear::python
