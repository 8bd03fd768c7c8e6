#include "ingest/line_blocks.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace drivewear::ingest {
namespace {

std::vector<std::string> blocks_of(const std::string& text) {
    LineBlocks blocks(bytes_in_memory(text, "t"));
    std::vector<std::string> found;
    for (;;) {
        const std::string peeked(blocks.peek());
        const std::string block(blocks.next());
        CHECK(peeked == block);
        if (block.empty()) return found;
        CHECK(block.back() == '\n');
        found.push_back(block);
    }
}

std::string joined(const std::vector<std::string>& blocks) {
    std::string text;
    for (const std::string& block : blocks)
        text += block;
    return text;
}

}  // namespace

TEST_CASE("blocks are whole lines and lose nothing") {
    std::string text;
    for (int i = 0; i < 200'000; ++i)
        text += "line " + std::to_string(i) + '\n';
    const std::vector<std::string> blocks = blocks_of(text);
    CHECK(blocks.size() > 5);
    CHECK(joined(blocks) == text);
    text.pop_back();
    CHECK(joined(blocks_of(text)) == text + '\n');
}

TEST_CASE("empty texts, byte order marks, lone line feeds") {
    CHECK(blocks_of("").empty());
    CHECK(blocks_of("\xEF\xBB\xBF").empty());
    CHECK(joined(blocks_of("\xEF\xBB\xBF"
                           "a")) == "a\n");
    CHECK(joined(blocks_of("\n\n")) == "\n\n");
}

TEST_CASE("of a line without end the beginning is kept, and the next line comes whole") {
    const std::string endless(3'000'000, 'x');
    const std::string cut = std::string(LineBlocks::longest_line - 1, 'x') + '\n';
    CHECK(joined(blocks_of(endless)) == cut);
    CHECK(joined(blocks_of(endless + "\nnext\n")) == cut + "next\n");
    CHECK(joined(blocks_of("first\n" + endless + "\nnext")).ends_with("\nnext\n"));
    // Lines up to the limit are never cut.
    const std::string line(LineBlocks::longest_line - 1, 'y');
    std::string text;
    for (int i = 0; i < 20; ++i)
        text += line + '\n';
    CHECK(joined(blocks_of(text)) == text);
}

}  // namespace drivewear::ingest
