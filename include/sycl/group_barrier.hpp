// DPC++'s name of the header.
#pragma once

#include <sycl/group_functions.hpp>
