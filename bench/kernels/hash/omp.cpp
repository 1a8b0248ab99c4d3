#include "problem.hpp"

namespace hash {

bench::Contender<std::uint32_t> with_openmp(const Problem &problem) {
  const auto out = std::make_shared<bench::Values<std::uint32_t>>(std::size_t(problem.messages));
  return {[=, &problem] {
            const std::uint8_t *prefix = problem.prefix.data();
            const int bytes = int(problem.prefix.size());
            std::uint32_t *to = out->data();
#pragma omp parallel for simd
            for (int i = 0; i < problem.messages; i++)
              to[i] = first_word(prefix, bytes, std::uint32_t(i));
          },
          [out] { return *out; }};
}

} // namespace hash
