// The extension sycl_khr_includes: images and their accessors.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/image.hpp>
#include <sycl/image_accessor.hpp>
