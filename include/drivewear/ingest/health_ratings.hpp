// Which rated TBW a drive in the field has: from a list of the user's, else from the catalog by the
// model number that the drive reports.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/ingest/health_record.hpp"

namespace drivewear::ingest {

/// A budget of host bytes.
struct Rating {
    units::HostBytes tbw{};  ///< rated host bytes
    std::string source;     ///< "ratings.csv line 3", "catalog micron-7450-pro-3.84tb (tbw_random)"
    bool inferred = false;  ///< the drive was recognised by series and capacity, not by its number
};

/// A rating, or why there is none.
struct RatingAnswer {
    std::optional<Rating> rating;  ///< absent: unknown
    std::string reason;            ///< empty when there is one
};

class RatingBook {
public:
    RatingBook() = default;
    /// Drives of the catalog that state a TBW, or DWPD and warranty.
    explicit RatingBook(const catalog::Catalog& catalog);

    /// CSV with the columns `model` (a pattern: '*' is anything) and `tbw` ("1400TB", or a number
    /// of TB), or `dwpd` and `years` with `capacity` where it is not the drive's own. Lines go
    /// before the catalog. Throws ValidationError with every problem; DWPD without years is one.
    void add_csv(std::string_view text, const std::string& file);

    RatingAnswer find(const HealthRecord& record) const;

private:
    struct Line {
        std::string model;
        std::optional<units::HostBytes> tbw;
        std::optional<units::Decimal> dwpd;
        std::optional<units::Decimal> years;
        std::optional<units::Capacity> capacity;
        std::string source;
    };
    struct Entry {
        std::string id;
        std::vector<std::string> part_numbers;
        std::string model;
        std::string vendor;
        std::string family;
        units::Capacity capacity;
        units::HostBytes tbw;
        std::string basis;
    };

    std::optional<Rating> from_line(const Line& line, const HealthRecord& record) const;

    std::vector<Line> lines_;
    std::vector<Entry> entries_;
};

}  // namespace drivewear::ingest
