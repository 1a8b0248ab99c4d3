// The extension sycl_khr_includes: events.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/event.hpp>
