// A fleet's health as it is asked for, by the command line and by Python alike.
#pragma once

#include <string>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/ingest/health_fleet.hpp"

namespace drivewear::cli {

/// What the user named.
struct HealthRequest {
    std::vector<std::string> paths;    ///< reports, and folders of them
    std::vector<std::string> ratings;  ///< CSV files that go before the catalog
    unsigned threads = 0;              ///< that read files; 0: one for each core
    bool one_drive = false;            ///< the reports are of one drive, whatever they say
    bool strict = false;               ///< files that cannot be read are an error
};

/// Reads and assesses. Throws InputError when nothing could be read, with every file's reason; with
/// `strict` when any could not.
ingest::FleetReport read_fleet(const HealthRequest& request, const catalog::Catalog& catalog);

}  // namespace drivewear::cli
