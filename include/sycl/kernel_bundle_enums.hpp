// DPC++'s name of the header.
#pragma once

#include <sycl/kernel_bundle/device_image.hpp>
