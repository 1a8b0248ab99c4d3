# What the SYCL conformance suite (SYCL-CTS) asks of an implementation beside its package: how a category's
# sources become a program. `cargo xtask conformance` puts this folder into the suite's CMAKE_MODULE_PATH.
#
# SCYTHE_CTS_SAMPLE, SCYTHE_CTS_SEED   compile one file of so many, chosen by a hash of seed and name

set(CMAKE_CXX_STANDARD 17)

# The sources of one program that this configuration compiles.
function(_scythe_cts_chosen result program)
  set(chosen "")
  set(smallest "")
  foreach(source IN LISTS ARGN)
    get_filename_component(name "${source}" NAME)
    if(NOT SCYTHE_CTS_SAMPLE)
      list(APPEND chosen "${source}")
      continue()
    endif()
    string(SHA1 hash "${SCYTHE_CTS_SEED}:${program}/${name}")
    string(SUBSTRING "${hash}" 0 7 digits)
    math(EXPR remainder "0x${digits} % ${SCYTHE_CTS_SAMPLE}")
    if(remainder EQUAL 0)
      list(APPEND chosen "${source}")
    endif()
    if(NOT smallest OR hash STRLESS smallest)
      set(smallest "${hash}")
      set(representative "${source}")
    endif()
  endforeach()
  # No program is left out of a sample.
  if(NOT chosen AND smallest)
    set(chosen "${representative}")
  endif()
  set(${result} "${chosen}" PARENT_SCOPE)
endfunction()

# Called by the suite for each program. Sources and program are compiled by one compiler, so an object library is
# only there because the suite names it.
function(add_sycl_executable_implementation)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;OBJECT_LIBRARY" "TESTS")
  _scythe_cts_chosen(sources "${arg_NAME}" ${arg_TESTS})
  if(NOT sources)
    # Targets without sources are an error to CMake; this one is never built.
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/empty.cpp" "")
    set(sources "${CMAKE_CURRENT_BINARY_DIR}/empty.cpp")
  endif()
  add_library(${arg_OBJECT_LIBRARY} OBJECT ${sources})
  add_executable(${arg_NAME} $<TARGET_OBJECTS:${arg_OBJECT_LIBRARY}>)
  add_sycl_to_target(TARGET ${arg_OBJECT_LIBRARY} SOURCES ${sources})
  add_sycl_to_target(TARGET ${arg_NAME})
  # The suite adds its directories and macros to the program; the sources need them, too.
  foreach(property IN ITEMS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES)
    set_property(TARGET ${arg_OBJECT_LIBRARY} PROPERTY ${property} "$<TARGET_PROPERTY:${arg_NAME},${property}>")
  endforeach()
endfunction()
