# Common settings of all targets: language level, warnings, sanitizers; and the two functions that define the targets of
# the folders.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

add_library(px_options INTERFACE)
target_include_directories(px_options INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_options(px_options INTERFACE -Wall -Wextra -Wpedantic -Werror -fno-omit-frame-pointer)
# The shipped binary runs on any x86-64-v2 machine (cmpxchg16b, popcnt, SSE4.2); wider vectors are used through
# Highway's run-time dispatch and in the code generated for the current machine.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(px_options INTERFACE -march=x86-64-v2)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports these inside the standard library for correct code (GCC bugs 105329, 105651).
  target_compile_options(px_options INTERFACE -Wno-restrict -Wno-dangling-pointer)
endif()
if(PEXPLORE_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "PEXPLORE_FUZZERS needs clang: cmake --preset fuzz")
  endif()
  target_compile_options(px_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(PEXPLORE_SANITIZE)
  target_compile_options(px_options INTERFACE -fsanitize=${PEXPLORE_SANITIZE})
  target_link_options(px_options INTERFACE -fsanitize=${PEXPLORE_SANITIZE})
  target_compile_definitions(px_options INTERFACE PEXPLORE_SANITIZED)
endif()
find_program(PEXPLORE_MOLD mold)
if(PEXPLORE_MOLD AND NOT PEXPLORE_SANITIZE)
  target_link_options(px_options INTERFACE -fuse-ld=mold)
endif()

# px_library(name SOURCES a.cpp ... DEPENDS other ...): the library of one source folder.
# A folder that contains only headers becomes an interface library.
function(px_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  # Users of an installed pexplore do not inherit its compile options: they get only the include path.
  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC $<BUILD_INTERFACE:px_options> ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_DEPENDS})
    target_include_directories(${name} PUBLIC $<INSTALL_INTERFACE:include/pexplore>)
    target_compile_features(${name} PUBLIC cxx_std_20)
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE $<BUILD_INTERFACE:px_options> ${ARG_DEPENDS})
    target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:include/pexplore>)
    target_compile_features(${name} INTERFACE cxx_std_20)
  endif()
  set_property(GLOBAL APPEND PROPERTY PX_LIBRARIES ${name})
endfunction()

# px_test(name SOURCES a_test.cpp ... DEPENDS lib ... [LABELS long]): one GoogleTest binary, each of whose cases is a
# ctest test.
function(px_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE px_options ${ARG_DEPENDS} GTest::gtest GTest::gtest_main)
  set(properties TIMEOUT 600)
  if(ARG_LABELS)
    list(APPEND properties LABELS "${ARG_LABELS}")
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${name}/" NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES ${properties})
endfunction()
