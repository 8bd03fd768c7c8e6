// The exceptions that leave the library. Each carries what a person needs to mend the input:
// where it is, what was found, and what would be right. Nothing is thrown inside kernels.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace drivewear {

/// Base of every error that this library throws on purpose.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The input is wrong: unreadable, contradictory, or without meaning. Exit status 2.
class InputError : public Error {
public:
    using Error::Error;
};

/// A text that is not what it should be, with the place inside it.
class ParseError : public InputError {
public:
    ParseError(std::string text, std::size_t column, std::string reason);

    /// The whole text that was read.
    const std::string& text() const noexcept { return text_; }
    /// First offending character, counted from 1.
    std::size_t column() const noexcept { return column_; }
    /// What was found and what would be right.
    const std::string& reason() const noexcept { return reason_; }

private:
    std::string text_;
    std::size_t column_;
    std::string reason_;
};

/// A number outside the domain in which a model has a meaning.
class DomainError : public InputError {
public:
    using InputError::InputError;
};

/// A name that is not there; the message lists the nearest ones.
class UnknownName : public InputError {
public:
    using InputError::InputError;
};

/// One thing wrong with one file.
struct Problem {
    std::string file;      ///< path as the user gave it
    std::string place;     ///< JSON pointer, line, or column
    std::string found;     ///< what stands there
    std::string expected;  ///< what would be right

    /// "file: place: found X, expected Y" on one line.
    std::string to_string() const;
};

/// Every problem of one validation; what() has one line for each.
class ValidationError : public InputError {
public:
    explicit ValidationError(std::vector<Problem> problems);

    const std::vector<Problem>& problems() const noexcept { return problems_; }

private:
    std::vector<Problem> problems_;
};

/// Reading or writing failed for a reason outside the data. Exit status 3.
class IoError : public Error {
public:
    using Error::Error;
};

/// The caller asked a long computation to stop.
class Cancelled : public Error {
public:
    Cancelled() : Error("cancelled") {}
};

}  // namespace drivewear
