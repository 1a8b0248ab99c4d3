# find_package(AdaptiveCpp), answered by Scythe: add_sycl_to_target with the targets of ACPP_TARGETS (a variable of CMake or of the
# environment), AdaptiveCpp::acpp-rt, ACPP_COMPILER.

get_filename_component(_scythe_compat "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_scythe_compat "${_scythe_compat}/../.." ABSOLUTE)
include("${_scythe_compat}/ScytheShim.cmake")
_scythe_stand_in_for(AdaptiveCpp)
if(NOT TARGET Scythe::SYCL)
  return()
endif()

set(ACPP_COMPILER "${Scythe_COMPILER}")
_scythe_take_targets_from(ACPP_TARGETS)
_scythe_alias_targets(AdaptiveCpp::acpp-rt AdaptiveCpp::acpp-common)
