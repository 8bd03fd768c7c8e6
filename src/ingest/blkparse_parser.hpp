// The text that blkparse prints of a block layer trace (`blkparse -i …`, its default format).
#pragma once

#include <memory>
#include <string_view>

#include "ingest/line_parser.hpp"

namespace drivewear::ingest {

/// Takes the requests at one action, such as "D". Throws InputError when it is no letter.
std::unique_ptr<LineParser> make_blkparse_parser(std::string_view action);

}  // namespace drivewear::ingest
