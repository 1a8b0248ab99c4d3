// The core of SYCL, under DPC++'s name. Built-in functions, vectors, streams and reductions have
// separate headers.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/buffer.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/handler.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>
#include <sycl/range.hpp>
#include <sycl/usm.hpp>
#include <sycl/usm_allocator.hpp>
