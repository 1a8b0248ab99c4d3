// DPC++'s name of the header.
#pragma once

#include <sycl/memory_order.hpp>
#include <sycl/memory_scope.hpp>
