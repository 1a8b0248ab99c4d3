//! also = ["-O0", "-O2 -fno-scythe-count-turns -fno-scythe-vector-exchanges"]
// Loops strided by the work-items of a group or the lanes of a sub-group, sums and scans of full and short
// sub-groups, and tiles of a known, short row: all of these are vectorized if sizes are known.

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <sycl/sycl.hpp>
#include <vector>

namespace {

int failures = 0;

template <typename T>
void check(const char *what, const std::vector<T> &found, const std::vector<T> &expected) {
  if (found == expected)
    return;
  const auto at = std::mismatch(found.begin(), found.end(), expected.begin());
  std::printf("%s: element %td is %g, not %g\n", what, at.first - found.begin(),
              double(*at.first), double(*at.second));
  failures++;
}

template <typename T> T value(std::size_t i) { return T((i * 37 + 11) % 101); }

// The bound is a multiple of the group's size, or not.
template <std::size_t Group, std::size_t Bound>
void fill_in_turns(sycl::queue &queue) {
  constexpr std::size_t groups = 3;
  std::vector<int> found(groups * Bound, -1), expected(groups * Bound);
  for (std::size_t i = 0; i < expected.size(); i++)
    expected[i] = int(i % Bound + i / Bound);
  {
    sycl::buffer<int> buffer(found.data(), found.size());
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor out(buffer, handler, sycl::read_write);
      sycl::local_accessor<int> row(Bound, handler);
      handler.parallel_for(sycl::nd_range<1>(groups * Group, Group), [=](sycl::nd_item<1> item) {
        const std::size_t local = item.get_local_id(0), group = item.get_group(0);
        for (std::size_t i = local; i < Bound; i += Group)
          row[i] = int(i);
        sycl::group_barrier(item.get_group());
        for (int i = int(local); i < int(Bound); i += int(Group))
          out[group * Bound + std::size_t(i)] = row[Bound - 1 - i] * -1 + int(Bound - 1 + group);
      });
    });
  }
  check("turns of a group", found, expected);
}

// Each sub-group adds up a row, lane by lane, and leaves the sums before each lane.
template <typename T, std::size_t Width, std::size_t Group, std::size_t Columns>
void sum_rows(sycl::queue &queue) {
  // GPUs support only those of 32.
  const std::vector<std::size_t> widths =
      queue.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (std::find(widths.begin(), widths.end(), Width) == widths.end())
    return;
  constexpr std::size_t groups = 2;
  const std::size_t subs = (Group + Width - 1) / Width;
  std::vector<T> matrix(groups * subs * Columns), sums(groups * subs), most(groups * subs);
  std::vector<T> before(groups * Group), upto(groups * Group);
  for (std::size_t i = 0; i < matrix.size(); i++)
    matrix[i] = value<T>(i);
  {
    sycl::buffer<T> in(matrix.data(), matrix.size()), out(sums.data(), sums.size()),
        greatest(most.data(), most.size()), exclusive(before.data(), before.size()),
        inclusive(upto.data(), upto.size());
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor a(in, handler, sycl::read_only);
      const sycl::accessor s(out, handler, sycl::write_only), m(greatest, handler, sycl::write_only);
      const sycl::accessor b(exclusive, handler, sycl::write_only),
          u(inclusive, handler, sycl::write_only);
      handler.parallel_for(
          sycl::nd_range<1>(groups * Group, Group),
          [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(Width)]] {
            const sycl::sub_group sub = item.get_sub_group();
            const std::size_t row = item.get_group(0) * sub.get_group_linear_range() +
                                    sub.get_group_linear_id();
            T sum = 0, top = 0;
            for (std::size_t i = sub.get_local_linear_id(); i < Columns;
                 i += sub.get_local_linear_range()) {
              sum += a[row * Columns + i];
              top = sycl::max(top, a[row * Columns + i]);
            }
            b[item.get_global_id(0)] = sycl::exclusive_scan_over_group(sub, sum, sycl::plus<T>());
            u[item.get_global_id(0)] = sycl::inclusive_scan_over_group(sub, sum, sycl::plus<T>());
            sum = sycl::reduce_over_group(sub, sum, sycl::plus<T>());
            top = sycl::reduce_over_group(sub, top, sycl::maximum<T>());
            if (sub.leader()) {
              s[row] = sum;
              m[row] = top;
            }
          });
    });
  }
  std::vector<T> sums_expected, most_expected, before_expected, upto_expected;
  for (std::size_t row = 0; row < groups * subs; row++) {
    const auto first = matrix.begin() + std::ptrdiff_t(row * Columns), last = first + Columns;
    sums_expected.push_back(std::accumulate(first, last, T(0)));
    most_expected.push_back(*std::max_element(first, last));
    const std::size_t lanes = std::min(Width, Group - row % subs * Width);
    T sum = 0;
    for (std::size_t lane = 0; lane < lanes; lane++) {
      before_expected.push_back(sum);
      for (std::size_t i = lane; i < Columns; i += lanes)
        sum += matrix[row * Columns + i];
      upto_expected.push_back(sum);
    }
  }
  check("sums of sub-groups", sums, sums_expected);
  check("maxima of sub-groups", most, most_expected);
  check("exclusive scans of sub-groups", before, before_expected);
  check("inclusive scans of sub-groups", upto, upto_expected);
}

// Rows of a known and short length, copied through local memory and turned around.
template <std::size_t Rows, std::size_t Columns> void transpose(sycl::queue &queue) {
  constexpr std::size_t high = 2 * Rows, wide = 3 * Columns;
  std::vector<float> in(high * wide), out(high * wide), expected(high * wide);
  for (std::size_t i = 0; i < in.size(); i++)
    in[i] = float(i);
  for (std::size_t y = 0; y < high; y++)
    for (std::size_t x = 0; x < wide; x++)
      expected[x * high + y] = in[y * wide + x];
  {
    sycl::buffer<float, 2> from(in.data(), {high, wide}), to(out.data(), {wide, high});
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor a(from, handler, sycl::read_only);
      const sycl::accessor b(to, handler, sycl::write_only);
      sycl::local_accessor<float, 2> tile({Rows, Columns}, handler);
      handler.parallel_for(
          sycl::nd_range<2>({high, wide}, {Rows, Columns}), [=](sycl::nd_item<2> item) {
            const std::size_t y = item.get_local_id(0), x = item.get_local_id(1);
            tile[y][x] = a[item.get_global_id(0)][item.get_global_id(1)];
            sycl::group_barrier(item.get_group());
            const std::size_t linear = item.get_local_linear_id();
            const std::size_t column = linear / Rows, row = linear % Rows;
            b[item.get_group(1) * Columns + column][item.get_group(0) * Rows + row] =
                tile[row][column];
          });
    });
  }
  check("tiles", out, expected);
}

} // namespace

int main() {
  sycl::queue queue;
  fill_in_turns<64, 256>(queue);
  fill_in_turns<64, 250>(queue);
  fill_in_turns<64, 64>(queue);
  fill_in_turns<48, 240>(queue);
  sum_rows<int, 16, 64, 128>(queue);
  sum_rows<unsigned long, 32, 96, 64>(queue);
  sum_rows<int, 8, 28, 33>(queue);
  sum_rows<float, 32, 128, 128>(queue);
  sum_rows<double, 8, 16, 24>(queue);
  transpose<4, 16>(queue);
  transpose<16, 16>(queue);
  transpose<5, 9>(queue);
  return failures;
}
