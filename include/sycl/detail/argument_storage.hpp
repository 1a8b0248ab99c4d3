// Keeps a kernel's arguments, or a fill pattern, until the command group is submitted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

namespace sycl::inline _V1::detail {

class argument_storage {
public:
  argument_storage() noexcept {} // leaves the inline bytes uninitialised
  argument_storage(const argument_storage &) = delete;
  argument_storage &operator=(const argument_storage &) = delete;
  ~argument_storage() { ::operator delete(heap_); }

  void *reserve(std::size_t size, std::size_t align) {
    if (size <= sizeof inline_ && align <= alignof(argument_storage))
      return inline_;
    void *const larger = ::operator new(size + align);
    ::operator delete(heap_);
    heap_ = larger;
    const std::size_t past = reinterpret_cast<std::uintptr_t>(heap_) % align;
    return static_cast<unsigned char *>(heap_) + (past ? align - past : 0);
  }

  // The type is device copyable, so copying its bytes copies it (SYCL 2020 §3.13.1).
  const void *keep(const void *source, std::size_t size, std::size_t align) {
    return __builtin_memcpy(reserve(size, align), source, size);
  }

private:
  alignas(64) unsigned char inline_[512];
  void *heap_ = nullptr;
};

} // namespace sycl::detail
