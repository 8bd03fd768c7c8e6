include(CMakePackageConfigHelpers)

install(TARGETS drivewear EXPORT drivewear-targets)
install(DIRECTORY include/drivewear TYPE INCLUDE)
install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/drivewear)
if(DRIVEWEAR_BUILD_CLI)
  install(TARGETS drivewear_cli)
  # Made by the command itself, from the descriptions that --help prints.
  add_custom_command(TARGET drivewear_cli POST_BUILD
    COMMAND drivewear_cli manual > drivewear.1
    COMMAND drivewear_cli completion bash > drivewear.bash
    COMMAND drivewear_cli completion zsh > _drivewear
    BYPRODUCTS drivewear.1 drivewear.bash _drivewear)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/drivewear.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/drivewear.bash RENAME drivewear
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/_drivewear
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/drivewear)
install(EXPORT drivewear-targets NAMESPACE drivewear:: DESTINATION ${config_dir})
configure_package_config_file(cmake/drivewear-config.cmake.in drivewear-config.cmake
                              INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(drivewear-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/drivewear-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/drivewear-config-version.cmake
        DESTINATION ${config_dir})

configure_file(cmake/drivewear.pc.in drivewear.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/drivewear.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
