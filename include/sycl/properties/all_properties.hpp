// DPC++'s name of the header.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/context.hpp>
#include <sycl/ext/oneapi/queue_properties.hpp>
#include <sycl/image.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>
#include <sycl/reduction.hpp>
