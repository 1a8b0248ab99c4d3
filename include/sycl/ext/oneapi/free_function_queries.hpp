// The name that DPC++ has for it.
#pragma once

#include <sycl/this_work_item.hpp>
