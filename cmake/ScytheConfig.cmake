# find_package(Scythe): compiles the SYCL sources of targets with scythe++, whatever the compiler of the
# rest is.
#
#   find_package(Scythe REQUIRED)
#   add_executable(app main.cpp kernels.cpp)
#   add_sycl_to_target(TARGET app SOURCES kernels.cpp)
#
# Without SOURCES, all C++ sources of the target. SCYTHE_TARGETS says what device code is compiled for
# (--targets).
#
# Scythe::SYCL has headers and runtime, for targets that only call functions of others; SYCL::SYCL is the same under
# the name that programs for several implementations use.
#
# The same file serves installed prefixes (<prefix>/lib/cmake/Scythe) and the repository (cmake/).

cmake_minimum_required(VERSION 3.21)

# Packages of distributions have a link to this folder where CMake looks.
get_filename_component(_scythe_here "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(_scythe_prefix "${_scythe_here}/../../.." ABSOLUTE)
get_filename_component(_scythe_repository "${_scythe_here}/.." ABSOLUTE)

if(EXISTS "${_scythe_prefix}/bin/scythe++")
  set(_scythe_bin "${_scythe_prefix}/bin")
  set(_scythe_lib "${_scythe_prefix}/lib")
  set(_scythe_include "${_scythe_prefix}/include")
else()
  # SCYTHE_BIN_DIR is where cargo puts what it builds, if that is somewhere else.
  if(NOT DEFINED SCYTHE_BIN_DIR)
    set(SCYTHE_BIN_DIR "${_scythe_repository}/target/release")
  endif()
  set(_scythe_bin "${SCYTHE_BIN_DIR}")
  set(_scythe_lib "${SCYTHE_BIN_DIR}")
  set(_scythe_include "${_scythe_repository}/include")
endif()

set(Scythe_COMPILER "${_scythe_bin}/scythe++")
set(_scythe_launcher "${_scythe_here}/scythe-launcher")

foreach(_scythe_file IN ITEMS "${Scythe_COMPILER}" "${_scythe_lib}/libscythe.so" "${_scythe_include}/sycl/sycl.hpp")
  if(NOT EXISTS "${_scythe_file}")
    set(Scythe_FOUND FALSE)
    set(Scythe_NOT_FOUND_MESSAGE "${_scythe_file} is missing: run `cargo build --release` or name the build with SCYTHE_BIN_DIR")
    return()
  endif()
endforeach()

if(NOT TARGET Scythe::SYCL)
  add_library(Scythe::SYCL SHARED IMPORTED)
  set_target_properties(Scythe::SYCL PROPERTIES
    IMPORTED_LOCATION "${_scythe_lib}/libscythe.so"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${_scythe_include}"
    INTERFACE_COMPILE_FEATURES cxx_std_17)
endif()
if(NOT TARGET SYCL::SYCL)
  # Global, because projects add their own requirements to it in other folders.
  add_library(SYCL::SYCL INTERFACE IMPORTED GLOBAL)
  set_property(TARGET Scythe::SYCL PROPERTY IMPORTED_GLOBAL TRUE)
  target_link_libraries(SYCL::SYCL INTERFACE Scythe::SYCL)
endif()

# Whether scythe++ compiles all of the project anyway.
get_filename_component(_scythe_real "${Scythe_COMPILER}" REALPATH)
get_filename_component(_scythe_project_compiler "${CMAKE_CXX_COMPILER}" REALPATH)
if(_scythe_real STREQUAL _scythe_project_compiler)
  set(_scythe_is_compiler TRUE)
else()
  set(_scythe_is_compiler FALSE)
endif()

# The word that tells scythe++ the targets: those of SCYTHE_TARGETS, or of the variables that the packages in `compat`
# name. Their lists have semicolons, which a response file keeps away from CMake's own.
function(_scythe_target_option result)
  set(${result} "" PARENT_SCOPE)
  if(SCYTHE_TARGETS)
    set(${result} "--targets=${SCYTHE_TARGETS}" PARENT_SCOPE)
    return()
  endif()
  get_property(variables GLOBAL PROPERTY SCYTHE_TARGET_VARIABLES)
  foreach(variable IN LISTS variables)
    set(list "${${variable}}")
    if(NOT list)
      set(list "$ENV{${variable}}")
    endif()
    if(list)
      string(MD5 name "${list}")
      set(file "${CMAKE_BINARY_DIR}/CMakeFiles/scythe-targets-${name}.rsp")
      file(WRITE "${file}" "\"--acpp-targets=${list}\"\n")
      set(${result} "@${file}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

function(add_sycl_to_target)
  cmake_parse_arguments(PARSE_ARGV 0 SYCL "" "TARGET" "SOURCES")
  if(NOT TARGET "${SYCL_TARGET}")
    message(FATAL_ERROR "add_sycl_to_target: TARGET names no target: '${SYCL_TARGET}'")
  endif()
  if(SYCL_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_sycl_to_target: unknown arguments: ${SYCL_UNPARSED_ARGUMENTS}")
  endif()

  target_link_libraries(${SYCL_TARGET} PRIVATE Scythe::SYCL)
  _scythe_target_option(options)

  if(_scythe_is_compiler)
    if(options AND SYCL_SOURCES)
      set_property(SOURCE ${SYCL_SOURCES} APPEND PROPERTY COMPILE_OPTIONS "${options}")
    elseif(options)
      target_compile_options(${SYCL_TARGET} PRIVATE "${options}")
    endif()
    return()
  endif()

  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    message(FATAL_ERROR
      "add_sycl_to_target: scythe++ does not take the command lines of ${CMAKE_CXX_COMPILER_ID}; "
      "configure with -DCMAKE_CXX_COMPILER=${Scythe_COMPILER}")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR
      "add_sycl_to_target: the generator ${CMAKE_GENERATOR} cannot compile one target with another "
      "compiler; configure with -DCMAKE_CXX_COMPILER=${Scythe_COMPILER}")
  endif()

  # The launcher runs scythe++ in the compiler's place, for these sources.
  set(sources "*")
  if(SYCL_SOURCES)
    set(sources "")
    foreach(source IN LISTS SYCL_SOURCES)
      get_filename_component(source "${source}" ABSOLUTE)
      string(APPEND sources "|${source}")
    endforeach()
    string(APPEND sources "|")
  endif()
  get_target_property(known ${SYCL_TARGET} SCYTHE_SOURCES)
  if(known STREQUAL "*" OR sources STREQUAL "*")
    set(sources "*")
  elseif(known)
    set(sources "${known}${sources}")
  endif()
  set_target_properties(${SYCL_TARGET} PROPERTIES
    SCYTHE_SOURCES "${sources}"
    CXX_COMPILER_LAUNCHER "${_scythe_launcher};${Scythe_COMPILER};${options};${sources}"
    # Kernels that call functions of other files are finished by the link.
    CXX_LINKER_LAUNCHER "${_scythe_launcher};${Scythe_COMPILER};;*"
    CXX_SCAN_FOR_MODULES OFF)
endfunction()
