// Results as JSON and CSV. Every result becomes one ordered JSON document with a versioned
// `schema`; CSV is the same flat records as rows.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace drivewear::report {

using Json = nlohmann::ordered_json;

/// A number for people and machines: 15 significant digits, so that the last bit of a double does
/// not show as 12.000000000000002; whole numbers below 2^53 without a fraction; null for NaN.
Json number(double value);
/// null when absent.
Json number(const std::optional<double>& value);
/// An exact non-negative integer: a JSON number below 2^53, else a string of digits.
Json exact_integer(unsigned long long value);

/// Two-space indentation and a final newline.
std::string to_text(const Json& document);

/// One cell of a flat record as text: absent is empty, lists are joined by "; ".
std::string cell_text(const Json& value);

/// Rows of flat objects with the keys of the first as columns: RFC 4180 quoting, absent is empty,
/// lists joined by "; ". An empty list of rows gives only the header of `columns`.
std::string to_csv(const Json& rows, std::vector<std::string> columns = {});

}  // namespace drivewear::report
