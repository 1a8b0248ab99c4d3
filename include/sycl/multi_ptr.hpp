// SYCL 2020 §4.7.7: pointers with an address space.
#pragma once

#include <sycl/address_space_cast.hpp>
#include <sycl/multi_ptr/aliases.hpp>
#include <sycl/multi_ptr/legacy.hpp>
#include <sycl/multi_ptr/multi_ptr.hpp>
