// DPC++'s name of the header.
#pragma once

#include <sycl/this_work_item.hpp>
