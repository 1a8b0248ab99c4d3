// The extension sycl_ext_oneapi_matrix: everything.
#pragma once

#include <sycl/ext/oneapi/matrix/joint_matrix.hpp>
#include <sycl/ext/oneapi/matrix/matrix_operations.hpp>
#include <sycl/ext/oneapi/matrix/matrix_query.hpp>
