// Groups made of parts of a sub-group (sycl_ext_oneapi_non_uniform_groups): chunks, fragments, tangles
// and parts of them, under all their names, with every group function; in sub-groups of every size and
// short ones, in branches that only some work-items take and in loops that they leave one by one.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace ex = sycl::ext::oneapi::experimental;
using sg_type = sycl::sub_group;
static_assert(sycl::is_group_v<ex::fragment<sg_type>> && sycl::is_group_v<ex::chunk<4, sg_type>> &&
              sycl::is_group_v<ex::opportunistic_group> && sycl::is_group_v<ex::tangle<sg_type>>);
static_assert(ex::is_user_constructed_group_v<ex::ballot_group<sg_type>> &&
              ex::is_user_constructed_group_v<ex::fixed_size_group<8, sg_type>> &&
              !ex::is_user_constructed_group_v<sg_type> && ex::is_fixed_topology_group_v<sg_type> &&
              ex::is_fixed_topology_group_v<sycl::group<2>> &&
              !ex::is_fixed_topology_group_v<ex::opportunistic_group>);
static_assert(ex::chunk<4, sg_type>::fence_scope == sycl::memory_scope::sub_group &&
              ex::fragment<ex::fragment<sg_type>>::dimensions == 1);

static_assert(std::is_same_v<ex::tangle_group<sg_type>, decltype(ex::get_tangle_group(std::declval<sg_type>()))>);

struct Odd {
  int a;
  char b[5];
};

// The number of results. All kernels compute the first ones; kernels that compute all take long to compile, so most
// of the others compute a part: arithmetic, or exchanges between work-items.
constexpr std::size_t answers = 22, first_answers = 7, exchanges = 14;
enum : unsigned { ArithmeticToo = 1, ExchangesToo = 2, Everything = 3 };
constexpr bool is_asked(unsigned more, std::size_t answer) {
  return answer < first_answers ||
         (more & (answer < exchanges ? ArithmeticToo : ExchangesToo)) != 0;
}
constexpr std::size_t range = 37;

template <typename Group> void ask_first(Group g, int x, long *mine) {
  const std::uint32_t rank = g.get_local_linear_id(), size = g.get_local_linear_range();
  *mine++ = g.get_group_linear_id() * 1000 + g.get_group_linear_range();
  *mine++ = rank * 1000 + size;
  *mine++ = g.leader();
  *mine++ = sycl::reduce_over_group(g, x, sycl::plus<>());
  *mine++ = sycl::exclusive_scan_over_group(g, x, sycl::plus<int>());
  *mine++ = sycl::any_of_group(g, x % 5 == 0) + 2 * sycl::all_of_group(g, x % 5 != 1) +
            4 * sycl::none_of_group(g, x, [](int y) { return y % 7 == 2; });
  *mine++ = sycl::group_broadcast(g, x, size - 1);
}

template <typename Group> void ask_arithmetic(Group g, int x, long *mine) {
  *mine++ = long(sycl::reduce_over_group(g, double(x), 0.5, sycl::maximum<>()) * 2);
  *mine++ = sycl::reduce_over_group(g, static_cast<unsigned char>(x), sycl::bit_xor<>());
  *mine++ = sycl::reduce_over_group(g, x % 3, sycl::logical_and<int>());
  *mine++ = sycl::inclusive_scan_over_group(g, x, sycl::plus<>());
  *mine++ = sycl::inclusive_scan_over_group(g, x, sycl::minimum<>(), 7);
  *mine++ = sycl::exclusive_scan_over_group(g, short(x), short(3), sycl::plus<short>());
  *mine++ = sycl::group_broadcast(g, x);
}

