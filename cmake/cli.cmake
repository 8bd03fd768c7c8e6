# The verbs are a library so that the Python package's command runs the same code.
file(GLOB drivewear_cli_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/cli/*.cpp)
list(FILTER drivewear_cli_sources EXCLUDE REGEX "/main\\.cpp$")
add_library(drivewear_verbs STATIC ${drivewear_cli_sources})
drivewear_warnings(drivewear_verbs)
find_package(CLI11 REQUIRED)
target_include_directories(drivewear_verbs PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/src)
target_compile_definitions(drivewear_verbs PRIVATE DRIVEWEAR_VERSION="${PROJECT_VERSION}")
target_link_libraries(drivewear_verbs PUBLIC drivewear
                      PRIVATE CLI11::CLI11 nlohmann_json::nlohmann_json fmt::fmt)

if(DRIVEWEAR_BUILD_CLI)
  add_executable(drivewear_cli src/cli/main.cpp)
  drivewear_warnings(drivewear_cli)
  set_target_properties(drivewear_cli PROPERTIES OUTPUT_NAME drivewear)
  target_link_libraries(drivewear_cli PRIVATE drivewear_verbs)
endif()
