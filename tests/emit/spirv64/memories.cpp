//! emit = "device-ll"
//! flags = "--targets=spirv64 -O1"
#include "../memories.hpp"
