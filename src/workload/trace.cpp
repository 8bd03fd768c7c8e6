#include "drivewear/workload/trace.hpp"

#include <algorithm>

namespace drivewear::workload {
namespace {

class MemoryStream final : public RequestStream {
public:
    explicit MemoryStream(std::span<const PageRequest> requests) : left_(requests) {}
    std::size_t read(std::span<PageRequest> requests) override {
        const std::size_t count = std::min(requests.size(), left_.size());
        std::copy_n(left_.begin(), count, requests.begin());
        left_ = left_.subspan(count);
        return count;
    }

private:
    std::span<const PageRequest> left_;
};

class MemoryTrace final : public Trace {
public:
    MemoryTrace(std::vector<PageRequest> requests, TraceFacts facts)
        : Trace(std::move(facts)), requests_(std::move(requests)) {}
    std::unique_ptr<RequestStream> open() const override {
        return std::make_unique<MemoryStream>(requests_);
    }

private:
    std::vector<PageRequest> requests_;
};

}  // namespace

void TraceCounter::add(PageRequest request) {
    constexpr std::uint64_t fnv_prime = 0x100000001b3;
    ++facts_.requests;
    (request.is_trim() ? facts_.trimmed_pages : facts_.written_pages) += request.count();
    facts_.end_page = std::max(facts_.end_page, request.end_page());
    facts_.fingerprint = (facts_.fingerprint ^ request.word()) * fnv_prime;
}

std::shared_ptr<const Trace> trace_in_memory(std::vector<PageRequest> requests,
                                             std::optional<TraceFacts> facts) {
    if (!facts) {
        TraceCounter counter;
        for (const PageRequest request : requests)
            counter.add(request);
        facts = counter.facts();
    }
    return std::make_shared<MemoryTrace>(std::move(requests), *std::move(facts));
}

}  // namespace drivewear::workload
