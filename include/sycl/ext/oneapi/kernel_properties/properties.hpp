// DPC++'s name of the header.
#pragma once

#include <sycl/ext/oneapi/kernel_properties.hpp>
