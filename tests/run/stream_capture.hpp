// Standard output of the program itself, for tests of streams.
#pragma once

#include "check.hpp"

#include <cstdio>
#include <string>
#include <unistd.h>

namespace check {

// The text that `f` writes to standard output.
template <typename F> std::string captured(const F &f) {
  std::fflush(stdout);
  const int saved = dup(STDOUT_FILENO);
  std::FILE *const file = std::tmpfile();
  if (saved < 0 || !file || dup2(fileno(file), STDOUT_FILENO) < 0) {
    report(false, __FILE__, __LINE__, "standard output cannot be captured");
    return "";
  }
  f();
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
    text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

// The text that one work-item writes with `body(stream)`.
template <typename Body>
std::string streamed(sycl::queue &q, const Body &body, std::size_t total = 1 << 16,
                     std::size_t per_item = 1 << 16) {
  return captured([&] {
    q.submit([&](sycl::handler &h) {
       sycl::stream out(total, per_item, h);
       h.single_task([=] { body(out); });
     }).wait();
  });
}

inline std::vector<std::string> lines(const std::string &text) {
  std::vector<std::string> result(1);
  for (const char c : text)
    if (c == '\n')
      result.emplace_back();
    else
      result.back() += c;
  if (result.back().empty())
    result.pop_back();
  return result;
}

} // namespace check
