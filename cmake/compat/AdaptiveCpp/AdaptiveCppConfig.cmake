# find_package(AdaptiveCpp), as AdaptiveCpp has it, answered by Scythe: add_sycl_to_target with the targets of ACPP_TARGETS (a
# variable of CMake or of the environment), AdaptiveCpp::acpp-rt, ACPP_COMPILER.

get_filename_component(_scythe_shim "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_scythe_shim "${_scythe_shim}" DIRECTORY)
include("${_scythe_shim}/../../ScytheConfig.cmake")
if(NOT TARGET Scythe::SYCL)
  set(AdaptiveCpp_FOUND FALSE)
  set(AdaptiveCpp_NOT_FOUND_MESSAGE "${Scythe_NOT_FOUND_MESSAGE}")
  return()
endif()

set(ACPP_COMPILER "${Scythe_COMPILER}")
set(ACPP_TARGETS "${ACPP_TARGETS}" CACHE STRING "What kernels are compiled for, as AdaptiveCpp spells it")
set_property(GLOBAL APPEND PROPERTY SCYTHE_TARGET_VARIABLES ACPP_TARGETS)

foreach(_scythe_name IN ITEMS acpp-rt acpp-common)
  if(NOT TARGET AdaptiveCpp::${_scythe_name})
    add_library(AdaptiveCpp::${_scythe_name} INTERFACE IMPORTED)
    target_link_libraries(AdaptiveCpp::${_scythe_name} INTERFACE Scythe::SYCL)
  endif()
endforeach()
