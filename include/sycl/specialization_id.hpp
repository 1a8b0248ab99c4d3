// SYCL 2020 §4.9.5: specialization constants.
#pragma once

#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace sycl {

namespace detail {
struct specialization_access;
}

// Declares a specialization constant with its default value.
template <typename T> class specialization_id {
public:
  using value_type = T;

  template <class... Args, std::enable_if_t<std::is_constructible_v<T, Args...>, int> = 0>
  explicit constexpr specialization_id(Args &&...args) : value_(std::forward<Args>(args)...) {}

  specialization_id(const specialization_id &) = delete;
  specialization_id(specialization_id &&) = delete;
  specialization_id &operator=(const specialization_id &) = delete;
  specialization_id &operator=(specialization_id &&) = delete;

private:
  friend detail::specialization_access;
  T value_;
};

namespace detail {

struct specialization_access {
  template <typename T>
  SCYTHE_ALWAYS_INLINE static constexpr const T &value(const specialization_id<T> &id) {
    return id.value_;
  }
};

template <auto &SpecName>
using specialization_type = typename std::remove_reference_t<decltype(SpecName)>::value_type;

template <auto &SpecName> class specialization_name;

// The number that host and device know a constant by: a hash of its name.
template <auto &SpecName> constexpr std::uint64_t specialization_key() {
  constexpr const char *name = __builtin_sycl_unique_stable_name(specialization_name<SpecName>);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char *at = name; *at; ++at)
    hash = (hash ^ static_cast<unsigned char>(*at)) * 0x100000001b3;
  return hash;
}

// Copies a device-copyable value from its bytes, which may lie anywhere.
template <typename T> SCYTHE_ALWAYS_INLINE inline T value_from_bytes(const void *bytes) {
  union room {
    room() {}
    ~room() {}
    T value;
  } copy;
  __builtin_memcpy(std::addressof(copy.value), bytes, sizeof(T));
  return copy.value;
}

// The constants that a command group gives values.
class specialization_values {
public:
  void set(std::uint64_t key, const void *value, std::size_t size) {
    const auto *bytes = static_cast<const unsigned char *>(value);
    std::vector<unsigned char> copy(bytes, bytes + size);
    for (constant &each : constants_)
      if (each.key == key) {
        each.bytes = std::move(copy);
        return;
      }
    constants_.push_back({key, std::move(copy)});
  }

  // Null where the command group has not set it.
  const void *find(std::uint64_t key) const noexcept {
    for (const constant &each : constants_)
      if (each.key == key)
        return each.bytes.data();
    return nullptr;
  }

  bool empty() const noexcept { return constants_.empty(); }

  void set_all(const specialization_values &others) {
    for (const constant &each : others.constants_)
      set(each.key, each.bytes.data(), each.bytes.size());
  }

  // In whatever order they were set.
  friend bool operator==(const specialization_values &lhs,
                         const specialization_values &rhs) noexcept {
    for (const constant &each : lhs.constants_) {
      const void *other = rhs.find(each.key);
      if (!other || __builtin_memcmp(other, each.bytes.data(), each.bytes.size()) != 0)
        return false;
    }
    return lhs.constants_.size() == rhs.constants_.size();
  }

  // As the runtime takes them: key, address and size of each.
  template <typename Element> std::vector<Element> list() const {
    std::vector<Element> list;
    for (const constant &each : constants_)
      list.push_back({each.key, each.bytes.data(), each.bytes.size()});
    return list;
  }

private:
  struct constant {
    std::uint64_t key;
    std::vector<unsigned char> bytes;
  };
  std::vector<constant> constants_;
};

} // namespace detail

} // namespace sycl
