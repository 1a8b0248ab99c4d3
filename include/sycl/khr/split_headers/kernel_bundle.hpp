// The extension sycl_khr_split_headers: kernels and specialization constants.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/kernel_id.hpp>
#include <sycl/specialization_id.hpp>
