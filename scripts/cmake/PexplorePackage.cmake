# What `cmake --install` puts where, and the Debian package that `cpack` makes of it (scripts/package does both).
include(GNUInstallDirs)

# The manual page and the completions come from the option table, so from the program itself. A program built for
# another machine than this one cannot be asked; then they are left out.
if(NOT CMAKE_CROSSCOMPILING)
  set(generated "${CMAKE_BINARY_DIR}/generated")
  file(MAKE_DIRECTORY "${generated}")
  add_custom_command(
    OUTPUT "${generated}/pexplore.1" "${generated}/pexplore.bash" "${generated}/_pexplore" "${generated}/pexplore.fish"
    COMMAND pexplore --man > "${generated}/pexplore.1"
    COMMAND pexplore --completion bash > "${generated}/pexplore.bash"
    COMMAND pexplore --completion zsh > "${generated}/_pexplore"
    COMMAND pexplore --completion fish > "${generated}/pexplore.fish"
    DEPENDS pexplore
    COMMENT "Writing the manual page and the completions"
    VERBATIM)
  add_custom_target(px_generated ALL DEPENDS "${generated}/pexplore.1")
  install(FILES "${generated}/pexplore.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${generated}/pexplore.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
          RENAME pexplore)
  install(FILES "${generated}/_pexplore" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
  install(FILES "${generated}/pexplore.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()

install(TARGETS pexplore RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(TARGET pexplore_native)
  install(TARGETS pexplore_native LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/pexplore")
endif()
install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/docs")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pexplore)
set(CPACK_PACKAGE_VENDOR pexplore)
set(CPACK_PACKAGE_CONTACT "The pexplore developers <pexplore@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "parallel explicit-state model checker with symmetry reduction")
set(CPACK_PACKAGE_DESCRIPTION
  "Visits every state that a concurrent model can reach, on all cores of a machine, and checks its assertions,
invariants and freedom from deadlock. States that differ only in the names of interchangeable processes, channels or
values are stored once. Models are written in Promela, in B or in a notation of its own.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Which packages the shared libraries come from, and from which version on, is asked of dpkg-shlibdeps.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
include(CPack)
