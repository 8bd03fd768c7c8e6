// What SATA drives' SMART attributes mean, read from data: the same id counts sectors on one
// model, 32 MiB on another and gigabytes on a third, whatever its name says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drivewear::ingest {

enum class AttributeMeaning : std::uint8_t {
    host_bytes_written,
    host_bytes_read,
    nand_bytes_written,
    host_program_pages,        ///< flash pages programmed for the host
    background_program_pages,  ///< flash pages programmed by the drive itself
    life_left_percent,
    life_used_percent,
    erase_count_least,
    erase_count_mean,
    erase_count_most,
    erase_count_allowed,
    spare_left_percent,
    unsettled,  ///< read in opposite ways by different firmware: no answer
};

/// Which number of an attribute carries the meaning.
enum class AttributeField : std::uint8_t {
    raw,                  ///< the 48-bit raw value
    value,                ///< the normalised value
    raw_second_byte,      ///< bits 8 to 15 of a packed raw value, else the raw value
    value_if_raw_agrees,  ///< the normalised value when the raw one is the same number
};

/// One rule of data/smart/attributes.json.
struct AttributeRule {
    unsigned id = 0;                        ///< 1 to 255
    std::vector<std::string> models;        ///< patterns with '*' on model or family; empty: any
    std::vector<std::string> names;         ///< patterns with '*' on smartctl's name; empty: any
    AttributeMeaning meaning{};             ///< of the number that `field` names
    AttributeField field{};                 ///< which number carries it
    std::vector<std::uint64_t> unit_bytes;  ///< of one count; several: must be proven
    bool assumed = false;                   ///< the unit has not been proven for these drives
    std::string source;                     ///< id in the file's `sources`
    std::string note;                       ///< may be empty
};

/// A drive and an attribute to look up.
struct AttributeQuery {
    std::string_view model;   ///< as the drive spells it
    std::string_view family;  ///< smartctl's database entry; may be empty
    unsigned id = 0;          ///< 1 to 255
    std::string_view name;    ///< as smartctl prints it
};

/// The rules in order: the first that fits an attribute gives its meaning.
class AttributeTable {
public:
    /// Throws ValidationError with every problem of the file.
    static AttributeTable from_text(std::string_view json, const std::string& file);
    /// smart/attributes.json below `data`, usually data_directory().
    static AttributeTable load(const std::filesystem::path& data);

    /// All rules that fit, at most one for each meaning.
    std::vector<const AttributeRule*> find(const AttributeQuery& query) const;
    std::size_t size() const { return rules_.size(); }

private:
    std::vector<AttributeRule> rules_;
};

/// Whether `text` fits `pattern`, in which '*' stands for anything; case is ignored.
bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace drivewear::ingest
