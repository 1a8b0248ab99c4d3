// An error in a library is reported where the user calls it.
#include <sycl/sycl.hpp>

#include <array>
#include <optional>

int value_of(const std::optional<int> &maybe) { return maybe.value(); }

void run(sycl::queue &q, int *out) {
  q.single_task<class kernel>([=] {
    out[0] = value_of(out[1] > 0 ? std::optional<int>(1) : std::nullopt);
    std::array<int, 2> pair = {1, 2};
    out[1] = pair.at(out[0]);
  });
}
