// The extension sycl_khr_includes: traits of types.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/access.hpp>
#include <sycl/aspect.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/group.hpp>
#include <sycl/known_identity.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/property_list.hpp>
