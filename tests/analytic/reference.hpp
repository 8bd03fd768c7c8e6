// The reference numbers in tests/data/reference/wa_reference.csv, row by row.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::test {

struct ReferenceRow {
    std::string id;             ///< R0001 …
    std::string model;          ///< which model the number belongs to
    nlohmann::json parameters;  ///< of the model
    std::string quantity;       ///< "WA", …
    double value = 0;           ///< rounded to a double
    std::string tolerance;      ///< "1e-12 rel", "0.003 abs", "exact", …

    double number(const char* key) const { return parameters.at(key).get<double>(); }
    bool has(const char* key) const { return parameters.contains(key); }
    /// The allowed absolute difference; "exact" means to the last place or so.
    double allowed() const;
};

/// Every row of a model.
std::vector<ReferenceRow> rows_of(const std::string& model);
/// One row.
ReferenceRow row(const std::string& id);

/// "Sf" or "sf", or "OP" through the spare factor it stands for.
device::SpareFactor spare_of(const ReferenceRow& reference);
/// Two classes of "f" and "r".
std::vector<workload::AddressClass> hot_cold_of(const ReferenceRow& reference);
/// "b" or "Np".
std::uint64_t pages_per_block_of(const ReferenceRow& reference);

/// Compares and says which row it was.
void check_row(const ReferenceRow& reference, double found);

}  // namespace drivewear::test
