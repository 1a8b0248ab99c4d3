// The extension sycl_khr_includes: queues.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/queue.hpp>
