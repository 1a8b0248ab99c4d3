// SYCL 2020 §4.9.5: specialization constants.
#pragma once

#include <scythe/runtime.h>
#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1 {

namespace detail {
struct specialization_access;
}

// Declares a specialization constant with its default value.
template <typename ValueT> class specialization_id {
public:
  using value_type = ValueT;

  template <class... Args, std::enable_if_t<std::is_constructible_v<ValueT, Args...>, int> = 0>
  explicit constexpr specialization_id(Args &&...args) : value_(std::forward<Args>(args)...) {}

  specialization_id(const specialization_id &) = delete;
  specialization_id(specialization_id &&) = delete;
  specialization_id &operator=(const specialization_id &) = delete;
  specialization_id &operator=(specialization_id &&) = delete;

private:
  friend detail::specialization_access;
  ValueT value_;
};

namespace detail {

struct specialization_access {
  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE static constexpr const ValueT &value(const specialization_id<ValueT> &id) {
    return id.value_;
  }
};

template <auto &SpecName>
using specialization_type = typename std::remove_reference_t<decltype(SpecName)>::value_type;

template <auto &SpecName> class specialization_name;

// The number by which host and device identify a constant: a hash of its name.
template <auto &SpecName> constexpr std::uint64_t specialization_key() {
  constexpr const char *name = __builtin_sycl_unique_stable_name(specialization_name<SpecName>);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char *element_at = name; *element_at; ++element_at)
    hash = (hash ^ static_cast<unsigned char>(*element_at)) * 0x100000001b3;
  return hash;
}

// Copies a device-copyable value from its bytes, with any alignment.
template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT value_from_bytes(const void *bytes) {
  union storage {
    storage() {}
    ~storage() {}
    ValueT value;
  } copy;
  __builtin_memcpy(std::addressof(copy.value), bytes, sizeof(ValueT));
  return copy.value;
}

// The constants that a command group sets, which it owns. In the runtime's format; usually there
// are none.
class specialization_values {
public:
  specialization_values() = default;
  specialization_values(const specialization_values &others) { set_all(others); }
  specialization_values(specialization_values &&others) noexcept
      : constants_(std::exchange(others.constants_, nullptr)),
        size_(std::exchange(others.size_, 0)) {}
  specialization_values &operator=(specialization_values others) noexcept {
    std::swap(constants_, others.constants_);
    std::swap(size_, others.size_);
    return *this;
  }
  ~specialization_values() {
    for (std::size_t idx = 0; idx < size_; ++idx)
      ::operator delete(const_cast<void *>(constants_[idx].value));
    delete[] constants_;
  }

  void set(std::uint64_t key, const void *value, std::size_t size) {
    const void *const copy = __builtin_memcpy(::operator new(size), value, size);
    for (std::size_t idx = 0; idx < size_; ++idx)
      if (constants_[idx].key == key) {
        ::operator delete(const_cast<void *>(constants_[idx].value));
        constants_[idx].value = copy;
        return;
      }
    add({key, copy, size});
  }

  // Null if the command group has not set it.
  const void *find(std::uint64_t key) const noexcept {
    for (std::size_t idx = 0; idx < size_; ++idx)
      if (constants_[idx].key == key)
        return constants_[idx].value;
    return nullptr;
  }

  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }
  const scythe_constant *data() const noexcept { return constants_; }

  void set_all(const specialization_values &others) {
    for (std::size_t idx = 0; idx < others.size_; ++idx)
      set(others.constants_[idx].key, others.constants_[idx].value, others.constants_[idx].size);
  }

  // In whatever order they were set.
  friend bool operator==(const specialization_values &lhs,
                         const specialization_values &rhs) noexcept {
    for (std::size_t idx = 0; idx < lhs.size_; ++idx) {
      const scythe_constant &each = lhs.constants_[idx];
      const void *other = rhs.find(each.key);
      if (!other || __builtin_memcmp(other, each.value, each.size) != 0)
        return false;
    }
    return lhs.size_ == rhs.size_;
  }

private:
  void add(const scythe_constant &added) {
    auto *const larger = new scythe_constant[size_ + 1];
    for (std::size_t idx = 0; idx < size_; ++idx)
      larger[idx] = constants_[idx];
    larger[size_++] = added;
    delete[] std::exchange(constants_, larger);
  }

  scythe_constant *constants_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace detail

} // namespace sycl
