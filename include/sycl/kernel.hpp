// The name that DPC++ has for it.
#pragma once

#include <sycl/kernel_bundle/kernel.hpp>
