//! also = ["-O0"]
// Kernels that two translation units launch. Each unit by itself has constants, sizes and different buffers; those of
// the other unit differ, and the linker keeps one of the kernels.
#include "../check.hpp"
#include "kernels.hpp"

#include <vector>

using namespace sycl;

constexpr std::size_t n = 200;

int main() {
  queue q;
  std::vector<int> v(n, 1), w(n, 1);
  {
    buffer b(v), c(w);
    q.submit([&](handler &h) { h.parallel_for(n, Scale{accessor(b, h), 2, 1}); }); // 202
    other_scale(q, b);                                                             // 2418, or 202
    q.submit([&](handler &h) { h.parallel_for(n, Scale{accessor(b, h), 2, 1}); }); // 5036, or 604
    q.submit([&](handler &h) { // 15109, or 1813
      h.parallel_for(n, AddThreeTimes{accessor(c, h), accessor(b, h, read_only)});
    });
    other_add(q, b); // eight times
    count_up(q, b, 1);
    other_count(q, b); // 20
  }
  CHECK_ALL(v, n, [](std::size_t i) { return (i < 150 ? 5036 : 604) * 8 + 21; });
  CHECK_ALL(w, n, [](std::size_t i) { return i < 150 ? 15109 : 1813; });
  std::vector<int> u(n, 1);
  {
    buffer b(u);
    scale_by(q, b, 5);
    add_to(q, b, b);           // 40
    other_scale_and_add(q, b); // 80
  }
  CHECK_ALL(u, n, [](std::size_t) { return 80; });
  return check::result();
}
