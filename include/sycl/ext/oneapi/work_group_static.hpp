// The name that DPC++ has for it.
#pragma once

#include <sycl/ext/oneapi/experimental/work_group_static.hpp>
