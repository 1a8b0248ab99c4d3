// Memory whose pages can be protected: a kernel that touches what it must not ends the test.
#pragma once

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

class Pages {
public:
  explicit Pages(std::size_t count) : bytes(count * page()) {
    memory = mmap(nullptr, bytes + page(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::bad_alloc();
    // What comes after the pages is never accessible.
    mprotect(static_cast<char *>(memory) + bytes, page(), PROT_NONE);
  }
  ~Pages() { munmap(memory, bytes + page()); }
  Pages(const Pages &) = delete;
  Pages &operator=(const Pages &) = delete;

  void protect(int how) { mprotect(memory, bytes, how); }

  // The first and the last `count` elements.
  template <typename T> T *first() { return static_cast<T *>(memory); }
  template <typename T> T *last(std::size_t count) {
    return reinterpret_cast<T *>(static_cast<char *>(memory) + bytes) - count;
  }

private:
  static std::size_t page() { return std::size_t(sysconf(_SC_PAGESIZE)); }

  std::size_t bytes;
  void *memory;
};
