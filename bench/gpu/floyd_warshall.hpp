// A step of Floyd and Warshall's algorithm for shortest paths: are paths shorter that go through one more node?
#pragma once

#include "harness.hpp"

struct Problem {
  explicit Problem(bool small) : nodes(small ? 200 : 8192), through(nodes / 3) {
    lengths.resize(std::size_t(nodes) * nodes);
    for (std::size_t i = 0; i < lengths.size(); i++)
      lengths[i] = int(bench::random_bits(i) % 1000) + 1;
    for (int i = 0; i < nodes; i++)
      lengths[std::size_t(i) * nodes + i] = 0;
  }

  // After the first launch no path gets shorter, so that lengths are only read.
  bench::Row row() const { return {"floyd_warshall", bench::Unit::bytes, 4.0 * nodes * nodes}; }

  std::string check(const bench::Values<int> &found) const {
    return bench::agrees(found, 0, 100000, [&](std::size_t n) {
      const std::size_t from = n / nodes, to = n % nodes;
      return std::min(lengths[n], lengths[from * nodes + through] +
                                      lengths[std::size_t(through) * nodes + to]);
    });
  }

  int nodes, through;
  bench::Values<int> lengths;
};
