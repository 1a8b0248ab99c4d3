// DPC++'s name of the header.
#pragma once

#include <sycl/ext/oneapi/experimental/work_group_static.hpp>
