// SYCL 2020 §4.11: kernels as objects.
#pragma once

#include <sycl/kernel_bundle/device_image.hpp>
#include <sycl/kernel_bundle/functions.hpp>
#include <sycl/kernel_bundle/kernel.hpp>
#include <sycl/kernel_bundle/kernel_bundle.hpp>
#include <sycl/kernel_id.hpp>