// The other operations of a group; `scratch` is the work-item's element in an array of all.
template <typename Group>
void ask_exchanges(Group g, int x, const int *values, int *scanned, long *scratch, long *mine) {
  const std::uint32_t rank = g.get_local_linear_id(), size = g.get_local_linear_range();
  const Odd odd{x, {char(x), 1, 2, 3, char(x + 4)}};
  const Odd other = sycl::select_from_group(g, odd, (rank + 1) % size);
  *mine++ = other.a + other.b[4];
  const int left = sycl::shift_group_left(g, x, 2), right = sycl::shift_group_right(g, x);
  *mine++ = rank + 2 < size ? left : -1;
  *mine++ = rank >= 1 ? right : -1;
  const int swapped = sycl::permute_group_by_xor(g, x, 1);
  *mine++ = (rank ^ 1) < size ? swapped : -1;
  // The next work-item reads after the barrier what one wrote before it.
  *scratch = x;
  sycl::group_barrier(g);
  const std::uintptr_t of_first = sycl::select_from_group(g, std::uintptr_t(scratch), 0);
  const long distance =
      long(of_first / sizeof(long)) - long(std::uintptr_t(scratch) / sizeof(long));
  *mine++ = scratch[distance];
  sycl::group_barrier(g);
  *mine++ = sycl::joint_reduce(g, values, values + range, sycl::plus<>());
  sycl::joint_inclusive_scan(g, values, values + range, scanned, sycl::plus<>());
  *mine++ = scanned[range / 2];
  *mine++ = sycl::joint_any_of(g, values, values + range, [](int y) { return y == 3; });
}

// The same on the host, for the members of a group in order.
void expect(const std::vector<std::size_t> &members, long group, long groups, const int *x,
            const int *values, std::vector<long> &out) {
  const std::size_t size = members.size();
  const auto at = [&](std::size_t rank) { return x[members[rank]]; };
  long sum = 0, most = 0, total = 0, half = 0;
  unsigned char bits = 0;
  bool every = true, fifth = false, none = true, no_first = true, three = false;
  for (std::size_t i = 0; i < size; ++i) {
    sum += at(i), most = std::max<long>(most, at(i)), bits ^= static_cast<unsigned char>(at(i));
    every = every && at(i) % 3 != 0, fifth = fifth || at(i) % 5 == 0;
    no_first = no_first && at(i) % 5 != 1, none = none && at(i) % 7 != 2;
  }
  for (std::size_t i = 0; i < range; ++i) {
    total += values[i], half += i <= range / 2 ? values[i] : 0;
    three = three || values[i] == 3;
  }
  long before = 0, least = 7;
  for (std::size_t i = 0; i < size; ++i) {
    least = std::min<long>(least, at(i));
    const int next = at((i + 1) % size);
    const long want[answers] = {group * 1000 + groups,
                                long(i * 1000 + size),
                                i == 0,
                                sum,
                                before,
                                fifth + 2 * no_first + 4 * none,
                                at(size - 1),
                                most == 0 ? 1 : 2 * most,
                                bits,
                                every,
                                before + at(i),
                                least,
                                short(before + 3),
                                at(0),
                                next + char(next + 4),
                                i + 2 < size ? at(i + 2) : -1,
                                i >= 1 ? at(i - 1) : -1,
                                (i ^ 1) < size ? at(i ^ 1) : -1,
                                at(0),
                                total,
                                half,
                                three};
    for (std::size_t a = 0; a < answers; ++a)
      out[members[i] * answers + a] = want[a];
    before += at(i);
  }
}

// How kernels make each partition, and the group of a lane. All work-items reach that code unless the partition says
// otherwise.
struct Everywhere {
  static bool inside(int) { return true; }
};
struct Fragments : Everywhere {
  static auto make(sg_type sg, int x) { return ex::binary_partition(sg, x % 3 == 1); }
  static long group(std::size_t, int x) { return x % 3 == 1; }
  static long groups(std::size_t) { return 2; }
  static long id(long group) { return group; }
};
struct Ballots : Fragments {
  static auto make(sg_type sg, int x) { return ex::get_ballot_group(sg, x % 3 == 1); }
};
struct Nested : Everywhere {
  static auto make(sg_type sg, int x) {
    return ex::binary_partition(ex::binary_partition(sg, x % 2 == 0), x % 4 < 2);
  }
  static long group(std::size_t, int x) { return (x % 2 == 0) * 2 + (x % 4 < 2); }
  static long groups(std::size_t) { return 2; }
  static long id(long group) { return group % 2; }
};
template <std::size_t Size> struct Chunks : Everywhere {
  static auto make(sg_type sg, int) { return ex::chunked_partition<Size>(sg); }
  static long group(std::size_t lane, int) { return long(lane / Size); }
  static long groups(std::size_t size) { return long(size / Size); }
  static long id(long group) { return group; }
};
struct Old : Everywhere {
  static ex::fixed_size_group<2, sg_type> make(sg_type sg, int) {
    return ex::get_fixed_size_group<2>(sg);
  }
  static long group(std::size_t lane, int) { return long(lane / 2); }
  static long groups(std::size_t size) { return long(size / 2); }
  static long id(long group) { return group; }
};
// A chunk of a chunk, as a fragment.
struct InChunks : Everywhere {
  static ex::fragment<ex::chunk<4, sg_type>> make(sg_type sg, int) {
    return ex::chunked_partition<2>(ex::chunked_partition<4>(sg));
  }
  static long group(std::size_t lane, int) { return long(lane / 2); }
  static long groups(std::size_t) { return 2; }
  static long id(long group) { return group % 2; }
};
// Those in a branch.
struct Branch {
  static bool inside(int x) { return x % 3 != 1; }
  static long group(std::size_t, int) { return 0; }
  static long groups(std::size_t) { return 1; }
  static long id(long) { return 0; }
};
struct Together : Branch {
  static auto make(sg_type, int) { return ex::this_kernel::get_opportunistic_group(); }
};
struct Tangled : Branch {
  static ex::tangle_group<sg_type> make(sg_type sg, int) { return ex::get_tangle_group(sg); }
};
struct Entangled : Branch {
  static ex::tangle<sg_type> make(sg_type sg, int) { return ex::entangle(sg); }
};
struct SomeFragments : Fragments {
  static auto make(sg_type sg, int x) { return ex::get_ballot_group(sg, x % 4 < 2); }
  static bool inside(int x) { return x % 3 != 1; }
  static long group(std::size_t, int x) { return x % 4 < 2; }
};
template <std::size_t Size> struct SomeOfChunks : Chunks<Size> {
  static bool inside(int x) { return x % 3 != 1; }
  static long groups(std::size_t size) { return long((size + Size - 1) / Size); }
};

