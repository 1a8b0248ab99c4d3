// The extension sycl_khr_split_headers: devices, their selectors and aspects.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/aspect.hpp>
#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
