// The extension sycl_khr_split_headers: objects of backends.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/backend.hpp>
#include <sycl/backend/interop.hpp>