// The values of a launch and what it computes.
struct Values {
  Values(sycl::queue &q, std::size_t local)
      : q(q), n(2 * local), x(sycl::malloc_shared<int>(n, q)), values(sycl::malloc_shared<int>(range, q)),
        scanned(sycl::malloc_shared<int>(n * range, q)), scratch(sycl::malloc_shared<long>(n, q)),
        out(sycl::malloc_shared<long>(n * answers, q)) {
    for (std::size_t i = 0; i < n; ++i)
      x[i] = int(i * 29 % 23);
    for (std::size_t i = 0; i < range; ++i)
      values[i] = int(i % 11);
    for (std::size_t i = 0; i < n * answers; ++i)
      out[i] = 0;
  }
  ~Values() {
    sycl::free(x, q), sycl::free(values, q), sycl::free(scanned, q);
    sycl::free(scratch, q), sycl::free(out, q);
  }
  sycl::queue &q;
  std::size_t n;
  int *x, *values, *scanned;
  long *scratch, *out;
};

// The functions of a partition.
struct Rules {
  bool (*inside)(int x);
  long (*group)(std::size_t lane, int x);
  long (*groups)(std::size_t size);
  long (*id)(long group);
};

// Compares the answers of all work-items; not a template, so that it is compiled once.
void compare(const Values &v, const Rules &rules, std::size_t local, std::size_t size, unsigned more,
             const char *what) {
  std::vector<long> want(v.n * answers);
  for (std::size_t begin = 0; begin < v.n;) {
    const std::size_t end = std::min((begin / local + 1) * local, begin + size);
    for (long group = 0; group < long(size); ++group) {
      std::vector<std::size_t> members;
      for (std::size_t i = begin; i < end; ++i)
        if (rules.inside(v.x[i]) && rules.group(i - begin, v.x[i]) == group)
          members.push_back(i);
      if (!members.empty())
        expect(members, rules.id(group), rules.groups(end - begin), v.x, v.values, want);
    }
    begin = end;
  }
  for (std::size_t i = 0; i < v.n; ++i)
    check::elements(v.out + i * answers, answers,
                    [&](std::size_t a) { return is_asked(more, a) ? want[i * answers + a] : 0; },
                    __FILE__, __LINE__,
                    std::string(what) + " of " + std::to_string(size) + ", " +
                        std::to_string(local) + ", work-item " + std::to_string(i));
}

