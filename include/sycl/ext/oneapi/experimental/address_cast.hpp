// DPC++'s name of the header.
#pragma once

#include <sycl/address_space_cast.hpp>
