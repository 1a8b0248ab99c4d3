// The name that DPC++ has for it.
#pragma once

#include <sycl/property_list.hpp>
