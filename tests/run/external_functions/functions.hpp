// Functions that kernels of main.cpp call and functions.cpp defines.
#pragma once

#include <sycl/sycl.hpp>

// All positions of the macro.
SYCL_EXTERNAL float twice_plus_one(float x);
SYCL_EXTERNAL extern int global_id();
extern SYCL_EXTERNAL int rotated(sycl::nd_item<1> item, int value, int *tile);
[[nodiscard]] SYCL_EXTERNAL [[gnu::noinline]] int group_sum(sycl::group<1> group, int value);
extern "C" SYCL_EXTERNAL int sub_group_sum(sycl::nd_item<1> item, int value);

// Templates: defined elsewhere, instantiated there.
template <typename T> SYCL_EXTERNAL T square(T x);
extern template SYCL_EXTERNAL int square<int>(int);
extern template SYCL_EXTERNAL double square<double>(double);

// Members, static members, operators, constructors and destructors.
struct counter {
  int *total;
  int step;
  SYCL_EXTERNAL counter(int *total, int step);
  SYCL_EXTERNAL ~counter();
  SYCL_EXTERNAL int next() const;
  SYCL_EXTERNAL int operator()(int x) const;
  static SYCL_EXTERNAL int last();
};

// Large objects, by value and as results.
struct table {
  int values[16];
};
SYCL_EXTERNAL table reversed(table t);

// Both units have a definition; the program keeps one.
SYCL_EXTERNAL inline int shared_inline(int x) { return x + 1000; }
SYCL_EXTERNAL int through_inline(int x);

// From host code it is an ordinary function.
SYCL_EXTERNAL int on_both_sides(int x);
