// Where programs look for opportunistic_group; all groups of the kind are in one header.
#pragma once

#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>
