#include "catalog/family_file.hpp"

#include <algorithm>
#include <array>

#include "catalog/datasheet_warnings.hpp"
#include "catalog/drive_checks.hpp"
#include "catalog/field_values.hpp"
#include "catalog/provenance.hpp"
#include "core/json_input.hpp"

namespace drivewear::catalog {
namespace {

using Json = nlohmann::json;

constexpr const char* family_schema = "drivewear.catalog-family/1";
constexpr const char* sources_schema = "drivewear.sources/1";
constexpr std::array<const char*, 3> tiers{"read intensive", "mixed use", "write intensive"};

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
        reader.require("sources", "an object of sources by id");
        read_source_list(reader);
        reader.refuse_unknown();
    }

    void read_source_list(ObjectReader& reader) {
        const Json* list = reader.find("sources");
        if (list == nullptr) return;
        if (!list->is_object()) {
            return reader.problem("sources", rendered(*list), "an object of sources by id");
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
            source.refuse_unknown();
        }
    }

    void read_family(ObjectReader& reader) {
        Drive family;
        reader.require("vendor", "the vendor's name");
        reader.require("family", "the family's name");
        family.vendor = reader.text("vendor").value_or("");
        family.family = reader.text("family").value_or("");
        read_tier(reader, family);
        read_aliases(reader, family);
        read_source_list(reader);
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

    void read_tier(ObjectReader& reader, Drive& drive) {
        auto tier = reader.text("tier");
        if (!tier) return;
        if (std::find(tiers.begin(), tiers.end(), *tier) == tiers.end()) {
            reader.problem("tier", "\"" + *tier + "\"",
                           "read intensive, mixed use or write intensive");
        }
        drive.tier = std::move(*tier);
    }

    void read_aliases(ObjectReader& reader, Drive& drive) {
        const Json* list = reader.find("aliases");
        if (list == nullptr) return;
        const bool good =
            list->is_array() && std::all_of(list->begin(), list->end(),
                                            [](const Json& item) { return item.is_string(); });
        if (!good) return reader.problem("aliases", rendered(*list), "a list of texts");
        for (const Json& item : *list)
            drive.aliases.push_back(item.get<std::string>());
    }

    void read_drive(const Json& object, const std::string& pointer, Drive drive) {
        ObjectReader reader(object, pointer, problems_);
        reader.require("id", "vendor-model-[form-]capacity");
        reader.require("model", "the drive's name");
        drive.id = reader.text("id").value_or("");
        drive.model = reader.text("model").value_or("");
        read_tier(reader, drive);
        read_aliases(reader, drive);
        const Json* fields = reader.find("fields");
        if (fields != nullptr) read_fields(*fields, pointer + "/fields", drive);
        reader.refuse_unknown();
        const bool states_capacity = fields != nullptr && fields->contains("capacity");
        if (drive.capacity.value() == 0 && !states_capacity) {
            problems_.add(pointer + "/fields/capacity", "nothing",
                          "a capacity, such as {\"value\": 12.8, \"unit\": \"TB\", ...}");
        }
        check_drive(drive, pointer, problems_);
        infer_raw_capacity(drive);
        drive.warnings = datasheet_warnings(drive);
        contents_.drives.push_back(std::move(drive));
    }

    void read_fields(const Json& fields, const std::string& pointer, Drive& drive) {
        if (!fields.is_object()) {
            return problems_.add(pointer, rendered(fields), "an object of fields");
        }
        for (const auto& [name, value] : fields.items()) {
            read_field(name, {&value, pointer + "/" + name}, drive);
        }
    }

    void read_field(const std::string& name, const ReadingPlace& value, Drive& drive) {
        const auto field = field_named(name);
        if (!field) return refuse_field(name, value.pointer);
        if (!value.object->is_object()) {
            return problems_.add(value.pointer, rendered(*value.object),
                                 "an object with value and source");
        }
        Provenance provenance;
        const auto places = read_provenance(*value.object, value.pointer, {provenance, problems_});
        if (places.empty()) return;
        const auto chosen =
            parse_value(*field, *places.front().object, {places.front().pointer, problems_});
        for (std::size_t i = 1; i < places.size(); ++i)
            parse_value(*field, *places[i].object, {places[i].pointer, problems_});
        for (const Reading& reading : provenance.readings)
            contents_.source_uses.push_back({value.pointer, reading.source});
        if (chosen && !assign(drive, name, *chosen)) {
            drive.texts[name] = provenance.readings.front().value;
        }
        drive.provenance[name] = std::move(provenance);
    }

    void refuse_field(const std::string& name, const std::string& pointer) {
        std::vector<std::string> known;
        for (const Field& field : vocabulary())
            known.emplace_back(field.name);
        const auto near = nearest_word(name, known);
        problems_.add(pointer, "an unknown field",
                      near ? "'" + *near + "' perhaps"
                           : "a field of the schema, or one of your own that starts with x_");
    }

    Json document_;
    ProblemList problems_;
    FileContents contents_;
};

}  // namespace

Problem unknown_source(const std::string& file, const SourceUse& use) {
    return {file, use.pointer, "the unknown source '" + use.source + "'",
            "an id of sources.json or of the file's own \"sources\""};
}

Problem repeated_id(const std::string& file, const std::string& id, const std::string& other_file) {
    return {file, "drive " + id, "an id that " + other_file + " has too", "an id of its own"};
}

FileContents read_catalog_file(const NamedText& file) {
    return FileReader(file).read();
}

}  // namespace drivewear::catalog
