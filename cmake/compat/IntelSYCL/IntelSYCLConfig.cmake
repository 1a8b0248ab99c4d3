# find_package(IntelSYCL), as DPC++ has it, answered by Scythe: add_sycl_to_target, IntelSYCL::SYCL_CXX, and the variables
# SYCL_COMPILER, SYCL_INCLUDE_DIR, SYCL_LIBRARY, SYCL_LIBRARY_DIR, SYCL_FLAGS and SYCL_LANGUAGE_VERSION.

get_filename_component(_scythe_shim "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_scythe_shim "${_scythe_shim}" DIRECTORY)
include("${_scythe_shim}/../../ScytheConfig.cmake")
if(NOT TARGET Scythe::SYCL)
  set(IntelSYCL_FOUND FALSE)
  set(IntelSYCL_NOT_FOUND_MESSAGE "${Scythe_NOT_FOUND_MESSAGE}")
  return()
endif()

set(SYCL_COMPILER "${Scythe_COMPILER}")
set(SYCL_INCLUDE_DIR "${_scythe_include}")
set(SYCL_INCLUDE_SYCL_DIR "${_scythe_include}/sycl")
set(SYCL_LIBRARY_DIR "${_scythe_lib}")
set(SYCL_LIBRARY "${_scythe_lib}/libscythe.so")
set(SYCL_FLAGS "-fsycl")
set(SYCL_LANGUAGE_VERSION "202012")

# Targets that only name this one are compiled by the project's compiler, which has to be scythe++ or a front door of it.
if(NOT TARGET IntelSYCL::SYCL_CXX)
  add_library(IntelSYCL::SYCL_CXX INTERFACE IMPORTED)
  target_link_libraries(IntelSYCL::SYCL_CXX INTERFACE Scythe::SYCL)
endif()
