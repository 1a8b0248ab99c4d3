// The extension sycl_khr_includes: properties of objects.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/property_list.hpp>
