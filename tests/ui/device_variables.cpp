// Variables with static or thread storage duration must be constant in device code (SYCL 2020 5.4).
#include <sycl/sycl.hpp>

int computed();
int counter = 0;
thread_local int per_thread = 0;
const int from_start_up = computed();
extern const int elsewhere;
int &alias = counter;
constexpr int fine = 1;
const int also_fine[] = {1, 2, 3};
struct settings {
  static int level;
  static constexpr int limit = 3;
  static inline const double factor = 0.5;
};

template <typename T> T next() {
  static T last = 0;
  return ++last;
}

void run(sycl::queue &q, int *out, int n) {
  static int calls = 0;
  ++calls;
  q.single_task<class kernel>([=] {
    out[0] = counter + fine + also_fine[n];
    out[1] = per_thread;
    out[2] = from_start_up;
    out[3] = elsewhere;
    out[4] = alias;
    out[5] = settings::level + settings::limit + int(settings::factor);
    out[6] = next<int>() + int(next<long>());
    out[7] = calls;
    static const int once = n;
    out[8] = once;
  });
}
