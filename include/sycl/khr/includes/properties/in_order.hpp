// An earlier header for a part of those of sycl_khr_split_headers.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/queue.hpp>
