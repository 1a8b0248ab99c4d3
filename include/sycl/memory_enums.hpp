// The name that DPC++ has for it.
#pragma once

#include <sycl/memory_order.hpp>
#include <sycl/memory_scope.hpp>
