// Where programs look for tangle; all groups of the kind are in one header.
#pragma once

#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>
