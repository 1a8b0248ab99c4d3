// The extension sycl_khr_split_headers: images and their accessors.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/image.hpp>
#include <sycl/image_accessor.hpp>
