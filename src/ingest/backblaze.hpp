// Backblaze's daily CSV: a drive a row, columns by name because they change from year to year.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "drivewear/core/csv.hpp"
#include "drivewear/ingest/health_record.hpp"
#include "drivewear/ingest/smart_attributes.hpp"

namespace drivewear::ingest {

/// Whether a text begins with such a header.
bool is_backblaze(std::string_view text);

/// The header, once; then rows.
class BackblazeRows {
public:
    /// Throws ValidationError when a column that is needed is not there.
    BackblazeRows(const std::vector<std::string>& header, const std::string& file);

    /// An empty field is absent, never 0. Throws ValidationError for a row without a date.
    HealthRecord read(const CsvRecord& row, const AttributeTable& table) const;

private:
    struct AttributeColumns {
        unsigned id;
        std::size_t normalized;
        std::size_t raw;
    };

    std::string file_;
    std::size_t date_, serial_, model_, capacity_, failure_;
    std::vector<AttributeColumns> attributes_;
};

}  // namespace drivewear::ingest
