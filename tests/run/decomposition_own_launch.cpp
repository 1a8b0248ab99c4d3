//! also = ["-O0"]
// The program's own entry point and launch, as a library on top of the compiler would write them: the launch gets the
// decomposed arguments, packs them and runs the kernel, which gets reconstructed objects.
#include "check.hpp"

#include <cstring>
#include <tuple>
#include <vector>

static int moves, copies, destructions;

// Device code has no variables to count in.
#ifdef __SYCL_DEVICE_ONLY__
#define COUNT(calls)
#else
#define COUNT(calls) ++calls
#endif

struct X {
  X(int value) : dm(value) {}
  X(const X &other) : dm(other.dm) { COUNT(copies); }
  X(X &&other) : dm(other.dm) { COUNT(moves); }
  ~X() { COUNT(destructions); }
  int dm;
};
template <> bool sycl::is_device_copyable_v<X> = true;

struct special_type {
  special_type(int first, int second) : a(first), b(second) {}
  special_type(const special_type &) = default;
  ~special_type() {}
  std::tuple<int, X> sycl_deconstruct() { return {a + 1, X(b + 2)}; }
  static special_type sycl_reconstruct(int first, X second) noexcept {
    return special_type(first * 10, second.dm * 100);
  }
  int a, b;
};

struct aggregate {
  special_type sta[2];
};

static std::vector<int> seen;
static void see(int value) { seen.push_back(value); }
static void see(int *) { seen.push_back(-1); }
static void see(const X &value) { seen.push_back(value.dm); }

template <typename T> static void pack(std::vector<unsigned char> &block, T &value) {
  std::size_t natural = 1;
  while (natural < sizeof(T) && natural < 128)
    natural *= 2;
  const std::size_t align = natural > alignof(T) ? natural : alignof(T);
  const std::size_t start = (block.size() + align - 1) / align * align;
  block.resize(start + sizeof(T));
  std::memcpy(block.data() + start, &value, sizeof(T));
}

static std::size_t sizes_seen;

template <typename KN, typename... Ts> void sycl_kernel_launch(const char *kn, Ts... ts) {
  CHECK_EQ(std::string(kn), std::string(__builtin_sycl_unique_stable_name(KN)));
  sizes_seen = sizeof...(Ts);
  (see(ts), ...);
  std::vector<unsigned char> block;
  (pack(block, ts), ...);
  sycl::queue q;
  scythe_queue *queue = nullptr;
  CHECK_EQ(scythe_queue_create(sycl::detail::device_access::handle(q.get_device()), 0, &queue), 0);
  scythe_command command{};
  command.struct_size = sizeof command;
  command.kind = SCYTHE_COMMAND_KERNEL;
  scythe_launch &launch = command.body.launch;
  launch.kernel = __scythe_kernel_record__compile_this_file_with_scythe__(
      __builtin_sycl_unique_stable_name(KN));
  launch.args_size = __scythe_kernel_arguments__compile_this_file_with_scythe__(
      __builtin_sycl_unique_stable_name(KN), 0);
  launch.args_align = __scythe_kernel_arguments__compile_this_file_with_scythe__(
      __builtin_sycl_unique_stable_name(KN), 1);
  block.resize(launch.args_size);
  launch.args = block.data();
  launch.dims = 1;
  for (int d = 0; d < 3; ++d)
    launch.global[d] = 1;
  scythe_event *event = nullptr;
  CHECK_EQ(scythe_queue_submit(queue, &command, &event), 0);
  CHECK_EQ(scythe_queue_wait(queue), 0);
  scythe_event_release(event);
  scythe_queue_release(queue);
}

template <typename KN, typename KT>
[[clang::sycl_kernel_entry_point(KN)]] void kernel_entry_point(KT k) {
  k();
}

// Several parameters, which need not be classes; not a template.
struct two_parameters;
[[clang::sycl_kernel_entry_point(two_parameters)]] void two(int *to, special_type st) {
  to[0] = st.a;
  to[1] = st.b;
}

struct thrown {};
struct thrower {
  thrower() = default;
  thrower(const thrower &) = default;
  ~thrower() {}
  std::tuple<int> sycl_deconstruct() { throw thrown(); }
  static thrower sycl_reconstruct(int) noexcept { return {}; }
};

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(8, q);
  const auto reset = [] {
    seen.clear();
    moves = copies = destructions = 0;
  };

  int i = 5;
  special_type st(1, 2);
  aggregate a{{special_type(10, 20), special_type(30, 40)}};
  auto k = [i, st, a, out] {
    out[0] = i;
    out[1] = st.a;
    out[2] = st.b;
    for (int j = 0; j < 2; ++j) {
      out[3 + 2 * j] = a.sta[j].a;
      out[4 + 2 * j] = a.sta[j].b;
    }
  };
  reset();
  kernel_entry_point<class launched>(k);
  CHECK_EQ(sizes_seen, 8u);
  const int decomposed[] = {5, 2, 4, 11, 22, 31, 42, -1};
  CHECK_ALL(seen, 8, [&](std::size_t n) { return decomposed[n]; });
  const int rebuilt[] = {5, 20, 400, 110, 2200, 310, 4200};
  CHECK_ALL(out, 7, [&](std::size_t n) { return rebuilt[n]; });
  // Three times: a temporary moved into the tuple, the tuple's element moved into the launch.
  CHECK_EQ(moves, 6);
  CHECK_EQ(copies, 0);
  CHECK_EQ(destructions, 9);

  // The elements of a closure of which nothing else is left; and exactly these.
  reset();
  kernel_entry_point<class seven>([i, st, a] {});
  CHECK_EQ(sizes_seen, 7u);

  reset();
  two(out, special_type(3, 4));
  CHECK_EQ(sizes_seen, 3u);
  CHECK_EQ(out[0], 40);
  CHECK_EQ(out[1], 600);

  // The objects of the previous launch are destroyed.
  reset();
  bool caught = false;
  try {
    thrower t;
    kernel_entry_point<class throwing>([st, t, out] { *out = st.a; });
  } catch (const thrown &) {
    caught = true;
  }
  CHECK(caught);
  CHECK_EQ(destructions, moves + copies + 1);
  CHECK(seen.empty());

  // The same kernel, launched by a queue.
  reset();
  for (int n = 0; n < 7; ++n)
    out[n] = 0;
  q.single_task(k).wait();
  CHECK_ALL(out, 7, [&](std::size_t n) { return rebuilt[n]; });
  CHECK_EQ(moves, 3);
  CHECK_EQ(copies, 0);
  CHECK_EQ(destructions, 6);

  sycl::free(out, q);
  return check::result();
}
