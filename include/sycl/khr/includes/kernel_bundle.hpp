// The extension sycl_khr_includes: kernels and specialization constants.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/kernel_id.hpp>
#include <sycl/specialization_id.hpp>
