# find_package(IntelSYCL), answered by Scythe: add_sycl_to_target, IntelSYCL::SYCL_CXX, and the variables SYCL_COMPILER,
# SYCL_INCLUDE_DIR, SYCL_INCLUDE_SYCL_DIR, SYCL_LIBRARY, SYCL_LIBRARY_DIR, SYCL_FLAGS and SYCL_LANGUAGE_VERSION.

get_filename_component(_scythe_compat "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_scythe_compat "${_scythe_compat}/../.." ABSOLUTE)
include("${_scythe_compat}/ScytheShim.cmake")
_scythe_stand_in_for(IntelSYCL)
if(NOT TARGET Scythe::SYCL)
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
_scythe_alias_targets(IntelSYCL::SYCL_CXX)
