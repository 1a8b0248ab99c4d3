// The name that DPC++ has for it.
#pragma once

#include <sycl/backend/cuda.hpp>
