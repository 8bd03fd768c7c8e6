// A text in blocks of whole lines, so that a parser runs over memory without asking at every
// character whether more has to be read: the last byte of a block is always a line feed.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "ingest/byte_source.hpp"

namespace drivewear::ingest {

class LineBlocks {
public:
    /// Lines up to this length, in bytes, come whole; of a longer one the end may be left out.
    static constexpr std::size_t longest_line = std::size_t{1} << 16;

    explicit LineBlocks(std::unique_ptr<ByteSource> source);

    /// The block that `next` will return, empty at the end.
    std::string_view peek();
    /// The next block, empty at the end; valid until the next call of either. A byte order mark at
    /// the start of the text is left out; a last line without a line feed gets one.
    std::string_view next();
    /// As ByteSource's.
    double fraction_read() const { return source_->fraction_read(); }

private:
    void make_block();
    void read_more();
    void cut_long_line();
    void end_last_line();

    std::unique_ptr<ByteSource> source_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;      // of the block, or of what follows the last one
    std::size_t block_end_ = 0;  // of the block; not above begin_: not made yet
    std::size_t end_ = 0;        // of the bytes read
    bool is_first_ = true;
};

}  // namespace drivewear::ingest
