// How the raw bit error rate grows with P/E cycles, retention time, temperature and reads: laws to
// plug in. A law is a form; its coefficients come from the user or a cited characterisation. None
// of them is a vendor's truth, and two published sets for one form differ by orders of magnitude.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "drivewear/units/quantities.hpp"
#include "drivewear/wear/arrhenius.hpp"

namespace drivewear::wear {

/// What a block has been through.
struct BlockStress {
    double pe_cycles = 0;                                 ///< program/erase cycles, at least 0
    units::Duration retention{};                          ///< since it was programmed, at least 0
    units::Temperature temperature = units::celsius(40);  ///< of that time
    double reads = 0;                                     ///< of the block since then, at least 0
};

/// The same error rate whatever happens: a measured value.
struct ConstantRber {
    double rber = 0;  ///< in [0, 1]
};

/// eps + alpha PE^k + beta PE^m t^n + gamma PE^p R^q with t in hours and R the reads. Form of
/// Kim, Choi and Min, "Design Tradeoffs for SSD Reliability", FAST 2019. The coefficients that
/// circulate for it disagree (alpha by a factor of 1300; t in hours or days), so there are no
/// defaults. Breaks: no optimal read voltage, no process variation between layers.
struct PowerLawRber {
    double eps = 0;    ///< error rate of fresh flash
    double alpha = 0;  ///< of wear
    double k = 1;      ///< exponent of P/E in wear
    double beta = 0;   ///< of retention
    double m = 1;      ///< exponent of P/E in retention
    double n = 1;      ///< exponent of hours in retention
    double gamma = 0;  ///< of read disturb
    double p = 1;      ///< exponent of P/E in read disturb
    double q = 1;      ///< exponent of reads
};

/// exp((a PE + b) ln(1 + t) + c PE + d), t in hours: retention loss that grows as a power of time
/// with an exponent that grows with wear; the log form that simulators attribute to Y. Luo's work
/// on 3D NAND. Time is counted as 1 + t so that it has a value at once after programming.
struct LogTimeRber {
    double a = 0;  ///< exponent of time for each P/E cycle
    double b = 0;  ///< exponent of time on fresh flash
    double c = 0;  ///< growth of ln RBER for each P/E cycle
    double d = 0;  ///< ln RBER of fresh flash at once
};

/// One measured point of wear.
struct MeasuredRber {
    double pe_cycles = 0;  ///< P/E cycles
    double rber = 0;       ///< above 0
};

/// Measured points in rising P/E order, joined by straight lines in log RBER. Nothing beyond the
/// last point: it throws there.
struct TableRber {
    std::vector<MeasuredRber> points;  ///< at least two
};

using RberForm = std::variant<ConstantRber, PowerLawRber, LogTimeRber, TableRber>;

/// A form and how its retention time depends on temperature.
struct RberLaw {
    RberForm form;
    units::Temperature reference = units::celsius(40);  ///< where its retention times were measured
    ActivationEnergy retention_energy{};                ///< translates other temperatures to it
};

/// Error rate of a block under `stress`, in [0, 1/2] (a bit that carries nothing is wrong half the
/// time). Throws DomainError for stress below 0, or beyond a table.
double rber(const RberLaw& law, const BlockStress& stress);

/// Reads "constant:1e-4", "power-law:eps=1e-5,alpha=3e-10,k=2", "log-time:a=1e-6,b=0.1,c=2e-4,d=-9"
/// or "table:0=1e-6,1000=2e-5,3000=3e-4"; power-law and log-time coefficients not named are those
/// of the struct. Throws ParseError.
RberForm parse_rber_form(std::string_view text);

/// The P/E cycles at which the law reaches `limit` under otherwise the same stress: the wear at
/// which a code gives up. Throws DomainError when fresh flash is already beyond the limit or the
/// law does not reach it within ten million cycles (or its table).
double pe_cycles_at(const RberLaw& law, BlockStress stress, double limit);

}  // namespace drivewear::wear
