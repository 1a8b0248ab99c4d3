// The extension sycl_khr_includes: the property initialize_to_identity.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/reduction.hpp>
