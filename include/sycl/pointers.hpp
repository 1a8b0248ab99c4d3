// DPC++'s name of the header.
#pragma once

#include <sycl/multi_ptr.hpp>
