# What the packages in this folder share: each answers find_package for another implementation of SYCL with Scythe.

# Finds Scythe for the package of this name, whose file has set `_scythe_compat` to this folder. Where Scythe is not there,
# neither is the package, and Scythe::SYCL does not exist. A macro, because packages set variables of their caller.
macro(_scythe_stand_in_for package)
  include("${_scythe_compat}/../ScytheConfig.cmake")
  if(NOT TARGET Scythe::SYCL)
    set(${package}_FOUND FALSE)
    set(${package}_NOT_FOUND_MESSAGE "${Scythe_NOT_FOUND_MESSAGE}")
  endif()
endmacro()

# Makes targets of these names that stand for Scythe::SYCL.
function(_scythe_alias_targets)
  foreach(name IN LISTS ARGN)
    if(NOT TARGET ${name})
      add_library(${name} INTERFACE IMPORTED)
      target_link_libraries(${name} INTERFACE Scythe::SYCL)
    endif()
  endforeach()
endfunction()

# Has a variable of CMake or of the environment name the targets of device code, as AdaptiveCpp spells them.
function(_scythe_take_targets_from variable)
  set(${variable} "${${variable}}" CACHE STRING "What kernels are compiled for, in AdaptiveCpp's spelling")
  set_property(GLOBAL APPEND PROPERTY SCYTHE_TARGET_VARIABLES ${variable})
endfunction()
