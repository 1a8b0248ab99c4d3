// What the kernel benchmarks share: contenders and the race between them.
//
// A benchmark is a folder beside this file. Its `problem.hpp` declares, in a namespace of its own,
//
//   struct Problem {
//     static constexpr const char *name;
//     static constexpr double tolerance;   // see `agrees`
//     explicit Problem(bench::Scale);      // makes the inputs
//     std::string size() const;            // of the problem, for the reader
//     double bytes() const, flops() const; // if it is known: what memory has to be read and written at
//                                          // least, and the floating-point operations of a work-item's code
//   };
//   bench::Values<Value> reference(const Problem &);        // main.cpp: plain and sequential
//   bench::Contender<Value> with_sycl(const Problem &);     // sycl.cpp
//   bench::Contender<Value> with_openmp(const Problem &);   // omp.cpp
//   bench::Contender<Value> with_opencl(const Problem &);   // opencl.cpp and kernel.cl
//
// and `main.cpp` hands it to `bench::main`. The program prints one line of fields that tabs
// separate; `cargo xtask bench kernels` makes the table of all of them.
#pragma once

#include "agreement.hpp"
#include "opencl.hpp"
#include "sycl_device.hpp"
#include "values.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace bench {

/// How large the problems are.
enum class Scale {
  quick, ///< small enough to try whether everything works
  full,  ///< 10 to 100 ms on a small machine: large beside the cost of a launch
};

/// One way to solve a problem. The functions may refer to the problem, which lives longer.
template <typename Value> struct Contender {
  /// Solves the problem once and is done when it returns; running again gives the same result.
  std::function<void()> run;
  /// What the last run computed.
  std::function<Values<Value>()> result;
};

/// Readies OpenMP; call before anything is timed.
void start_openmp();

/// A number of elements as people like to read it.
inline std::string text(std::size_t count) {
  constexpr std::size_t mebi = 1024 * 1024;
  return count > 0 && count % mebi == 0 ? std::to_string(count / mebi) + " Mi"
                                        : std::to_string(count);
}

/// A contender in the race, with its best time in milliseconds.
template <typename Value> struct Lane {
  const char *who;
  Contender<Value> contender;
  double best = std::numeric_limits<double>::infinity();

  /// PoCL may be missing, and so may a driver that accepts SPIR-V.
  bool absent() const { return !contender.run; }
};

/// Lets the contenders run in turns, so that they meet the same machine at the same time, and keeps
/// the best time of each.
template <typename Lanes> void race(Lanes &lanes) {
  // Not timed: threads start, pages are touched, PoCL compiles.
  for (auto &lane : lanes)
    if (!lane.absent())
      lane.contender.run();

  using Clock = std::chrono::steady_clock;
  constexpr std::size_t least_rounds = 10, most_rounds = 100;
  constexpr std::chrono::seconds enough{3};
  const auto start = Clock::now();
  const auto goes_on = [&](std::size_t round) {
    return round < least_rounds || (round < most_rounds && Clock::now() - start < enough);
  };
  for (std::size_t round = 0; goes_on(round); round++)
    for (std::size_t turn = 0; turn < lanes.size(); turn++) {
      // The order rotates, so that none always follows the same neighbour.
      auto &lane = lanes[(turn + round) % lanes.size()];
      if (lane.absent())
        continue;
      const auto before = Clock::now();
      lane.contender.run();
      const std::chrono::duration<double, std::milli> time = Clock::now() - before;
      lane.best = std::min(lane.best, time.count());
    }
}

/// The SYCL contender on a device.
template <typename Problem> auto with_sycl_on(SyclDevice device, const Problem &problem) {
  sycl_device = device;
  return with_sycl(problem);
}

/// Runs the benchmark and prints the program's line. Returns whether all results were right.
template <typename Problem> bool run(const Problem &problem) {
  const auto expected = reference(problem);
  using Value = typename decltype(expected)::value_type;
  std::array<Lane<Value>, 4> lanes{
      Lane<Value>{"SYCL", with_sycl_on(SyclDevice::native, problem)},
      Lane<Value>{"OpenMP", with_openmp(problem)},
      Lane<Value>{"PoCL", opencl::available() ? with_opencl(problem) : Contender<Value>{}},
      Lane<Value>{"SPIR-V", has_spirv() ? with_sycl_on(SyclDevice::opencl, problem)
                                        : Contender<Value>{}}};
  race(lanes);

  bool right = true;
  std::printf("%s\t%s", Problem::name, problem.size().c_str());
  for (const Lane<Value> &lane : lanes) {
    if (lane.absent()) {
      std::printf("\t-");
      continue;
    }
    std::printf("\t%.4f", lane.best);
    const Values<Value> found = lane.contender.result();
    right = agrees(Problem::name, lane.who, found, expected, Problem::tolerance) && right;
  }
  if constexpr (requires { problem.bytes() + problem.flops(); })
    std::printf("\t%.6g\t%.6g\n", double(problem.bytes()), double(problem.flops()));
  else
    std::printf("\t-\t-\n");
  return right;
}

/// The `main` of every benchmark.
template <typename Problem> int main(int argc, char **argv) {
  const bool quick = argc == 2 && std::string_view(argv[1]) == "--quick";
  if (argc > 1 && !quick) {
    std::fprintf(stderr, "usage: %s [--quick]\n", argv[0]);
    return 2;
  }
  try {
    start_openmp();
    const Problem problem(quick ? Scale::quick : Scale::full);
    return run(problem) ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", Problem::name, error.what());
    return 1;
  }
}

} // namespace bench
