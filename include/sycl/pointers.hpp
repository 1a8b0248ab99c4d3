// The name that DPC++ has for it.
#pragma once

#include <sycl/multi_ptr.hpp>
