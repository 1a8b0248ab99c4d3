// The extension sycl_khr_includes: reductions.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/functional.hpp>
#include <sycl/known_identity.hpp>
#include <sycl/reducer.hpp>
#include <sycl/reduction.hpp>
