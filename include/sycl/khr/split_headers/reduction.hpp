// The extension sycl_khr_split_headers: reductions.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/functional.hpp>
#include <sycl/known_identity.hpp>
#include <sycl/reducer.hpp>
#include <sycl/reduction.hpp>
