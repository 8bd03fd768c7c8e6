set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# Applied to our own targets only, so that a consumer's warnings stay the consumer's.
function(drivewear_warnings target)
  # g++ 12 warns of overlaps in std::string concatenation that cannot happen (GCC bug 105651).
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
                         $<$<BOOL:${DRIVEWEAR_WERROR}>:-Werror>)
endfunction()

# One answer whatever the machine: no contraction to fused multiply-add behind our back.
add_compile_options(-ffp-contract=off)
