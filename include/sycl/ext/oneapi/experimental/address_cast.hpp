// The name that DPC++ has for it.
#pragma once

#include <sycl/address_space_cast.hpp>
