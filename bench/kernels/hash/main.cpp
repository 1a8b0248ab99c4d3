#include "problem.hpp"

namespace hash {

Problem::Problem(bench::Scale scale)
    : messages(scale == bench::Scale::full ? 200000 : 5000) {
  for (char c : {'s', 'c', 'y', 't', 'h', 'e', '-', '2', '2', ':'})
    prefix.push_back(std::uint8_t(c));
}

std::string Problem::size() const { return bench::text(messages) + " messages"; }

bench::Values<std::uint32_t> reference(const Problem &problem) {
  bench::Values<std::uint32_t> hashes(problem.messages);
  for (int i = 0; i < problem.messages; i++)
    hashes[i] = first_word(problem.prefix.data(), int(problem.prefix.size()), std::uint32_t(i));
  return hashes;
}

} // namespace hash

int main(int argc, char **argv) { return bench::main<hash::Problem>(argc, argv); }
