// The name that DPC++ has for it.
#pragma once

#include <sycl/ext/oneapi/queue_properties.hpp>
#include <sycl/queue.hpp>
