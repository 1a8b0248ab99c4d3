// DPC++'s name of the header.
#pragma once

#include <sycl/kernel_bundle/kernel.hpp>
