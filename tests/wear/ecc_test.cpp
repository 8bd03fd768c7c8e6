#include "drivewear/wear/ecc.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "drivewear/core/errors.hpp"
#include "support/reference_rows.hpp"

using namespace drivewear;
using namespace drivewear::wear;

namespace {

constexpr Codeword ldpc_like{.codeword_bits = 18176, .information_bits = 16384, .correctable = 128};
constexpr Codeword small_code{.codeword_bits = 4200, .information_bits = 4096, .correctable = 8};

Codeword code_of(const nlohmann::json& parameters) {
    return {.codeword_bits = parameters.at("n").get<std::uint64_t>(),
            .information_bits = parameters.at("k").get<std::uint64_t>(),
            .correctable = parameters.at("t").get<std::uint64_t>()};
}

double exact(const Codeword& code, const char* rber) {
    // Unlike std::stod, strtod gives 0 for what a double cannot hold.
    const std::string text = exact_uncorrectable_probability(code, units::Decimal::parse(rber));
    return std::strtod(text.c_str(), nullptr);
}

}  // namespace

TEST_CASE("every reference row of UBER") {
    std::size_t rows = 0;
    for (const test::ReferenceRow& row : test::reference_rows()) {
        double found = 0;
        if (row.model == "UBER_binomial") {
            const double rber = row.parameters.at("RBER");
            const Codeword code = code_of(row.parameters);
            found = row.quantity == "UBER = P/k" ? uber(code, rber)
                                                 : uncorrectable_probability(code, rber);
        } else if (row.model == "UBER_inverse") {
            found = rber_for_uber(code_of(row.parameters), row.parameters.at("UBER"));
        } else if (row.model == "UBER_betabinomial") {
            found = uber(code_of(row.parameters),
                         OverdispersedRber{row.parameters.at("mean_RBER"), row.parameters.at("a")});
        } else {
            continue;
        }
        ++rows;
        INFO(row.id << " " << row.parameters.dump() << " " << row.quantity);
        CHECK(std::abs(found - row.number()) <= row.allowed_difference());
    }
    CHECK(rows == 40);
}

TEST_CASE("tails stay right where a double nearly ends, and their logarithm beyond") {
    // P near 1e-299 and 1e-300, by the exact sum.
    for (const char* rber : {"1.28e-5", "1.273e-5"}) {
        const double tail = uncorrectable_probability(ldpc_like, std::stod(rber));
        INFO(rber << ": " << tail);
        CHECK(tail > 0);
        CHECK(tail < 1e-298);
        CHECK(std::abs(tail / exact(ldpc_like, rber) - 1) < 1e-12);
    }
    const std::string far = exact_uber(ldpc_like, units::Decimal::parse("1e-9"));
    const double exponent = std::stod(far.substr(far.find('e') + 1));
    const double mantissa = std::stod(far.substr(0, far.find('e')));
    CHECK(exponent < -800);
    CHECK(log10_uber(ldpc_like, 1e-9) ==
          doctest::Approx(exponent + std::log10(mantissa)).epsilon(1e-14));
    CHECK(uncorrectable_probability(ldpc_like, 1e-9) == 0);
}

TEST_CASE("doubles and exact arithmetic agree on both sides of the mean") {
    const Codeword codes[]{{10, 8, 0}, {10, 8, 9}, {10, 1, 4}, small_code, {9088, 8192, 64}};
    for (const Codeword& code : codes) {
        for (const char* rber :
             {"1e-12", "1e-5", "0.001", "0.0021", "0.007", "0.1", "0.5", "0.9"}) {
            INFO(code.codeword_bits << "," << code.correctable << " at " << rber);
            CHECK(uncorrectable_probability(code, std::stod(rber)) ==
                  doctest::Approx(exact(code, rber)).epsilon(1e-12));
        }
    }
}

TEST_CASE("UBER grows with RBER and falls with what the code repairs") {
    double last = 0;
    for (double rber = 1e-6; rber < 1; rber *= 1.07) {
        const double now = uber(ldpc_like, rber);
        CHECK(now >= last);
        last = now;
    }
    Codeword code = ldpc_like;
    for (code.correctable = 60; code.correctable < 400; code.correctable += 7) {
        Codeword stronger = code;
        ++stronger.correctable;
        CHECK(log10_uber(stronger, 0.003) < log10_uber(code, 0.003));
    }
    CHECK(uber(ldpc_like, 0) == 0);
    CHECK(uncorrectable_probability(ldpc_like, 1) == 1);
}

