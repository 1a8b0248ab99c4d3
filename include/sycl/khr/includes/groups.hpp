// The extension sycl_khr_includes: work-groups and sub-groups.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/device_event.hpp>
#include <sycl/group.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/sub_group.hpp>
