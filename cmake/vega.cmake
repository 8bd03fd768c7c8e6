# The charts of `drivewear report` are drawn by Vega-Lite, whose scripts are put into the library at
# build time so that a report is one file without network. They come from the Python package
# vl-convert-python, which carries the npm packages vega, vega-lite and vega-embed.
set(DRIVEWEAR_VEGA_BUNDLE "" CACHE FILEPATH "JavaScript bundle with vegaEmbed; found by Python if empty")
set(drivewear_vega ${DRIVEWEAR_VEGA_BUNDLE})
if(NOT drivewear_vega)
  set(drivewear_vega ${CMAKE_CURRENT_BINARY_DIR}/vega-bundle.js)
  if(NOT EXISTS ${drivewear_vega})
    find_package(Python COMPONENTS Interpreter QUIET)
    set(pythons ${CMAKE_CURRENT_SOURCE_DIR}/build/venv/bin/python ${Python_EXECUTABLE})
    foreach(python IN LISTS pythons)
      if(EXISTS ${python} AND NOT EXISTS ${drivewear_vega})
        execute_process(
          COMMAND ${python} -c "import pathlib, sys, vl_convert; pathlib.Path(sys.argv[1]).write_text(vl_convert.javascript_bundle())" ${drivewear_vega}
          ERROR_QUIET)
      endif()
    endforeach()
  endif()
endif()
if(NOT EXISTS ${drivewear_vega})
  message(STATUS "No Vega-Lite bundle (pip install vl-convert-python): HTML reports will have no charts")
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/no-vega.js "")
  set(drivewear_vega ${CMAKE_CURRENT_BINARY_DIR}/no-vega.js)
endif()

enable_language(ASM)
configure_file(cmake/report_assets.S.in report_assets.S @ONLY)
set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/report_assets.S PROPERTIES OBJECT_DEPENDS
  "${drivewear_vega};${CMAKE_CURRENT_SOURCE_DIR}/src/report/report.html")
target_sources(drivewear PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/report_assets.S)
