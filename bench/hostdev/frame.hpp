// Common parts of the programs of `bench hostdev`: commands, timing, checks.
//
// A program is a folder beside this file, with the same computation twice: `sycl.cpp` and `omp.cpp`.
// Each declares a class
//
//   class Program {
//     explicit Program(const Problem &);   // the problem lives longer
//     void prepare();                      // makes the inputs that a run overwrites; not timed
//     void run();                          // solves the problem and is done when it returns
//     bench::Values<float> result();       // of the last run
//   };
//
// and `problem.hpp` declares what both solve:
//
//   struct Problem {
//     static constexpr const char *name;
//     static constexpr double tolerance;         // see `bench::agrees`
//     explicit Problem(bool quick);              // makes the inputs
//     bench::Values<float> reference() const;    // plain and sequential
//   };
//
// `cargo xtask bench hostdev` compiles `sycl.cpp` in many ways and lets all programs run in turns, so
// each of them waits until it is asked: it runs once for each line of standard input and answers
// with the time in milliseconds. A wrong result ends it.
#pragma once

#include "../kernels/agreement.hpp"
#include "../kernels/values.hpp"

#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>

namespace hostdev {

using bench::Values;

/// Values between -1 and 1, the same in every run of the program.
inline Values<float> random_values(std::size_t count, unsigned seed) {
  return bench::random_values(count, -1.0f, 1.0f, seed);
}

/// Runs once, checks the result and returns the time in milliseconds; a negative one if the result
/// is wrong.
template <typename Problem, typename Program>
double turn(Program &program, const Values<float> &expected) {
  using Clock = std::chrono::steady_clock;
  program.prepare();
  const auto before = Clock::now();
  program.run();
  const std::chrono::duration<double, std::milli> time = Clock::now() - before;
  const bool right =
      bench::agrees(Problem::name, "this program", program.result(), expected, Problem::tolerance);
  return right ? time.count() : -1;
}

/// The `main` of every program.
template <typename Problem, typename Program> int main(int argc, char **argv) {
  const bool quick = argc == 2 && std::string_view(argv[1]) == "--quick";
  if (argc > 1 && !quick) {
    std::fprintf(stderr, "usage: %s [--quick], and a line of standard input for each run\n",
                 argv[0]);
    return 2;
  }
  try {
    const Problem problem(quick);
    const Values<float> expected = problem.reference();
    Program program(problem);
    for (std::string line; std::getline(std::cin, line);) {
      const double time = turn<Problem>(program, expected);
      if (time < 0)
        return 1;
      std::printf("%.4f\n", time);
      std::fflush(stdout);
    }
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", Problem::name, error.what());
    return 1;
  }
}

} // namespace hostdev