TEST_CASE("codewords that differ fail more often, by orders of magnitude") {
    const Codeword code{8752, 8192, 40};
    const double alike = uber(code, 1e-3);
    double last = alike;
    for (const double shape : {1e6, 1000.0, 100.0, 20.0, 5.0}) {
        const double now = uber(code, OverdispersedRber{.mean = 1e-3, .shape = shape});
        CHECK(now > last);
        last = now;
    }
    CHECK(uber(code, OverdispersedRber{1e-3, 1e9}) == doctest::Approx(alike).epsilon(1e-4));
    // 2.9e-19 becomes 2.0e-13 at shape 20.
    CHECK(alike == doctest::Approx(2.9e-19).epsilon(0.01));
    CHECK(uber(code, OverdispersedRber{1e-3, 20}) == doctest::Approx(2.0e-13).epsilon(0.03));
    // Above the mean the tail is found from its complement: one error expected, none repaired.
    CHECK(uber({2, 1, 0}, OverdispersedRber{0.5, 1}) == doctest::Approx(2.0 / 3).epsilon(1e-12));
}

TEST_CASE("the inverse gives the RBER back") {
    for (const double rber : {1e-7, 1e-4, 2e-3, 6e-3}) {
        const double target = uber(ldpc_like, rber);
        if (target > 0) {
            CHECK(rber_for_uber(ldpc_like, target) == doctest::Approx(rber).epsilon(1e-12));
        }
    }
    CHECK(rber_for_uber({100, 100, 0}, 1e-9) == doctest::Approx(1e-9).epsilon(1e-6));
}

TEST_CASE("many RBERs at once are the same as one by one") {
    for (const Codeword& code : {ldpc_like, small_code, Codeword{64, 57, 1}, Codeword{5, 4, 4}}) {
        for (std::size_t count = 0; count < 37; ++count) {
            std::vector<double> rbers;
            for (std::size_t i = 0; i < count; ++i)
                rbers.push_back(std::pow(10.0, -6.0 + 0.17 * static_cast<double>(i % 36)));
            if (count > 3) rbers[3] = 0;
            if (count > 5) rbers[5] = 1;
            if (count > 6) rbers[6] = std::nan("");
            if (count > 7) rbers[7] = -1e-3;
            std::vector<double> found(count + 1, -7.0);
            uber_of_each(code, rbers, {found.data(), count});
            for (std::size_t i = 0; i < count; ++i) {
                INFO(code.codeword_bits << " RBER " << rbers[i]);
                if (rbers[i] >= 0) {
                    CHECK(found[i] == doctest::Approx(uber(code, rbers[i])).epsilon(1e-12));
                } else {
                    CHECK(std::isnan(found[i]));
                }
                if (!(rbers[i] >= 0)) CHECK(std::isnan(found[i]));
            }
            CHECK(found[count] == -7.0);
        }
    }
}

TEST_CASE("codes and rates without a meaning are refused") {
    CHECK_THROWS_AS(uber(ldpc_like, 1.1), DomainError);
    CHECK_THROWS_AS(uber(ldpc_like, -1e-9), DomainError);
    CHECK_THROWS_AS(uber(ldpc_like, std::nan("")), DomainError);
    CHECK_THROWS_AS(uber({100, 90, 100}, 1e-3), DomainError);
    CHECK_THROWS_AS(uber({100, 101, 10}, 1e-3), DomainError);
    CHECK_THROWS_AS(uber({0, 0, 0}, 1e-3), DomainError);
    CHECK_THROWS_AS(uber({100, 0, 1}, 1e-3), DomainError);
    CHECK_THROWS_AS(rber_for_uber(ldpc_like, 0), DomainError);
    CHECK_THROWS_AS(rber_for_uber(ldpc_like, 1), DomainError);
    CHECK_THROWS_AS(uber(ldpc_like, OverdispersedRber{0, 1}), DomainError);
    CHECK_THROWS_AS(uber(ldpc_like, OverdispersedRber{0.1, 0}), DomainError);
    CHECK_THROWS_AS(exact_uber(ldpc_like, units::Decimal::parse("2")), DomainError);
}
