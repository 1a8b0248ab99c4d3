// The extension sycl_khr_includes: ids and ranges.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
