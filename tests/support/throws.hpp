// What a refused input is told.
#pragma once

#include <string>

#include "drivewear/core/errors.hpp"

namespace drivewear::test {

/// The message of the error that `work` throws; "no error" when it throws none.
template <typename Work>
std::string message_of(const Work& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace drivewear::test
