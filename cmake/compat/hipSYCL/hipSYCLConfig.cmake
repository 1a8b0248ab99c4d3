# find_package(hipSYCL), as AdaptiveCpp has it, answered by Scythe: add_sycl_to_target with the targets of HIPSYCL_TARGETS (a
# variable of CMake or of the environment), hipSYCL::hipSYCL-rt, HIPSYCL_COMPILER.

get_filename_component(_scythe_shim "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_scythe_shim "${_scythe_shim}" DIRECTORY)
include("${_scythe_shim}/../../ScytheConfig.cmake")
if(NOT TARGET Scythe::SYCL)
  set(hipSYCL_FOUND FALSE)
  set(hipSYCL_NOT_FOUND_MESSAGE "${Scythe_NOT_FOUND_MESSAGE}")
  return()
endif()

set(HIPSYCL_COMPILER "${Scythe_COMPILER}")
set(HIPSYCL_TARGETS "${HIPSYCL_TARGETS}" CACHE STRING "What kernels are compiled for, as hipSYCL spells it")
set_property(GLOBAL APPEND PROPERTY SCYTHE_TARGET_VARIABLES HIPSYCL_TARGETS)

foreach(_scythe_name IN ITEMS hipSYCL-rt hipSYCL-common)
  if(NOT TARGET hipSYCL::${_scythe_name})
    add_library(hipSYCL::${_scythe_name} INTERFACE IMPORTED)
    target_link_libraries(hipSYCL::${_scythe_name} INTERFACE Scythe::SYCL)
  endif()
endforeach()
