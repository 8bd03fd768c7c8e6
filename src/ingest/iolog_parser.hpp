// What fio writes with write_iolog and reads with read_iolog, versions 2 and 3, with or without
// their header line.
#pragma once

#include <memory>

#include "ingest/line_parser.hpp"

namespace drivewear::ingest {

std::unique_ptr<LineParser> make_iolog_parser();

}  // namespace drivewear::ingest
