// An earlier name of a header of sycl_khr_split_headers.
#pragma once

#include <sycl/khr/split_headers/device.hpp>
