// Barriers of work-groups: between plain code, in loops and in helpers.
//! opt = ["-O0", "-O2"]
//! also = ["-O2 -fno-scythe-mlir"]
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <vector>

// Barriers in straight code: every work-item sees what its neighbours wrote before.
namespace basic {

// Numbers computed from ids, which a driver may recompute after a barrier.
static void negated(sycl::queue &q) {
  constexpr std::size_t n = 96;
  float *out = sycl::malloc_shared<float>(3 * n, q);
  q.parallel_for(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> it) {
     const std::size_t g = it.get_global_id(0);
     const float x = -float(g), y = g % 3 == 0 ? 0.0f : -float(g * g);
     const float z = sycl::fma(float(g), 2.0f, -sycl::reduce_over_group(it.get_group(), int(g), sycl::maximum<>()));
     sycl::group_barrier(it.get_group());
     out[g] = x;
     out[n + g] = y;
     out[2 * n + g] = z;
   }).wait();
  CHECK_ALL(out, n, [](std::size_t g) { return -float(g); });
  CHECK_ALL(out + n, n, [](std::size_t g) { return g % 3 == 0 ? 0.0f : -float(g * g); });
  CHECK_ALL(out + 2 * n, n, [](std::size_t g) { return float(2 * g) - float(g / 16 * 16 + 15); });
  sycl::free(out, q);
}

void all() {
  sycl::queue q;
  negated(q);
  for (std::size_t local : {1, 2, 7, 16, 64, 256}) {
    const std::size_t n = local * 5;
    int *data = sycl::malloc_shared<int>(n, q);
    int *out = sycl::malloc_shared<int>(n, q);
    q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const std::size_t g = it.get_global_id(0), l = it.get_local_id(0);
       const int mine = int(g) * 3; // lives across two barriers
       data[g] = mine;
       sycl::group_barrier(it.get_group());
       const std::size_t other = g - l + (l + 1) % it.get_local_range(0);
       const int seen = data[other];
       it.barrier();
       data[g] = -1;
       sycl::group_barrier(it.get_group());
       out[g] = seen * 1000 + mine + data[other];
     }).wait();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t l = i % local, other = i - l + (l + 1) % local;
      CHECK(out[i] == int(other) * 3 * 1000 + int(i) * 3 - 1);
    }
    sycl::free(data, q);
    sycl::free(out, q);
  }
}

} // namespace basic

// Barriers in loops, nested loops and helpers; private arrays and values of several types live across
// them; a whole group may leave early.
namespace in_loops {

struct Wide {
  double d;
  char c;
  short s[3];
};

template <typename T> T shift(sycl::nd_item<1> it, sycl::local_accessor<T, 1> tile, T value) {
  const std::size_t l = it.get_local_id(0), n = it.get_local_range(0);
  tile[l] = value;
  sycl::group_barrier(it.get_group());
  const T result = tile[(l + 1) % n];
  sycl::group_barrier(it.get_group());
  return result;
}

void all() {
  sycl::queue q;
  const std::size_t local = 24, groups = 6, n = local * groups;
  std::vector<double> result(n, -1);
  {
    sycl::buffer<double> out(result);
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(out, h, sycl::write_only);
      sycl::local_accessor<double, 1> tile(sycl::range<1>(local), h);
      sycl::local_accessor<int, 1> counts(sycl::range<1>(local), h);
      h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
        const std::size_t g = it.get_global_id(0), l = it.get_local_id(0);
        if (it.get_group(0) == 3) {
          acc[g] = 42;
          return; // the whole group
        }
        double value = double(g);
        double history[8] = {};
        Wide wide{value, char(l), {1, 2, short(l)}};
        counts[l] = 0;
        for (int round = 0; round < 4; ++round) {
          for (int step = 0; step <= round; ++step)
            value = shift(it, tile, value);
          history[round] = value;
          counts[l] += int(l % 3 == 0 ? round : 1);
          if (round % 2 == 0)
            sycl::group_barrier(it.get_group());
          wide.s[round % 3] += short(round);
        }
        double sum = 0;
        for (int round = 0; round < 4; ++round)
          sum += history[round] * (round + 1);
        acc[g] = sum + wide.d * 0.5 + wide.c + wide.s[0] + wide.s[1] + wide.s[2] + counts[l];
      });
    });
  }
  for (std::size_t g = 0; g < n; ++g) {
    const std::size_t l = g % local, base = g - l;
    if (g / local == 3) {
      CHECK(result[g] == 42);
      continue;
    }
    double sum = 0;
    std::size_t moved = 0;
    short s[3] = {1, 2, short(l)};
    int count = 0;
    for (int round = 0; round < 4; ++round) {
      moved += std::size_t(round) + 1;
      sum += double(base + (l + moved) % local) * (round + 1);
      s[round % 3] = short(s[round % 3] + round);
      count += int(l % 3 == 0 ? round : 1);
    }
    CHECK(result[g] == sum + double(g) * 0.5 + double(char(l)) + s[0] + s[1] + s[2] + count);
  }
}

} // namespace in_loops

