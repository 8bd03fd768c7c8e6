// fio's files as they are asked for, by the command line and by Python alike.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/report/fio_report.hpp"

namespace drivewear::cli {

/// What the user named.
struct FioRequest {
    std::vector<std::string> files;    ///< fio's JSON or json+, plain, .gz or .zst
    std::optional<std::string> drive;  ///< the drive under test: id, part number or loose name
    std::string platform;              ///< machine and preparation, in words
    bool strict = false;               ///< one file that cannot be read is an error
};

/// Reads the files; `load_catalog` is called when a drive is named. Throws InputError when no file
/// is a result of fio; with `strict`, or for a single file, when one is not.
report::FioAnswer read_fio(const FioRequest& request,
                           const std::function<catalog::Catalog()>& load_catalog);

}  // namespace drivewear::cli
