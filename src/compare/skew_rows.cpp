// Skewed random writes against uniform ones of the same drive: the ratio of the two write
// amplifications, with one frontier for all classes (Desnoyers eq. 14), and with a write buffer
// that coalesces in front of it.
#include <fmt/format.h>

#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "compare/rows.hpp"
#include "drivewear/compare/write_buffer.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::compare {
namespace {

using measured::Result;

/// A skewed run and the uniform one of the same series.
struct SkewPair {
    const Result* skewed;
    const Result* uniform;
    workload::Workload workload;
    double usable_bytes;
};

bool is_steady_rate(const Result& result) {
    return result.kind == measured::Kind::measured && result.quantity == measured::Quantity::iops &&
           result.conditions.what.starts_with("steady state") && result.conditions.usable_bytes &&
           !result.conditions.drive.empty() && !result.conditions.workload.empty() &&
           result.conditions.where.empty();
}

/// The same drive, count and source; the last such run is the one of the skewed series.
const Result* uniform_of(const Inputs& inputs, const Result& skewed) {
    const Result* found = nullptr;
    for (const Result& result : inputs.measurements.results()) {
        const bool fits = is_steady_rate(result) && result.conditions.workload == "uniform" &&
                          result.conditions.drive == skewed.conditions.drive &&
                          result.conditions.what == skewed.conditions.what &&
                          result.conditions.usable_bytes == skewed.conditions.usable_bytes &&
                          sources_of(result) == sources_of(skewed);
        if (fits) found = &result;
    }
    return found;
}

std::vector<SkewPair> pairs_of(const Inputs& inputs) {
    std::vector<SkewPair> pairs;
    for (const Result& result : inputs.measurements.results()) {
        if (!is_steady_rate(result) || result.conditions.workload == "uniform") continue;
        const Result* uniform = uniform_of(inputs, result);
        if (uniform == nullptr) continue;
        pairs.push_back({&result, uniform, workload::parse(result.conditions.workload),
                         *result.conditions.usable_bytes});
    }
    return pairs;
}

/// NAND writes for each host write behind a buffer.
double cost(const device::DeviceForm& form, const SkewPair& pair, double buffer_bytes,
            std::span<const workload::AddressClass> classes) {
    const CoalescedTraffic out = coalesce({.classes = classes,
                                           .usable_pages = pair.usable_bytes / block_bytes,
                                           .buffer_pages = buffer_bytes / block_bytes});
    return out.pages_out_per_page_in * write_amplification(form, pair.usable_bytes, out.classes);
}

double predicted_iops(const device::DeviceForm& form, const SkewPair& pair, double buffer_bytes) {
    const workload::AddressClass uniform;
    return pair.uniform->value.value() * cost(form, pair, buffer_bytes, {&uniform, 1}) /
           cost(form, pair, buffer_bytes, pair.workload.classes);
}

double log_error(const device::DeviceForm& form, const SkewPair& pair, double buffer_bytes) {
    return std::log(predicted_iops(form, pair, buffer_bytes) / pair.skewed->value.value());
}

void judge(Row& row) {
    row.verdict = is_near(row) ? Verdict::agrees : Verdict::model_wrong;
    if (std::abs(row.error_percent) <= 2) {
        row.reason = "one frontier for all writes explains it";
    } else if (row.error_percent < 0) {
        row.reason =
            "the drive does better than one frontier: a write buffer joins rewrites of hot pages, "
            "or hot and cold data are kept apart";
    } else {
        row.reason = "the drive does worse than one frontier with independent addresses";
    }
}

/// Pages that nobody writes are laid out before and stay where they are.
bool has_cold_pages(const workload::Workload& workload) {
    for (const workload::AddressClass& c : workload.classes) {
        if (c.write_share == 0) return true;
    }
    return false;
}

std::optional<device::DeviceForm> form_for(const Inputs& inputs, const SkewPair& pair) {
    const catalog::Drive* drive = find_drive(inputs.catalog, pair.skewed->conditions.drive);
    const auto form = drive != nullptr ? inputs.forms.of(*drive) : std::nullopt;
    if (!form || pair.usable_bytes >= form->effective_pool_bytes) return std::nullopt;
    return form;
}

double mean_square(const device::DeviceForm& form, std::span<const SkewPair> pairs,
                   double buffer_bytes) {
    double sum = 0;
    for (const SkewPair& pair : pairs)
        sum += std::pow(log_error(form, pair, buffer_bytes), 2);
    return sum / static_cast<double>(pairs.size());
}

/// From one page to a sixteenth of the drive, on a logarithmic scale.
double best_buffer(const device::DeviceForm& form, std::span<const SkewPair> pairs) {
    const double most = std::log(pairs.front().usable_bytes / 16);
    const auto squares = [&](double log_bytes) {
        return mean_square(form, pairs, std::exp(log_bytes));
    };
    constexpr int precision_bits = 24;
    return std::exp(boost::math::tools::brent_find_minima(squares, std::log(block_bytes * 16), most,
                                                          precision_bits)
                        .first);
}

BufferTrial trial_of(const device::DeviceForm& form, const std::vector<SkewPair>& pairs) {
    BufferTrial trial;
    trial.drive_id = pairs.front().skewed->conditions.drive;
    trial.buffer_bytes = best_buffer(form, pairs);
    trial.without_rms_percent = 100 * std::sqrt(mean_square(form, pairs, 0));
    double sum = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        std::vector<SkewPair> others = pairs;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        sum += std::pow(log_error(form, pairs[i], best_buffer(form, others)), 2);
    }
    trial.with_leave_one_out_rms_percent = 100 * std::sqrt(sum / static_cast<double>(pairs.size()));
    trial.kept = trial.with_leave_one_out_rms_percent < trial.without_rms_percent;
    return trial;
}

}  // namespace

void add_skew_rows(const Inputs& inputs, std::vector<Row>& rows) {
    for (const SkewPair& pair : pairs_of(inputs)) {
        const auto form = form_for(inputs, pair);
        if (!form) continue;
        Row row{.drive_id = pair.skewed->conditions.drive,
                .quantity = Quantity::skew_iops,
                .conditions = pair.skewed->conditions.setup,
                .unit = "IOPS",
                .observed = pair.skewed->value.value(),
                .observed_kind = ObservedKind::measured,
                .predicted = predicted_iops(*form, pair, 0),
                .sources = sources_of(*pair.skewed),
                .usable_bytes = pair.usable_bytes};
        row = finished(std::move(row));
        judge(row);
        rows.push_back(std::move(row));
    }
}

std::vector<BufferTrial> try_buffers(const Inputs& inputs) {
    std::map<std::string, std::vector<SkewPair>> by_drive;
    for (SkewPair& pair : pairs_of(inputs)) {
        if (!form_for(inputs, pair) || has_cold_pages(pair.workload)) continue;
        by_drive[pair.skewed->conditions.drive].push_back(std::move(pair));
    }
    std::vector<BufferTrial> trials;
    for (const auto& [drive, pairs] : by_drive) {
        if (pairs.size() >= 3) trials.push_back(trial_of(*form_for(inputs, pairs.front()), pairs));
    }
    return trials;
}

}  // namespace drivewear::compare