// Local memory in two and three dimensions: a tiled transpose and a sum over a block.
namespace two_and_three_dimensions {

void all() {
  sycl::queue q;
  {
    const std::size_t rows = 24, columns = 40, tile = 8;
    std::vector<float> in(rows * columns), out(rows * columns, -1);
    for (std::size_t i = 0; i < in.size(); ++i)
      in[i] = float(i);
    {
      sycl::buffer<float, 2> a(in.data(), {rows, columns}), b(out.data(), {columns, rows});
      q.submit([&](sycl::handler &h) {
        sycl::accessor from(a, h, sycl::read_only);
        sycl::accessor to(b, h, sycl::write_only);
        sycl::local_accessor<float, 2> block({tile, tile + 1}, h);
        h.parallel_for(sycl::nd_range<2>({rows, columns}, {tile, tile}), [=](sycl::nd_item<2> it) {
          const std::size_t y = it.get_local_id(0), x = it.get_local_id(1);
          block[y][x] = from[it.get_global_id()];
          sycl::group_barrier(it.get_group());
          to[it.get_group(1) * tile + y][it.get_group(0) * tile + x] = block[x][y];
        });
      });
    }
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c)
        CHECK(out[c * rows + r] == in[r * columns + c]);
  }
  {
    const sycl::range<3> global(4, 6, 10), local(2, 3, 5);
    std::vector<int> out(global.size(), -1);
    {
      sycl::buffer<int, 3> b(out.data(), global);
      q.submit([&](sycl::handler &h) {
        sycl::accessor to(b, h, sycl::write_only);
        sycl::local_accessor<int, 3> block(local, h);
        sycl::local_accessor<int, 0> total(h);
        h.parallel_for(sycl::nd_range<3>(global, local), [=](sycl::nd_item<3> it) {
          block[it.get_local_id()] = int(it.get_global_linear_id());
          sycl::group_barrier(it.get_group());
          if (it.get_group().leader()) {
            int sum = 0;
            for (std::size_t z = 0; z < 2; ++z)
              for (std::size_t y = 0; y < 3; ++y)
                for (std::size_t x = 0; x < 5; ++x)
                  sum += block[z][y][x];
            total = sum;
          }
          it.barrier(sycl::access::fence_space::local_space);
          to[it.get_global_id()] = total + int(it.get_local_linear_id());
        });
      });
    }
    for (std::size_t z = 0; z < 4; ++z)
      for (std::size_t y = 0; y < 6; ++y)
        for (std::size_t x = 0; x < 10; ++x) {
          int sum = 0;
          for (std::size_t i = z / 2 * 2; i < z / 2 * 2 + 2; ++i)
            for (std::size_t j = y / 3 * 3; j < y / 3 * 3 + 3; ++j)
              for (std::size_t k = x / 5 * 5; k < x / 5 * 5 + 5; ++k)
                sum += int((i * 6 + j) * 10 + k);
          const int local_id = int((z % 2 * 3 + y % 3) * 5 + x % 5);
          CHECK(out[(z * 6 + y) * 10 + x] == sum + local_id);
        }
  }
  // Read-only accessors of the same memory.
  static_assert(std::is_convertible_v<sycl::local_accessor<int, 2>, sycl::local_accessor<const int, 2>>);
  static_assert(!std::is_convertible_v<sycl::local_accessor<const int>, sycl::local_accessor<int>>);
  int *seen = sycl::malloc_shared<int>(1, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> written(4, h);
     sycl::local_accessor<const int> read = written;
     h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) {
       written[it.get_local_id()] = int(it.get_local_id(0)) + 1;
       sycl::group_barrier(it.get_group());
       if (it.get_local_id(0) == 0)
         *seen = read[3];
     });
   }).wait();
  CHECK_EQ(*seen, 4);

  // Kernels without work-groups have no local memory.
  const auto single = [&](sycl::handler &h) {
    sycl::local_accessor<int> tile(4, h);
    h.single_task([=] { *seen = tile.empty(); });
  };
  const auto ranged = [&](sycl::handler &h) {
    sycl::local_accessor<int, 0> scalar(h);
    h.parallel_for(8, [=](sycl::id<1>) { *seen = scalar.empty(); });
  };
  CHECK_THROWS(sycl::errc::kernel_argument, q.submit(single));
  CHECK_THROWS(sycl::errc::kernel_argument, q.submit(ranged));
  // Launches with one may use local accessors of any size elsewhere.
  const std::size_t too_much = q.get_device().get_info<sycl::info::device::local_mem_size>() + 1;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<char> unused(too_much, h);
     h.single_task([=] { *seen = 5; });
   }).wait();
  CHECK_EQ(*seen, 5);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<char> unused(too_much, h);
     h.parallel_for(8, [=](sycl::id<1> i) {
       if (i == 7)
         *seen = 6;
     });
   }).wait();
  CHECK_EQ(*seen, 6);
  sycl::free(seen, q);
}

} // namespace two_and_three_dimensions

int main() {
  basic::all();
  in_loops::all();
  two_and_three_dimensions::all();
  return check::result();
}
