// DPC++'s name of the header.
#pragma once

#include <sycl/property_list.hpp>
