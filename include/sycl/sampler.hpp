// DPC++'s name of the header.
#pragma once

#include <sycl/image.hpp>
