// What every entry to the ECC model refuses.
#pragma once

#include "drivewear/wear/ecc.hpp"

namespace drivewear::wear {

/// Throws DomainError for a code without a meaning.
void require_code(const Codeword& code);

}  // namespace drivewear::wear
