// The extension sycl_khr_split_headers: events.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/event.hpp>
