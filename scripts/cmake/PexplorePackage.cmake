# The layout of `cmake --install`, and the Debian package that `cpack` builds from it (scripts/package does both).
# lintian accepts the package without complaints; tests/packaging checks this if lintian is installed.
include(GNUInstallDirs)
set(generated "${CMAKE_BINARY_DIR}/generated")
file(MAKE_DIRECTORY "${generated}")

# The manual page and the completions are generated from the option table, so by the program itself. A program that was
# cross-compiled cannot be run; then they are omitted.
if(NOT CMAKE_CROSSCOMPILING)
  find_program(GZIP gzip REQUIRED)
  add_custom_command(
    OUTPUT "${generated}/pexplore.1.gz" "${generated}/pexplore.bash" "${generated}/_pexplore" "${generated}/pexplore.fish"
    COMMAND pexplore --man > "${generated}/pexplore.1"
    COMMAND "${GZIP}" -9nf "${generated}/pexplore.1"
    COMMAND pexplore --completion bash > "${generated}/pexplore.bash"
    COMMAND pexplore --completion zsh > "${generated}/_pexplore"
    COMMAND pexplore --completion fish > "${generated}/pexplore.fish"
    DEPENDS pexplore
    COMMENT "Writing the manual page and the completions"
    VERBATIM)
  add_custom_target(px_generated ALL DEPENDS "${generated}/pexplore.1.gz")
  install(FILES "${generated}/pexplore.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${generated}/pexplore.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
          RENAME pexplore)
  install(FILES "${generated}/_pexplore" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
  install(FILES "${generated}/pexplore.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()

install(TARGETS pexplore RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(TARGET pexplore_native)
  # One folder deeper than necessary: for files directly in lib/pexplore, CPack makes the package run ldconfig.
  install(TARGETS pexplore_native LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/pexplore/modules")
endif()
install(FILES README.md CHANGELOG.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/docs")

# For programs that embed pexplore (docs/embedding.md): the libraries below the command line, their headers, and the
# files for find_package(pexplore).
include(CMakePackageConfigHelpers)
get_property(px_libraries GLOBAL PROPERTY PX_LIBRARIES)
list(REMOVE_ITEM px_libraries px_cli px_batch)
if(TARGET pexplore_native)
  list(REMOVE_ITEM px_libraries px_jit)  # part of the module
endif()
set(px_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/pexplore")
install(TARGETS ${px_libraries} EXPORT pexploreTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}/pexplore"
        COMPONENT Development)
install(EXPORT pexploreTargets NAMESPACE pexplore:: DESTINATION "${px_package_dir}" COMPONENT Development)
install(DIRECTORY engine symmetry frontends DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/pexplore" COMPONENT Development
        FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "frontends/cli" EXCLUDE PATTERN "frontends/batch" EXCLUDE)
configure_package_config_file("${CMAKE_SOURCE_DIR}/scripts/cmake/pexploreConfig.cmake.in"
                              "${generated}/pexploreConfig.cmake" INSTALL_DESTINATION "${px_package_dir}")
write_basic_package_version_file("${generated}/pexploreConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${generated}/pexploreConfig.cmake" "${generated}/pexploreConfigVersion.cmake"
        DESTINATION "${px_package_dir}" COMPONENT Development)

# Files that Debian requires in every package.
set(debian "${CMAKE_SOURCE_DIR}/scripts/cmake/debian")
string(TIMESTAMP package_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file("${debian}/changelog.in" "${generated}/changelog" @ONLY)
file(ARCHIVE_CREATE OUTPUT "${generated}/changelog.gz" PATHS "${generated}/changelog" FORMAT raw COMPRESSION GZip
     COMPRESSION_LEVEL 9)
install(FILES "${generated}/changelog.gz" "${debian}/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES "${debian}/lintian-overrides" DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides" RENAME pexplore)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pexplore)
set(CPACK_PACKAGE_VENDOR pexplore)
set(CPACK_PACKAGE_CONTACT "The pexplore developers <pexplore@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "parallel explicit-state model checker with symmetry reduction")
set(CPACK_PACKAGE_DESCRIPTION
  "Visits every state that a concurrent model can reach, on all cores of a
machine, and checks its assertions, its invariants and that it cannot get
stuck. States that differ only in the names of interchangeable processes,
channels or values are stored once. Models are written in Promela, in B or in
a notation of its own.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
# The package is for users who check models: it omits libraries and headers.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};pexplore;Unspecified;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# dpkg-shlibdeps determines the packages of the shared libraries, and their minimum versions.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
include(CPack)
