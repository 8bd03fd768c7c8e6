#include "ingest/line_blocks.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace drivewear::ingest {
namespace {

constexpr std::size_t buffer_bytes = 4 * LineBlocks::longest_line;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

LineBlocks::LineBlocks(std::unique_ptr<ByteSource> source)
    : source_(std::move(source)), buffer_(buffer_bytes) {}

std::string_view LineBlocks::peek() {
    if (block_end_ <= begin_) make_block();
    return {buffer_.data() + begin_, block_end_ - begin_};
}

std::string_view LineBlocks::next() {
    const std::string_view block = peek();
    begin_ = block_end_;
    return block;
}

void LineBlocks::make_block() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
    read_more();
    if (std::exchange(is_first_, false) &&
        std::string_view(buffer_.data(), end_).starts_with(byte_order_mark)) {
        begin_ = byte_order_mark.size();
    }
    block_end_ = begin_;
    const std::string_view text(buffer_.data() + begin_, end_ - begin_);
    const std::size_t last = text.rfind('\n');
    if (last != std::string_view::npos) {
        block_end_ = begin_ + last + 1;
    } else if (end_ == buffer_.size()) {
        cut_long_line();
    } else if (!text.empty()) {
        end_last_line();
    }
}

void LineBlocks::read_more() {
    end_ += source_->read(std::span(buffer_).subspan(end_));
}

void LineBlocks::end_last_line() {
    buffer_[end_++] = '\n';
    block_end_ = end_;
}

// Keeps the line's beginning and what follows its end.
void LineBlocks::cut_long_line() {
    const std::size_t kept = longest_line;
    buffer_[kept - 1] = '\n';
    for (;;) {
        end_ = kept;
        read_more();
        if (end_ == kept) break;
        const char* const rest = buffer_.data() + kept;
        const void* const line_end = std::memchr(rest, '\n', end_ - kept);
        if (line_end == nullptr) continue;
        const auto skipped =
            static_cast<std::size_t>(static_cast<const char*>(line_end) - rest) + 1;
        std::memmove(buffer_.data() + kept, rest + skipped, end_ - kept - skipped);
        end_ -= skipped;
        break;
    }
    block_end_ = kept;
}

}  // namespace drivewear::ingest
