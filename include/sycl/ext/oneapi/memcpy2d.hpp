// The name that DPC++ has for it.
#pragma once

#include <sycl/handler.hpp>
#include <sycl/queue.hpp>
