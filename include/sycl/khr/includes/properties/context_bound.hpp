// An earlier place of what headers of sycl_khr_split_headers have.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/buffer.hpp>
#include <sycl/image.hpp>
