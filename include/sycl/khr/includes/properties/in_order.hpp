// The extension sycl_khr_includes: the property in_order.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/queue.hpp>
