#include "../sycl.hpp"
#include "problem.hpp"

namespace bilinear {

namespace {

void turn_image(sycl::queue &queue, sycl::sampled_image<2> &image, sycl::float4 *copy,
                sycl::range<2> range, Turn turn) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::sampled_image_accessor<sycl::float4, 2> source(image, handler);
    handler.parallel_for(range, [=](sycl::item<2> pixel) {
      const auto y = float(pixel[0]), x = float(pixel[1]);
      copy[pixel.get_linear_id()] =
          source.read(sycl::float2(turn.xx * x + turn.xy * y + turn.x0,
                                   turn.yx * x + turn.yy * y + turn.y0));
    });
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const sycl::range<2> range(problem.height, problem.width);
  const sycl::image_sampler sampler{sycl::addressing_mode::clamp_to_edge,
                                    sycl::coordinate_normalization_mode::unnormalized,
                                    sycl::filtering_mode::linear};
  const auto image = std::make_shared<sycl::sampled_image<2>>(
      problem.image.data(), sycl::image_format::r32g32b32a32_sfloat, sampler,
      sycl::range<2>(problem.width, problem.height));
  const bench::SharedArray<float> copy(queue, problem.image.size());
  const auto run = [=, &problem]() mutable {
    turn_image(queue, *image, reinterpret_cast<sycl::float4 *>(copy.get()), range, problem.turn);
    queue.wait();
  };
  return {run, [=] { return copy.values(); }};
}

} // namespace bilinear
