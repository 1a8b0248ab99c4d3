// Kernels that src/main.rs launches.
#include <scythe/launch.hpp>

extern "C" scythe_status saxpy(const scythe::launch_site *site, scythe_event **event, float a,
                               scythe::span<float> x, scythe::span<float> y) {
  return scythe::launch(site, event, [&](sycl::queue &queue) {
    return queue.parallel_for(y.size, [=](sycl::id<1> i) { y[i] += a * x[i]; });
  });
}

// The sum of each work-group's elements, with a barrier between the steps.
extern "C" scythe_status sums(const scythe::launch_site *site, scythe_event **event,
                              scythe::span<float> values, scythe::span<float> result) {
  return scythe::launch(site, event, [&](sycl::queue &queue) {
    if (result.size == 0 || values.size % result.size != 0)
      throw sycl::exception(sycl::errc::nd_range, "sums: groups of different sizes");
    const std::size_t group = values.size / result.size;
    return queue.submit([&](sycl::handler &handler) {
      sycl::local_accessor<float> local(group, handler);
      handler.parallel_for(sycl::nd_range<1>(values.size, group), [=](sycl::nd_item<1> item) {
        const std::size_t id = item.get_local_id(0);
        local[id] = values[item.get_global_id(0)];
        for (std::size_t rest = group; rest > 1;) {
          const std::size_t half = (rest + 1) / 2;
          sycl::group_barrier(item.get_group());
          if (id < rest / 2)
            local[id] += local[id + half];
          rest = half;
        }
        if (id == 0)
          result[item.get_group(0)] = local[0];
      });
    });
  });
}
