#include "catalog/family_file.hpp"

#include <algorithm>

#include "catalog/checks.hpp"
#include "catalog/fields.hpp"
#include "core/json_input.hpp"

namespace drivewear::catalog {
namespace {

using Json = nlohmann::json;

constexpr const char* family_schema = "drivewear.catalog-family/1";
constexpr const char* sources_schema = "drivewear.sources/1";

class FileReader {
public:
    explicit FileReader(const NamedText& file)
        : document_(parse_json(file.second, file.first)), problems_(file.first) {}

    FileContents read() {
        ObjectReader reader(document_, "", problems_);
        const std::string expected = std::string("\"") + family_schema + "\"";
        reader.require("schema", expected);
        const std::string schema = reader.text("schema").value_or("");
        if (schema == sources_schema) {
            read_sources(reader);
        } else if (schema == family_schema) {
            read_family(reader);
        } else if (!schema.empty()) {
            reader.problem("schema", "\"" + schema + "\"", expected);
        }
        problems_.throw_if_any();
        return std::move(contents_);
    }

private:
    void read_sources(ObjectReader& reader) {
        const Json* list = reader.find("sources");
        if (list == nullptr || !list->is_object()) {
            return reader.problem("sources", "no sources", "an object of sources by id");
        }
        for (const auto& [id, value] : list->items()) {
            ObjectReader source(value, "/sources/" + id, problems_);
            source.require("title", "the document's title");
            contents_.sources[id] = {.id = id,
                                     .title = source.text("title").value_or(""),
                                     .publisher = source.text("publisher").value_or(""),
                                     .language = source.text("language").value_or(""),
                                     .kind = source.text("kind").value_or(""),
                                     .url = source.text("url").value_or(""),
                                     .trust = source.text("trust").value_or(""),
                                     .why = source.text("why").value_or(""),
                                     .note = source.text("note").value_or("")};
        }
    }

    void read_family(ObjectReader& reader) {
        Drive family;
        reader.require("vendor", "the vendor's name");
        reader.require("family", "the family's name");
        family.vendor = reader.text("vendor").value_or("");
        family.family = reader.text("family").value_or("");
        family.tier = reader.text("tier").value_or("");
        read_aliases(reader, family);
        if (const Json* fields = reader.find("fields")) read_fields(*fields, "/fields", family);
        const Json* drives = reader.find("drives");
        if (drives == nullptr || !drives->is_array()) {
            reader.problem("drives", "no drives", "a list of drives");
        } else {
            std::size_t index = 0;
            for (const Json& item : *drives) {
                read_drive(item, "/drives/" + std::to_string(index++), family);
            }
        }
        reader.refuse_unknown();
    }

    void read_aliases(ObjectReader& reader, Drive& family) {
        const Json* list = reader.find("aliases");
        if (list == nullptr) return;
        const bool good =
            list->is_array() && std::all_of(list->begin(), list->end(),
                                            [](const Json& item) { return item.is_string(); });
        if (!good) return reader.problem("aliases", rendered(*list), "a list of texts");
        family.aliases = list->get<std::vector<std::string>>();
    }

    void read_drive(const Json& object, const std::string& pointer, Drive drive) {
        ObjectReader reader(object, pointer, problems_);
        reader.require("id", "vendor-model-[form-]capacity");
        reader.require("model", "the drive's name");
        drive.id = reader.text("id").value_or("");
        drive.model = reader.text("model").value_or("");
        if (auto tier = reader.text("tier")) drive.tier = std::move(*tier);
        if (const Json* fields = reader.find("fields")) {
            read_fields(*fields, pointer + "/fields", drive);
        }
        reader.refuse_unknown();
        check_capacities(drive, pointer + "/fields");
        drive.warnings = datasheet_warnings(drive);
        contents_.drives.push_back(std::move(drive));
    }

    void check_capacities(const Drive& drive, const std::string& pointer) {
        if (drive.capacity.value() == 0) {
            problems_.add(pointer + "/capacity", "no capacity", "such as 12.8 TB");
        }
        if (drive.raw_capacity && *drive.raw_capacity < drive.capacity) {
            problems_.add(pointer + "/raw_capacity", "less than the capacity", "at least as much");
        }
    }

    void read_fields(const Json& fields, const std::string& pointer, Drive& drive) {
        if (!fields.is_object()) {
            return problems_.add(pointer, rendered(fields), "an object of fields");
        }
        for (const auto& [name, value] : fields.items()) {
            read_field(name, value, pointer + "/" + name, {drive, problems_});
        }
    }

    Json document_;
    ProblemList problems_;
    FileContents contents_;
};

}  // namespace

FileContents read_catalog_file(const NamedText& file) {
    return FileReader(file).read();
}

}  // namespace drivewear::catalog
