// Holds a JSON document against a JSON Schema.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "drivewear/core/files.hpp"

namespace drivewear::test {

inline nlohmann::json json_of(const std::filesystem::path& path) {
    return nlohmann::json::parse(read_file(path));
}

/// What a schema has against a document; empty when nothing.
inline std::string complaints(const nlohmann::json& schema_document,
                              const nlohmann::json& document) {
    valijson::Schema schema;
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_document), schema);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results)) {
        return "";
    }
    std::string lines;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        for (const std::string& step : error.context)
            lines += step;
        lines += ": " + error.description + "\n";
    }
    return lines;
}

}  // namespace drivewear::test
