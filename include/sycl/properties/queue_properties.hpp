// DPC++'s name of the header.
#pragma once

#include <sycl/ext/oneapi/queue_properties.hpp>
#include <sycl/queue.hpp>