template <typename Partition, std::uint32_t Size, unsigned More = 0>
void run(sycl::queue &q, std::size_t local, const char *what) {
  const Values v(q, local);
  int *const x = v.x, *const values = v.values, *const scanned = v.scanned;
  long *const scratch = v.scratch, *const out = v.out;
  q.parallel_for(sycl::nd_range<1>(v.n, local), [=](sycl::nd_item<1> it)
                                                    [[sycl::reqd_sub_group_size(Size)]] {
     const std::size_t at = it.get_global_id(0);
     if (!Partition::inside(x[at]))
       return;
     const auto g = Partition::make(it.get_sub_group(), x[at]);
     // Groups write their scans to an array each: the place of their first work-item.
     [[maybe_unused]] const std::size_t first = sycl::group_broadcast(g, at);
     long *const mine = out + at * answers;
     ask_first(g, x[at], mine);
     if constexpr (is_asked(More, first_answers))
       ask_arithmetic(g, x[at], mine + first_answers);
     if constexpr (is_asked(More, exchanges))
       ask_exchanges(g, x[at], values, scanned + first * range, scratch + at, mine + exchanges);
   }).wait();
  const Rules rules{Partition::inside, Partition::group, Partition::groups, Partition::id};
  compare(v, rules, local, Size, More, what);
}

// Whether groups may be made in code that only some work-items of a sub-group reach.
bool in_branches(const sycl::queue &q) {
  return q.get_device().has(sycl::aspect::ext_oneapi_tangle_group);
}

// Opportunistic groups are for work-items that arrive one by one.
void opportunistic(sycl::queue &q) {
  constexpr std::size_t n = 1000;
  int *count = sycl::malloc_shared<int>(1, q), *out = sycl::malloc_shared<int>(n, q);
  *count = 0;
  for (std::size_t i = 0; i < n; ++i)
    out[i] = -1;
  q.parallel_for(sycl::nd_range<1>(n, 50), [=](sycl::nd_item<1> it) {
     const int i = int(it.get_global_id(0));
     if (i % 3 != 0)
       return;
     for (int round = 0; round < i % 2 + 1; ++round) {
       const ex::opportunistic_group g = ex::this_work_item::get_opportunistic_group();
       int base = 0;
       if (g.leader())
         base = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(
                    *count)
                    .fetch_add(int(g.get_local_linear_range()));
       sycl::group_barrier(g);
       out[sycl::group_broadcast(g, base) + int(g.get_local_linear_id())] = i;
     }
   }).wait();
  CHECK_EQ(*count, 501);
  std::vector<int> seen(n);
  for (int i = 0; i < *count; ++i)
    ++seen[std::size_t(out[i])];
  CHECK_ALL(seen, n, [](std::size_t i) { return i % 3 != 0 ? 0 : int(i % 2) + 1; });
  sycl::free(count, q);
  sycl::free(out, q);
}

// Work-items leave a loop at different times, skip parts of its iterations, fall through a switch and return from it;
// at each place they count the work-items of their group.
template <std::uint32_t Size> void who_is_here(sycl::queue &q, std::size_t local) {
  // NVIDIA does not specify which work-items of a warp continue together after divergent control flow, and operations
  // of a sub-group wait there for all of its work-items, in the loop or after it.
  if (q.get_backend() == sycl::backend::ext_oneapi_cuda)
    return;
  const std::size_t n = 2 * local;
  constexpr std::size_t places = 7;
  long *out = sycl::malloc_shared<long>(n * places, q);
  for (std::size_t i = 0; i < n * places; ++i)
    out[i] = 0;
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it)
                                                  [[sycl::reqd_sub_group_size(Size)]] {
     const int i = int(it.get_global_id(0));
     const sg_type sg = it.get_sub_group();
     long *mine = out + std::size_t(i) * places;
     for (int round = 0; round < i % 5 + 1; ++round) {
       mine[0] += sycl::reduce_over_group(sg, 1, sycl::plus<>());
       if ((i + round) % 2)
         continue;
       const auto g = ex::get_tangle_group(sg);
       mine[1] += sycl::reduce_over_group(g, i, sycl::plus<>());
       if (round == 3)
         break;
     }
     mine[2] = sycl::reduce_over_group(sg, 1, sycl::plus<>());
     switch (i % 4) {
     case 0:
       mine[3] = sycl::group_broadcast(ex::get_ballot_group(sg, i % 8 == 0), i);
       [[fallthrough]];
     case 1: mine[4] = ex::get_tangle_group(sg).get_local_linear_range(); break;
     case 2: mine[5] = ex::get_tangle_group(sg).get_local_linear_range(); return;
     default: break;
     }
     mine[6] = sycl::reduce_over_group(ex::get_fixed_size_group<4>(sg), i, sycl::plus<>());
   }).wait();
  std::vector<long> want(n * places);
  for (std::size_t begin = 0; begin < n;) {
    const std::size_t end = std::min((begin / local + 1) * local, begin + Size);
    const auto sum = [&](auto value, auto is_here) {
      long all = 0;
      for (int i = int(begin); i < int(end); ++i)
        all += is_here(i) ? value(i) : 0;
      return all;
    };
    const auto one = [](int) { return 1; };
    const auto self = [](int i) { return i; };
    for (int i = int(begin); i < int(end); ++i) {
      long *mine = want.data() + std::size_t(i) * places;
      // A work-item leaves the loop after its last iteration, or when it breaks.
      const auto runs = [](int j, int round) {
        return round < j % 5 + 1 && !(round == 4 && (j + 3) % 2 == 0);
      };
      for (int round = 0; runs(i, round); ++round) {
        mine[0] += sum(one, [&](int j) { return runs(j, round); });
        const auto goes_on = [&](int j) { return runs(j, round) && (j + round) % 2 == 0; };
        mine[1] += goes_on(i) ? sum(self, goes_on) : 0;
      }
      mine[2] = long(end - begin);
      const auto counted = [&](auto is_here) { return is_here(i) ? sum(one, is_here) : 0; };
      if (i % 4 == 0) {
        mine[3] = i;
        while (mine[3] - 8 >= long(begin))
          mine[3] -= 8;
      }
      mine[4] = counted([](int j) { return j % 4 <= 1; });
      mine[5] = counted([](int j) { return j % 4 == 2; });
      const auto stays = [&](int j) {
        return j % 4 != 2 && (std::size_t(j) - begin) / 4 == (std::size_t(i) - begin) / 4;
      };
      mine[6] = stays(i) ? sum(self, stays) : 0;
    }
    begin = end;
  }
  check::elements(out, n * places, [&](std::size_t i) { return want[i]; }, __FILE__, __LINE__,
                  "who is here, " + std::to_string(Size) + " of " + std::to_string(local));
  sycl::free(out, q);
}

