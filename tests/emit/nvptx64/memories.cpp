//! emit = "device-ll"
//! flags = "--targets=ptx:sm_90 -O1"
#include "../memories.hpp"
