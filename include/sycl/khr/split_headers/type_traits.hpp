// The extension sycl_khr_split_headers: traits of types.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/access.hpp>
#include <sycl/aspect.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/group.hpp>
#include <sycl/known_identity.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/property_list.hpp>
