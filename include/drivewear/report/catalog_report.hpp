// Drives of the catalog as flat records, one a drive: the "drivewear.catalog/1" feed for
// spreadsheets and scripts, with the same columns as JSON, CSV and XLSX; and what `catalog` shows.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/catalog/check_files.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

using Drives = std::vector<const catalog::Drive*>;

/// Every drive; they live as long as the catalog.
Drives all_drives(const catalog::Catalog& catalog);

/// A column of the feed.
struct CatalogColumn {
    std::string_view name;     ///< "seq_read_mb_s"
    std::string_view unit;     ///< "MB/s"; empty for words
    std::string_view meaning;  ///< one line
};

/// Every column, in order.
std::span<const CatalogColumn> catalog_columns();

/// One flat record: every column, null where nothing is known.
Json to_record(const catalog::Drive& drive);
/// The records of several drives.
Json to_records(const Drives& drives);

/// What the feed was made from: version, number of files and a fingerprint of their contents.
std::string generated_from(const catalog::Catalog& catalog);
/// {"schema": "drivewear.catalog/1", "generated_from", "drives"}.
Json to_feed(const catalog::Catalog& catalog);
/// Records as CSV: the columns and nothing else.
std::string to_feed_csv(const Drives& drives);
/// The feed as an XLSX file's bytes, with sheets for the columns' units and for the sources.
std::string to_feed_xlsx(const catalog::Catalog& catalog);

/// The records under "drivewear.catalog-list/1".
Json to_json(const Drives& drives);
/// What a buyer compares, a line a drive.
std::string to_table(const Drives& drives, bool coloured);

/// Every value of a drive with where it comes from, the readings not taken among them.
Json to_json(const catalog::Drive& drive);
/// A row a reading: id, field, value, status, chosen, source, locator, printed, note.
Json to_rows(const catalog::Drive& drive);
std::string to_table(const catalog::Drive& drive, bool coloured);

/// The documents that values come from.
Json to_json(const std::map<std::string, catalog::Source>& sources);
std::string to_table(const std::map<std::string, catalog::Source>& sources, bool coloured);

/// Results of checking files.
Json to_json(const std::vector<catalog::FileCheck>& checks);
/// A row a problem or warning: file, kind, pointer, found, expected.
Json to_rows(const std::vector<catalog::FileCheck>& checks);

}  // namespace drivewear::report
