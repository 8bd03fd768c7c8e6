#include "ftl/checkpoint.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>
#include <string_view>
#include <vector>

#include "drivewear/core/files.hpp"

namespace drivewear::ftl {
namespace {

// Engines may change what they save: raise the number when they do.
constexpr std::string_view magic = "drivewear checkpoint 1\n";
constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

// A CRC-32 and an Adler-32 together let one in 2^64 damaged files pass.
struct Checksum {
    std::uint32_t crc = 0;
    std::uint32_t adler = 1;

    void add(std::span<const std::byte> data) {
        if (data.empty()) return;  // zlib takes a null pointer as "start anew"
        const auto* bytes = reinterpret_cast<const Bytef*>(data.data());
        crc = static_cast<std::uint32_t>(::crc32_z(crc, bytes, data.size()));
        adler = static_cast<std::uint32_t>(::adler32_z(adler, bytes, data.size()));
    }
    bool operator==(const Checksum&) const = default;
};

class FileWriter final : public StateWriter {
public:
    explicit FileWriter(const std::filesystem::path& path) : file_(path) {
        buffer_.reserve(buffer_bytes);
    }
    void bytes(std::span<const std::byte> data) override {
        checksum_.add(data);
        if (buffer_.size() + data.size() > buffer_bytes) flush();
        if (data.size() >= buffer_bytes) return file_.write(data);
        buffer_.insert(buffer_.end(), data.begin(), data.end());
    }
    void commit() {
        value(Checksum(checksum_));
        flush();
        file_.commit();
    }

private:
    void flush() {
        file_.write(buffer_);
        buffer_.clear();
    }

    AtomicFile file_;
    std::vector<std::byte> buffer_;
    Checksum checksum_;
};

class FileReader final : public StateReader {
public:
    explicit FileReader(InputFile& file)
        : file_(file), remaining_(file.size_bytes() - sizeof(Checksum)) {}
    void bytes(std::span<std::byte> data) override {
        if (data.size() > remaining_) throw InputError("checkpoint: the file ends too early");
        remaining_ -= data.size();
        // Small values through a buffer, large tables straight into their place.
        while (!data.empty()) {
            if (next_ == filled_ && data.size() >= buffer_.size()) {
                if (file_.read(data) != data.size()) throw InputError("checkpoint: file changed");
                return;
            }
            if (next_ == filled_) {
                filled_ = file_.read(buffer_);
                next_ = 0;
                if (filled_ == 0) throw InputError("checkpoint: file changed");
            }
            const std::size_t count = std::min(data.size(), filled_ - next_);
            std::memcpy(data.data(), buffer_.data() + next_, count);
            next_ += count;
            data = data.subspan(count);
        }
    }
    std::uint64_t remaining() const override { return remaining_; }

private:
    InputFile& file_;
    std::uint64_t remaining_;
    std::array<std::byte, 65536> buffer_{};
    std::size_t next_ = 0;
    std::size_t filled_ = 0;
};

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view reason) {
    throw InputError(fmt::format("{}: {}", path.string(), reason));
}

void expect_undamaged(const std::filesystem::path& path, InputFile& file) {
    const std::uint64_t size = file.size_bytes();
    if (size < magic.size() + sizeof(Checksum)) refuse(path, "not a drivewear checkpoint");
    std::vector<std::byte> buffer(buffer_bytes);
    Checksum found;
    std::uint64_t left = size - sizeof(Checksum);
    for (bool is_first = true; left > 0; is_first = false) {
        const std::span<std::byte> part(buffer.data(),
                                        std::min<std::uint64_t>(left, buffer.size()));
        if (file.read(part) != part.size()) refuse(path, "checkpoint is damaged: cut short");
        if (is_first && std::memcmp(part.data(), magic.data(), magic.size()) != 0) {
            refuse(path, fmt::format("not a checkpoint of this version, which starts with '{}'",
                                     magic.substr(0, magic.size() - 1)));
        }
        found.add(part);
        left -= part.size();
    }
    Checksum stored;
    if (file.read(std::as_writable_bytes(std::span(&stored, 1))) != sizeof stored ||
        stored != found) {
        refuse(path, "checkpoint is damaged: its checksum does not match");
    }
    file.rewind();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

// The first line that differs, as the file and as the request have it.
std::string first_difference(const std::string& stored, const std::string& wanted) {
    const std::vector<std::string> ours = lines_of(wanted);
    const std::vector<std::string> theirs = lines_of(stored);
    for (std::size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i) {
        const std::string mine = i < ours.size() ? ours[i] : "nothing";
        const std::string other = i < theirs.size() ? theirs[i] : "nothing";
        if (mine != other) return fmt::format("it has {}, expected {}", other, mine);
    }
    return {};
}

}  // namespace

std::string request_text(const SimulationOptions& options, EngineKind engine) {
    const Geometry& geometry = options.geometry;
    std::string text;
    const auto add = [&text](std::string_view name, const auto& value) {
        text += fmt::format("{}={}\n", name, value);
    };
    add("engine", to_text(engine));
    add("usable pages", geometry.usable_pages);
    add("raw blocks", geometry.raw_blocks);
    add("pages per block", geometry.pages_per_block);
    add("page bytes", geometry.page_bytes);
    add("blocks held free", geometry.blocks_held_free);
    add("bad blocks", geometry.factory_bad_blocks);
    add("parity stripe", geometry.rain_data_pages);
    add("erase failure probability", geometry.erase_failure_probability);
    add("workload", workload::to_text(options.workload));
    for (const workload::AddressClass& pages : options.workload.classes)
        add("class", fmt::format("{}:{}", pages.page_share, pages.write_share));
    if (options.trace) add("trace", fmt::format("{:016x}", options.trace->facts().fingerprint));
    add("policy", to_text(options.policy));
    add("frontiers", to_text(options.placement));
    add("wear levelling", to_text(options.wear_levelling));
    add("precondition", to_text(options.precondition));
    add("warm-up",
        options.warm_up_drive_writes ? fmt::format("{}", *options.warm_up_drive_writes) : "auto");
    add("drive writes", options.drive_writes);
    add("window", options.window_drive_writes);
    if (options.life) {
        const auto& limit = options.life->cycle_limit;
        add("cycle limit", limit ? to_text(*limit) : "none");
        add("life host pages", options.life->host_pages.value_or(0));
    }
    add("seed", options.seed);
    add("replicates", options.replicates);
    return text;
}

void write_checkpoint(const std::filesystem::path& path, const std::string& request,
                      const std::function<void(StateWriter&)>& save) {
    FileWriter file(path);
    file.bytes(std::as_bytes(std::span(magic)));
    file.list(request);
    save(file);
    file.commit();
}

void read_checkpoint(const std::filesystem::path& path, const std::string& request,
                     const std::function<void(StateReader&)>& load) {
    InputFile file(path);
    expect_undamaged(path, file);
    FileReader reader(file);
    std::array<char, magic.size()> skipped{};
    reader.bytes(std::as_writable_bytes(std::span(skipped)));
    std::vector<char> stored;
    reader.list(stored);
    const std::string stored_request(stored.begin(), stored.end());
    if (stored_request != request) {
        refuse(path, "checkpoint of another run: " + first_difference(stored_request, request));
    }
    load(reader);
}

}  // namespace drivewear::ftl
