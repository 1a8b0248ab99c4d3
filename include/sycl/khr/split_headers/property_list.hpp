// The extension sycl_khr_split_headers: properties of objects.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/property_list.hpp>
