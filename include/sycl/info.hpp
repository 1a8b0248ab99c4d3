// All information descriptors (SYCL 2020, appendix A).
#pragma once

#include <sycl/info/context.hpp>
#include <sycl/info/device.hpp>
#include <sycl/info/event.hpp>
#include <sycl/info/kernel.hpp>
#include <sycl/info/platform.hpp>
#include <sycl/info/queue.hpp>
