// A list of trivial records that needs no allocation while it is short.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

namespace sycl::inline _V1::detail {

template <typename ValueT, std::size_t Inline> class inline_list {
  static_assert(std::is_trivially_copyable_v<ValueT> && std::is_trivially_destructible_v<ValueT>);

public:
  // The inline storage is left uninitialised on purpose: it is large, and most command groups use
  // little of it.
  inline_list() noexcept {} // NOLINT(modernize-use-equals-default)
  inline_list(const inline_list &) = delete;
  inline_list &operator=(const inline_list &) = delete;
  ~inline_list() { leave(); }

  void push_back(const ValueT &value) {
    if (size_ == capacity_)
      grow();
    ::new (static_cast<void *>(data_ + size_)) ValueT(value);
    ++size_;
  }

  ValueT *data() noexcept { return data_; }
  const ValueT *data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  const ValueT *begin() const noexcept { return data_; }
  const ValueT *end() const noexcept { return data_ + size_; }

private:
  void grow() {
    void *const larger = ::operator new(2 * capacity_ * sizeof(ValueT));
    __builtin_memcpy(larger, data_, size_ * sizeof(ValueT));
    leave();
    data_ = static_cast<ValueT *>(larger);
    capacity_ *= 2;
  }
  void leave() noexcept {
    if (capacity_ > Inline)
      ::operator delete(static_cast<void *>(data_));
  }

  alignas(ValueT) unsigned char inline_[Inline * sizeof(ValueT)];
  ValueT *data_ = reinterpret_cast<ValueT *>(inline_);
  std::size_t size_ = 0;
  std::size_t capacity_ = Inline;
};

} // namespace sycl::detail
