// The extension sycl_khr_includes: devices, their selectors and aspects.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/aspect.hpp>
#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
