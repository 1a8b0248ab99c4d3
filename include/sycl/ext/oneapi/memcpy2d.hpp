// DPC++'s name of the header.
#pragma once

#include <sycl/handler.hpp>
#include <sycl/queue.hpp>
