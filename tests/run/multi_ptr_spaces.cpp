//! also = ["-O0"]
//! flags = "-Wall -Wextra -Werror"

// The same code for every address space: arithmetic, comparison, access to elements and members, standard algorithms,
// in one to three dimensions.
#include "check.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace sycl;
using access::decorated;
using space = access::address_space;

struct point {
  int x, y;
  int sum() const { return x + y; }
};

// Deduces the address space of its pointer, and accesses n elements in every way.
template <typename T, space Space, decorated D>
T walk(multi_ptr<T, Space, D> p, std::ptrdiff_t n) {
  T sum = 0;
  const auto end = p + n;
  for (auto i = p; i != end; ++i)
    sum += *i;
  for (auto i = p; i < end; i++)
    sum += i[0];
  for (auto i = end; i > p;)
    sum += *--i;
  auto back = end;
  while (back >= p + 1) {
    const auto before = back--;
    sum += before[-1];
  }
  auto jump = p;
  jump += n;
  jump -= n;
  sum += (end - 1)[0] - *(end - 1) + T(end - p) - T(n) + (jump == p ? 0 : 1000);
  // Elements are ordinary objects, in all memories.
  p[0] += 1;
  T &first = *p;
  first -= 1;
  return sum;
}

template <space Space, decorated D> int members(multi_ptr<point, Space, D> p) {
  p->x += 1;
  point copy = *p;
  copy.y += 1;
  *p = copy;
  return p->sum() + (*p).x;
}

template <int Dimensions>
void in_dimensions(queue &q, range<Dimensions> global, range<Dimensions> local) {
  const std::size_t count = global.size();
  std::vector<int> in(count), out(count);
  std::iota(in.begin(), in.end(), 1);
  {
    buffer<int, Dimensions> source(in.data(), global), result(out.data(), global);
    q.submit([&](handler &h) {
      accessor from(source, h, read_only);
      accessor to(result, h, write_only, no_init);
      local_accessor<int, Dimensions> tile(local, h);
      h.parallel_for(nd_range<Dimensions>(global, local), [=](nd_item<Dimensions> it) {
        multi_ptr read = from;
        multi_ptr write = to;
        multi_ptr shared = tile;
        static_assert(std::is_same_v<decltype(read), raw_global_ptr<const int>>);
        static_assert(std::is_same_v<decltype(write), raw_global_ptr<int>>);
        static_assert(std::is_same_v<decltype(shared), raw_local_ptr<int>>);
        const std::size_t mine = it.get_local_linear_id();
        const std::size_t items = it.get_local_range().size();
        shared[mine] = read[it.get_global_linear_id()];
        group_barrier(it.get_group());
        write[it.get_global_linear_id()] = shared[items - 1 - mine] + shared[mine];
      });
    });
  }
  // Each work-group's elements, in the order of its work-items.
  std::vector<int> want(count);
  auto linear = [](id<Dimensions> i, range<Dimensions> r) {
    std::size_t n = 0;
    for (int d = 0; d < Dimensions; ++d)
      n = n * r[d] + i[d];
    return n;
  };
  auto split = [](std::size_t n, range<Dimensions> r) {
    id<Dimensions> i;
    for (int d = Dimensions - 1; d >= 0; --d) {
      i[d] = n % r[d];
      n /= r[d];
    }
    return i;
  };
  for (std::size_t n = 0; n < count; ++n) {
    const id<Dimensions> at = split(n, global);
    id<Dimensions> start, inside;
    for (int d = 0; d < Dimensions; ++d) {
      inside[d] = at[d] % local[d];
      start[d] = at[d] - inside[d];
    }
    const std::size_t mine = linear(inside, local);
    const id<Dimensions> other = start + split(local.size() - 1 - mine, local);
    want[n] = in[linear(other, global)] + in[n];
  }
  CHECK_ALL(out, count, [&](std::size_t i) { return want[i]; });
}

int main() {
  queue q;
  constexpr std::size_t n = 8;
  std::vector<int> data(n), sums(6);
  std::iota(data.begin(), data.end(), 1);
  point points[2] = {{1, 2}, {3, 4}};
  std::vector<int> seen(4);
  {
    buffer b(data), s(sums), v(seen);
    buffer<point> pb(points, 2);
    q.submit([&](handler &h) {
      accessor a(b, h);
      accessor sum(s, h);
      accessor pa(pb, h);
      accessor vis(v, h);
      local_accessor<int> l(n, h);
      local_accessor<point, 0> lp(h);
      h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
        int own[n];
        decorated_global_ptr<int> global = a;
        global.prefetch(n);
        raw_local_ptr<int> local = l;
        std::copy(global, global + n, local);
        auto mine = address_space_cast<space::private_space, decorated::no>(own + 0);
        std::copy(local, local + n, mine);
        std::reverse(mine, mine + n);
        sum[0] = walk(global, n);
        sum[1] = walk(local, n);
        sum[2] = walk(mine, n);
        sum[3] = walk(raw_generic_ptr<int>(mine), n);
        sum[4] = walk(decorated_generic_ptr<int>(local), n);
        sum[5] = mine[0] * 10 + mine[n - 1];

        point p{5, 6};
        lp = point{7, 8};
        vis[0] = members(pa.get_multi_ptr<decorated::yes>());
        vis[1] = members(pa.get_multi_ptr<decorated::no>() + 1);
        vis[2] = members(address_space_cast<space::private_space, decorated::yes>(&p));
        vis[3] = members(multi_ptr(lp));
      });
    });
  }
  const int walked = 4 * int(n * (n + 1) / 2);
  CHECK_ALL(sums, 5, [&](std::size_t) { return walked; });
  CHECK_EQ(sums[5], 81);
  // {1,2} becomes {2,3}: 5, and x once more; and so on.
  CHECK_EQ(seen[0], 7);
  CHECK_EQ(seen[1], 13);
  CHECK_EQ(seen[2], 19);
  CHECK_EQ(seen[3], 25);
  CHECK_EQ(points[1].x, 4);

  // Kernel arguments, in all forms.
  int *usm = malloc_shared<int>(4, q);
  struct arguments {
    decorated_global_ptr<int> to;
    global_ptr<const void, decorated::no> from;
    global_ptr<int> old;
  };
  const auto global = address_space_cast<space::global_space, decorated::no>(usm);
  const arguments args{global, global + 1, usm};
  usm[1] = 41;
  q.single_task([=] {
    args.to[0] = static_cast<raw_global_ptr<const int>>(args.from)[0] + 1;
    global[2] = 43;
    args.old[3] = 44;
  }).wait();
  CHECK_EQ(usm[0], 42);
  CHECK_EQ(usm[2], 43);
  CHECK_EQ(usm[3], 44);
  free(usm, q);

  in_dimensions<1>(q, {24}, {6});
  in_dimensions<2>(q, {6, 8}, {3, 4});
  in_dimensions<3>(q, {4, 6, 4}, {2, 3, 2});
  return check::result();
}
