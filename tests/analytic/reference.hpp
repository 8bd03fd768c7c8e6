// The reference numbers in tests/data/reference/wa_reference.csv, row by row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/workload/workload.hpp"
#include "support/reference_rows.hpp"

namespace drivewear::test {

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
