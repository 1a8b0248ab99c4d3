// The name that DPC++ has for it.
#pragma once

#include <sycl/ext/oneapi/weak_object.hpp>
