#include "../sycl.hpp"
#include "problem.hpp"

namespace hash {

bench::Contender<std::uint32_t> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<std::uint8_t> prefix(queue, problem.prefix);
  const bench::SharedArray<std::uint32_t> out(queue, std::size_t(problem.messages));
  const auto run = [=, &problem]() mutable {
    queue.parallel_for(sycl::range<1>(std::size_t(problem.messages)),
                       [text = prefix.get(), bytes = int(prefix.size()),
                        out = out.get()](sycl::id<1> i) {
                         out[i] = first_word(text, bytes, std::uint32_t(i[0]));
                       });
    queue.wait();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace hash
