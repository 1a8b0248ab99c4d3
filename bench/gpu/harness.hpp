// Common parts of the programs of the GPU benchmark, for all compilers: options, the clock, the
// check of results, the output.
//
// A benchmark `<name>` is three files: `<name>.hpp` has the problem (sizes, inputs, the reference), `<name>.cpp` solves
// it in SYCL and `<name>.cu` in CUDA. Names of rows are the program's name, or begin with it and an underscore; both
// programs have the same rows in the same order. Started by hand, a program prints one line for each row. Started
// with `--serve`, it announces a row and does what lines on standard input say, so that two programs can take turns:
//
//   device <name>                     printed once
//   row <name> <unit> <amount>        printed for each row; then one answer to each line:
//     time                            -> time <milliseconds>
//     check                           -> right, or wrong <reason>
//     next                            -> the next row, or the end
//
// Tabs separate the words of a line.
#pragma once

#include "values.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <limits>
#include <string>

namespace bench {

/// What the work of a row is counted in.
enum class Unit {
  bytes,    ///< that must move between the device's memory and its processors
  flops32,  ///< floating-point operations, single precision
  flops64,  ///< floating-point operations, double precision
  items,    ///< anything else
  launches, ///< kernels
};

inline const char *text(Unit unit) {
  switch (unit) {
  case Unit::bytes: return "bytes";
  case Unit::flops32: return "flops32";
  case Unit::flops64: return "flops64";
  case Unit::items: return "items";
  case Unit::launches: return "launches";
  }
  return "";
}

/// A row of the table: its name, and the work that one launch does.
struct Row {
  std::string name;
  Unit unit;
  double amount;
};

/// Measures the rows of a program.
class Program {
public:
  const bool small; ///< Whether problems are small: everything works, but times say nothing.

  Program(bool small, bool served) : small(small), served(served) {}

  /// Announces the device that the rows run on.
  void device(const std::string &name) const {
    if (served)
      std::cout << "device\t" << name << std::endl;
    else
      std::cout << "on " << name << std::endl;
  }

  /// Measures a row. `launch` enqueues the work of the row on `queue`; `check` says what is wrong with the result,
  /// nothing when it is right. Launching again must give the same result.
  template <typename Queue, typename Launch, typename Check>
  void row(const Row &row, Queue &queue, Launch launch, Check check) {
    // For all answers: later rows may need the results of this one.
    batch(queue, launch, 1);
    if (!served) {
      const double time = milliseconds(queue, launch);
      const std::string reason = check();
      std::printf("%-28s %10.4f ms  %s\n", row.name.c_str(), time,
                  reason.empty() ? "right" : ("WRONG: " + reason).c_str());
      std::fflush(stdout);
      right = right && reason.empty();
      return;
    }
    std::cout << "row\t" << row.name << '\t' << text(row.unit) << '\t' << row.amount << std::endl;
    for (std::string line; std::getline(std::cin, line) && line != "next";) {
      if (line == "time") {
        std::cout << "time\t" << milliseconds(queue, launch) << std::endl;
      } else if (line == "check") {
        const std::string reason = check();
        right = right && reason.empty();
        std::cout << (reason.empty() ? "right" : "wrong\t" + reason) << std::endl;
      }
    }
  }

  /// Whether all results so far were right.
  bool all_right() const { return right; }

private:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;

  /// The time of `count` launches and the wait for them.
  template <typename Queue, typename Launch>
  static Milliseconds batch(Queue &queue, Launch &launch, int count) {
    const auto start = Clock::now();
    for (int i = 0; i < count; i++)
      launch();
    queue.wait();
    return Clock::now() - start;
  }

  /// The time of one launch, best of several batches. A batch is long enough that the wait at its end does not count.
  template <typename Queue, typename Launch> double milliseconds(Queue &queue, Launch &launch) const {
    constexpr Milliseconds warm_up{15}, batch_time{15};
    constexpr int batches = 5, most_launches = 100000;
    if (small)
      return batch(queue, launch, 1).count();
    // The device may have gone to sleep.
    Milliseconds spent{0}, each{0};
    for (int count = 1; spent < warm_up; count *= 2) {
      const Milliseconds time = batch(queue, launch, count);
      spent += time;
      each = time / count;
    }
    const int count = std::clamp(int(batch_time / each), 2, most_launches);
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < batches; i++)
      best = std::min(best, batch(queue, launch, count).count() / count);
    return best;
  }

  const bool served;
  bool right = true;
};

/// The `main` of every program; `body` gets the `Program`.
template <typename Body> int main(int argc, char **argv, Body body) {
  bool small = false, served = false;
  for (int i = 1; i < argc; i++) {
    if (!std::strcmp(argv[i], "--small"))
      small = true;
    else if (!std::strcmp(argv[i], "--serve"))
      served = true;
    else {
      std::fprintf(stderr, "usage: %s [--small] [--serve]\n", argv[0]);
      return 2;
    }
  }
  std::cout.precision(10);
  Program program(small, served);
  try {
    body(program);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return program.all_right() ? 0 : 1;
}

} // namespace bench
