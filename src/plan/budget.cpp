#include "drivewear/plan/budget.hpp"

#include <fmt/format.h>

#include "drivewear/core/errors.hpp"
#include "drivewear/device/geometry_from_drive.hpp"
#include "drivewear/plan/growth.hpp"
#include "drivewear/units/format.hpp"
#include "drivewear/wear/failure.hpp"
#include "drivewear/wear/media.hpp"
#include "plan/rating.hpp"
#include "plan/wa_choice.hpp"

namespace drivewear::plan {
namespace {

template <class Text>
void append(std::vector<std::string>& list, const std::vector<Text>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

void append_if_any(std::vector<std::string>& list, const std::string& text) {
    if (!text.empty()) list.push_back(text);
}

double in_bytes(units::HostBytes amount) {
    return static_cast<double>(amount.value());
}

void size_the_drive(const catalog::Drive& drive, Budget& budget) {
    const device::RawCapacity raw = device::raw_capacity(drive);
    budget.drive_id = drive.id;
    budget.drive_model = drive.model;
    budget.capacity = drive.capacity;
    budget.raw_capacity = units::bytes(raw.bytes);
    append_if_any(budget.assumptions, raw.assumption);
    budget.usable_capacity = budget.plan.usable_capacity.value_or(drive.capacity);
    if (budget.usable_capacity > drive.capacity) {
        throw DomainError(fmt::format("usable_capacity {}: {} has {}, expected no more",
                                      units::format_capacity(budget.usable_capacity), drive.id,
                                      units::format_capacity(drive.capacity)));
    }
    if (budget.usable_capacity < drive.capacity) {
        budget.assumptions.push_back(
            "the capacity above usable_capacity is never written, or was trimmed, so that it "
            "serves "
            "as spare");
    }
    const units::Capacity pool = pool_of(budget.plan, budget.raw_capacity);
    if (budget.plan.calibration) {
        budget.assumptions.push_back(
            fmt::format("garbage collection works with {:.6g} GiB, the calibrated effective pool",
                        static_cast<double>(pool.value()) / 0x1p30));
        if (pool <= drive.capacity) {
            throw DomainError(fmt::format(
                "calibration: an effective pool of {}, expected more than the capacity of {}, {}; "
                "is it another drive's?",
                units::format_capacity(pool), drive.id, units::format_capacity(drive.capacity)));
        }
    }
    budget.spare_factor =
        device::SpareFactor::from_capacities(budget.usable_capacity.value(), pool.value());
}

void name_presets(Budget& budget) {
    for (const HostMultiplier& stage : budget.plan.host_multipliers) {
        if (!stage.preset) continue;
        budget.assumptions.push_back(
            fmt::format("{}: {:.4g} bytes for each byte, of a range from {:.4g} to {:.4g} ({}; {})",
                        stage.stage, stage.factor, stage.preset->low, stage.preset->high,
                        stage.preset->how, stage.preset->source));
    }
}

GrowingRate host_rate(const Plan& plan) {
    const double bytes_per_second = plan.application_rate.value() * plan.host_multiplier_total() *
                                    plan.duty_cycle / static_cast<double>(plan.drives);
    return {.first_year = units::HostRate::from_value(bytes_per_second),
            .growth_per_year = plan.growth_percent_per_year / 100};
}

void follow_host_bytes(const GrowingRate& rate, Budget& budget) {
    budget.host_rate_per_drive = rate.first_year;
    budget.host_total_per_drive = rate.written_after(budget.plan.service_life);
    budget.required_dwpd =
        budget.host_total_per_drive.value() /
        (static_cast<double>(budget.capacity.value()) * units::in_days(budget.plan.service_life));
    budget.tbw_used_percent =
        100 * budget.host_total_per_drive.value() / in_bytes(budget.rating.tbw);
    budget.life_by_tbw = rate.time_to_write(units::host_traffic(in_bytes(budget.rating.tbw)));
}

void follow_nand_bytes(const catalog::Drive& drive, const GrowingRate& rate, Budget& budget) {
    const MediaBudget media = media_budget(drive, budget.rating, budget.plan);
    budget.assumptions.push_back(media.assumption);
    budget.wa = wa_of({.workload = budget.plan.workload,
                       .spare_factor = budget.spare_factor,
                       .drive = drive,
                       .base = budget.plan.calibration ? budget.plan.calibration->base : 1});
    append(budget.assumptions, budget.wa.assumptions);
    budget.media_budget = media.bytes;
    if (!budget.plan.pe_cycles) {
        budget.pe_cycles_implied = wear::pe_cycles(media.bytes, budget.raw_capacity);
    }
    budget.nand_total_per_drive = wear::nand_writes(budget.host_total_per_drive, budget.wa.total);
    budget.predicted_tbw = wear::host_writes(budget.media_budget, budget.wa.total);
    budget.media_used_percent = 100 * (budget.nand_total_per_drive / budget.media_budget).value();
    budget.life_by_media = rate.time_to_write(budget.predicted_tbw);
}

void decide(Budget& budget) {
    const bool media_first = budget.media_used_percent > budget.tbw_used_percent;
    budget.binding_limit = media_first ? Limit::media : Limit::rated_tbw;
    const double used = media_first ? budget.media_used_percent : budget.tbw_used_percent;
    budget.margin_percent = 100 - budget.plan.reserve_percent - used;
    budget.verdict = budget.margin_percent >= 0 ? Verdict::fits : Verdict::does_not_fit;
    if (media_first) {
        budget.warnings.push_back(
            "this workload wears the flash faster than the one behind the rating: the predicted "
            "TBW "
            "binds before the rated one");
    }
    const double service_years = units::in_years(budget.plan.service_life);
    if (service_years > budget.rating.warranty_years) {
        budget.warnings.push_back(
            fmt::format("the service life of {} years goes beyond the warranty of {}",
                        service_years, budget.rating.warranty_years));
    }
}

void count_failures(const catalog::Drive& drive, Budget& budget) {
    const wear::ChosenMttf chosen = wear::mttf_at(drive, budget.plan.temperature);
    if (!chosen.mttf) {
        budget.warnings.push_back(chosen.reason);
        return;
    }
    budget.assumptions.push_back(fmt::format(
        "{} ({:.4g} h): constant failure rate, independent failures, immediate replacement",
        chosen.reason, units::in_hours(*chosen.mttf)));
    budget.afr_percent = 100 * wear::annualised_failure_rate(*chosen.mttf);
    budget.expected_failures = wear::expected_failures({.drives = budget.plan.drives,
                                                        .service_life = budget.plan.service_life,
                                                        .mttf = *chosen.mttf});
    budget.spares_p95 = wear::poisson_spares(*budget.expected_failures, 0.95);
}

void count_energy(const catalog::Drive& drive, Budget& budget) {
    if (!drive.active_power) {
        budget.warnings.push_back("no active power is published, so energy is not predicted");
        return;
    }
    const double duty = budget.plan.duty_cycle;
    units::Power mean = *drive.active_power;
    if (duty < 1 && drive.idle_power) {
        mean = *drive.active_power * duty + *drive.idle_power * (1 - duty);
    } else if (duty < 1) {
        budget.assumptions.push_back(
            "no idle power is published; energy counts active power throughout");
    }
    const units::Energy one = mean * budget.plan.service_life;
    budget.energy = one * static_cast<double>(budget.plan.drives);
}

}  // namespace

Budget compute_budget(const Plan& plan, const catalog::Drive& drive) {
    Budget budget;
    budget.plan = plan;
    budget.warnings = drive.warnings;
    size_the_drive(drive, budget);
    name_presets(budget);
    const ChosenRating chosen = choose_rating(drive, plan.workload);
    budget.rating = chosen.rating;
    append(budget.assumptions, chosen.assumptions);
    append(budget.warnings, chosen.warnings);
    const GrowingRate rate = host_rate(plan);
    follow_host_bytes(rate, budget);
    follow_nand_bytes(drive, rate, budget);
    decide(budget);
    count_failures(drive, budget);
    count_energy(drive, budget);
    return budget;
}

}  // namespace drivewear::plan
