// The extension sycl_khr_split_headers: work-groups and sub-groups.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/device_event.hpp>
#include <sycl/group.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/sub_group.hpp>
