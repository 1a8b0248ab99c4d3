// Attributes that more than one header spells, and nothing else.
#pragma once

#include <scythe/facts.h>
#include <sycl/feature_test.hpp>

// Index queries and element accesses must become plain arithmetic even if the
// optimiser would not inline the call: they are in the innermost loop of every
// kernel.
#define SCYTHE_ALWAYS_INLINE __attribute__((always_inline))

// A method that the compiler knows as such: SCYTHE_METHOD("class", "method",
// template arguments...). The annotation identifies the method in device code
// (crates/raise/src/methods.rs). The object it is called on must be the whole
// object and not an empty base of it, so that its size is known.
#ifdef __SYCL_DEVICE_ONLY__
#define SCYTHE_METHOD(...) __attribute__((always_inline, annotate(SCYTHE_METHOD_MARK, __VA_ARGS__)))
#else
#define SCYTHE_METHOD(...) SCYTHE_ALWAYS_INLINE
#endif

// Annotations from which the compiler finds the arguments of launches in host
// code (crates/raise/src/submission); they are not in the object file.
// SCYTHE_CONSTRUCTOR("class", "body", template arguments...) marks a constructor;
// the body lists the parts of the object that it takes: "void", "range" or
// "range id"; "none" if the class has only one form.
// SCYTHE_LAUNCH("range" | "offset" | "nd_range" | "kernel") marks a parameter of
// the functions of class handler that launch kernels. SCYTHE_OPAQUE marks a
// function that the compiler need not analyse: no argument of a launch passes
// through it.
#if defined(SYCL_LANGUAGE_VERSION) && !defined(__SYCL_DEVICE_ONLY__)
#define SCYTHE_CONSTRUCTOR(...) __attribute__((annotate(SCYTHE_CONSTRUCTOR_MARK, __VA_ARGS__)))
#define SCYTHE_LAUNCH(parameter) __attribute__((annotate(SCYTHE_LAUNCH_MARK_PREFIX parameter)))
#define SCYTHE_OPAQUE __attribute__((annotate(SCYTHE_OPAQUE_MARK)))
#else
#define SCYTHE_CONSTRUCTOR(...)
#define SCYTHE_LAUNCH(parameter)
#define SCYTHE_OPAQUE
#endif

// The test with which work-items beyond a range return, on devices that start more
// of them. Analyses of what a kernel certainly does assume that it is true.
#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)
#define SCYTHE_IN_RANGE __attribute__((annotate(SCYTHE_IN_RANGE_MARK, 1)))
#else
#define SCYTHE_IN_RANGE
#endif

// Error paths: kept out of line so that the calls that succeed stay small.
#define SCYTHE_COLD __attribute__((cold, noinline))

// Classes that SYCL 2020 §4.12.4 allows inside of any class that is passed to a
// kernel. They have the decomposition protocol.
#define SCYTHE_SPECIAL_CLASS [[clang::annotate(SCYTHE_SPECIAL_CLASS_MARK)]]

// A function that device code of another translation unit may call (SYCL 2020
// §5.10.1). Tools that read programs without Scythe's plugin see a plain
// function.
#if defined(__has_attribute)
#if __has_attribute(sycl_external)
#define SYCL_EXTERNAL __attribute__((sycl_external))
#endif
#endif
#ifndef SYCL_EXTERNAL
#define SYCL_EXTERNAL
#endif
