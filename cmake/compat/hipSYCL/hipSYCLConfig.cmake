# find_package(hipSYCL), answered by Scythe: add_sycl_to_target with the targets of HIPSYCL_TARGETS (a variable of CMake or of the
# environment), hipSYCL::hipSYCL-rt, HIPSYCL_COMPILER.

get_filename_component(_scythe_compat "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_scythe_compat "${_scythe_compat}/../.." ABSOLUTE)
include("${_scythe_compat}/ScytheShim.cmake")
_scythe_stand_in_for(hipSYCL)
if(NOT TARGET Scythe::SYCL)
  return()
endif()

set(HIPSYCL_COMPILER "${Scythe_COMPILER}")
_scythe_take_targets_from(HIPSYCL_TARGETS)
_scythe_alias_targets(hipSYCL::hipSYCL-rt hipSYCL::hipSYCL-common)
