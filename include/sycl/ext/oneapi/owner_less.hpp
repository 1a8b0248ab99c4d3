// DPC++'s name of the header.
#pragma once

#include <sycl/ext/oneapi/weak_object.hpp>
