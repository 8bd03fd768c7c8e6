#include "bindings.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::python {
namespace {

// The classes are Python's own (drivewear/_errors.py), so that they are documented and typed there.
void raise(const char* name, const char* message) {
    const py::object type = py::module_::import("drivewear._errors").attr(name);
    PyErr_SetString(type.ptr(), message);
}

void translate(std::exception_ptr pending) {
    try {
        if (pending) std::rethrow_exception(pending);
    } catch (const ParseError& error) {
        raise("ParseError", error.what());
    } catch (const UnknownName& error) {
        raise("UnknownName", error.what());
    } catch (const DomainError& error) {
        raise("DomainError", error.what());
    } catch (const InputError& error) {
        raise("InputError", error.what());
    } catch (const IoError& error) {
        raise("IoError", error.what());
    }
}

}  // namespace

void bind_errors(py::module_&) { py::register_local_exception_translator(&translate); }

}  // namespace drivewear::python
