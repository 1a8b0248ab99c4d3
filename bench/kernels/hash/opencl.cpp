#include "problem.hpp"

namespace hash {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

/// The initialiser of an array in OpenCL C.
template <std::size_t N> std::string initialiser(const std::uint32_t (&values)[N]) {
  std::string text = "{";
  for (std::uint32_t value : values)
    text += std::to_string(value) + "u,";
  return text + "}";
}

} // namespace

bench::Contender<std::uint32_t> with_opencl(const Problem &problem) {
  const std::string whole = "#define START " + initialiser(start) + "\n#define ROUND_CONSTANTS " +
                            initialiser(round_constants) + "\n" + source;
  const bench::opencl::Program program(whole.c_str());
  const bench::opencl::Array<std::uint8_t> prefix(problem.prefix);
  const bench::opencl::Array<std::uint32_t> out(std::size_t(problem.messages));
  const auto run = [=, &problem] {
    program.launch("hashes", {std::size_t(problem.messages)}, {}, prefix, out,
                   int(problem.prefix.size()));
    program.finish();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace hash
