# One library; a room is a folder of src/. Globbing keeps the folder names the only list of rooms.
file(GLOB_RECURSE drivewear_sources CONFIGURE_DEPENDS
     ${CMAKE_CURRENT_SOURCE_DIR}/src/*.cpp)
list(FILTER drivewear_sources EXCLUDE REGEX "/src/cli/")

add_library(drivewear ${drivewear_sources})
add_library(drivewear::drivewear ALIAS drivewear)
drivewear_warnings(drivewear)
set_target_properties(drivewear PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0)
target_compile_features(drivewear PUBLIC cxx_std_20)
target_include_directories(drivewear
  PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
         $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
target_compile_definitions(drivewear PRIVATE
  DRIVEWEAR_VERSION="${PROJECT_VERSION}"
  DRIVEWEAR_SOURCE_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data")
target_link_libraries(drivewear
  PUBLIC Boost::headers
  PRIVATE nlohmann_json::nlohmann_json fmt::fmt hwy::hwy Threads::Threads ZLIB::ZLIB
          PkgConfig::xlsxwriter PkgConfig::zstd ${CMAKE_DL_LIBS})
