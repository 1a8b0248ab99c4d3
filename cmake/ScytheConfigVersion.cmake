# Which version find_package found. The repository's is in Cargo.toml; installing puts a number here.
set(PACKAGE_VERSION "")
if(NOT PACKAGE_VERSION AND EXISTS "${CMAKE_CURRENT_LIST_DIR}/../Cargo.toml")
  file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../Cargo.toml" PACKAGE_VERSION REGEX "^version = " LIMIT_COUNT 1)
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" PACKAGE_VERSION "${PACKAGE_VERSION}")
endif()

# Before 1.0 a new minor version may break programs.
string(REGEX MATCH "^[0-9]+\\.[0-9]+" _scythe_series "${PACKAGE_VERSION}")
string(REGEX MATCH "^[0-9]+\\.[0-9]+" _scythe_wanted "${PACKAGE_FIND_VERSION}")
if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION
   OR (_scythe_wanted AND NOT _scythe_wanted STREQUAL _scythe_series))
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