// Every partition is a kernel to compile, and is tried in sub-groups of one size; the full tests try more sizes. That of
// GPUs is 32; smaller ones take less time.
#ifdef SCYTHE_TEST_FULL
constexpr bool full = true;
#else
constexpr bool full = false;
#endif

// Chunks divide sub-groups, but sub-groups may be short.
void fours(sycl::queue &q) {
  for (std::size_t local : {7, 64, 45})
    run<Ballots, 4>(q, local, "ballot groups");
  for (std::size_t local : {2, 46})
    run<Old, 4>(q, local, "fixed-size groups");
  if (!in_branches(q))
    return;
  run<SomeOfChunks<2>, 4>(q, 45, "pieces of chunks of 2");
  who_is_here<4>(q, 45);
}
void eights(sycl::queue &q) {
  for (std::size_t local : {7, 64, 45})
    run<Nested, 8>(q, local, "fragments of fragments");
  if constexpr (full)
    if (in_branches(q))
      run<Tangled, 8>(q, 45, "tangle groups");
}
void sixteens(sycl::queue &q) {
  run<InChunks, 16>(q, 44, "chunks of chunks");
  if (!in_branches(q))
    return;
  run<Together, 16, full ? ArithmeticToo : 0>(q, 45, "opportunistic groups");
  for (std::size_t local : {7, 64, 45})
    run<SomeFragments, 16>(q, local, "fragments in a branch");
}
void thirty_twos(sycl::queue &q) {
  for (std::size_t local : {7, 64, 45})
    run<Fragments, 32, Everything>(q, local, "fragments");
  for (std::size_t local : {8, 64, 56})
    run<Chunks<8>, 32, ExchangesToo>(q, local, "chunks of 8");
  if (!in_branches(q))
    return;
  for (std::size_t local : {7, 64, 45})
    run<Entangled, 32>(q, local, "tangles");
  if constexpr (full) {
    for (std::size_t local : {7, 64, 45}) {
      run<SomeFragments, 32>(q, local, "fragments in a branch");
      run<SomeOfChunks<8>, 32>(q, local, "pieces of chunks");
    }
    who_is_here<32>(q, 70);
  }
}

int main() {
  sycl::queue q;
  opportunistic(q);
  for (std::size_t size : q.get_device().get_info<sycl::info::device::sub_group_sizes>()) {
    if (size == 4)
      fours(q);
    else if (size == 8)
      eights(q);
    else if (size == 16)
      sixteens(q);
    else if (size == 32)
      thirty_twos(q);
  }
  return check::result();
}
