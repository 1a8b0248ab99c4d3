// The extension sycl_khr_includes: objects of backends.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/backend.hpp>
#include <sycl/backend/interop.hpp>
