// The name that DPC++ has for it.
#pragma once

#include <sycl/exception.hpp>
