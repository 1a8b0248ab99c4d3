// The extension sycl_ext_oneapi_sub_group_mask: a bit for each work-item of a sub-group, and
// group_ballot, which computes it.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/group_parts.hpp>
#include <sycl/id.hpp>
#include <sycl/marray.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi {

class sub_group_mask {
public:
  static constexpr std::size_t max_bits = 64;

  // A writable bit of a mask.
  class reference {
  public:
    reference(const reference &) noexcept = default;
    reference &operator=(bool value) noexcept {
      mask_->set(index_, value);
      return *this;
    }
    reference &operator=(const reference &other) noexcept {
      return *this = static_cast<bool>(other);
    }
    operator bool() const noexcept { return mask_->test(index_); }
    bool operator~() const noexcept { return !mask_->test(index_); }
    reference &flip() noexcept {
      mask_->flip(index_);
      return *this;
    }

  private:
    friend class sub_group_mask;
    reference(sub_group_mask *mask, id<1> index) noexcept : mask_(mask), index_(index) {}

    sub_group_mask *mask_;
    id<1> index_;
  };

  // As many bits as the kernel's largest sub-group has work-items; on the host, without a kernel,
  // the largest possible number.
  sub_group_mask() noexcept : sub_group_mask(0ull) {}
  sub_group_mask(unsigned long long value) noexcept : size_(sub_group_bits()) {
    bits_ = value & all_bits();
  }
  template <typename ValueT, std::size_t WordCount,
            std::enable_if_t<std::is_integral_v<ValueT>, int> = 0>
  sub_group_mask(const marray<ValueT, WordCount> &value) noexcept : sub_group_mask(0ull) {
    insert_bits(value);
  }

  bool operator[](id<1> index) const noexcept { return test(index); }
  reference operator[](id<1> index) noexcept { return reference(this, index); }

  bool test(id<1> index) const noexcept { return (bits_ & bit(index)) != 0; }
  bool all() const noexcept { return bits_ == all_bits(); }
  bool any() const noexcept { return bits_ != 0; }
  bool none() const noexcept { return bits_ == 0; }
  std::uint32_t count() const noexcept {
    return static_cast<std::uint32_t>(__builtin_popcountll(bits_));
  }
  std::uint32_t size() const noexcept { return size_; }
  // The size if no bit is set.
  id<1> find_low() const noexcept {
    return bits_ == 0 ? size_ : static_cast<std::size_t>(__builtin_ctzll(bits_));
  }
  id<1> find_high() const noexcept {
    return bits_ == 0 ? size_ : static_cast<std::size_t>(63 - __builtin_clzll(bits_));
  }

  // All bits of a number, or of the numbers in an marray, from `position` on, as far as they fit.
  template <typename ValueT, std::enable_if_t<std::is_integral_v<ValueT>, int> = 0>
  void insert_bits(const ValueT &bits, id<1> position = 0) noexcept {
    insert(static_cast<std::uint64_t>(bits), 8 * sizeof(ValueT), position[0]);
  }
  template <typename ValueT, std::size_t WordCount,
            std::enable_if_t<std::is_integral_v<ValueT>, int> = 0>
  void insert_bits(const marray<ValueT, WordCount> &bits, id<1> position = 0) noexcept {
    for (std::size_t idx = 0; idx < WordCount; ++idx)
      insert_bits(bits[idx], position[0] + idx * 8 * sizeof(ValueT));
  }
  template <typename ValueT, std::enable_if_t<std::is_integral_v<ValueT>, int> = 0>
  void extract_bits(ValueT &out, id<1> position = 0) const noexcept {
    out = static_cast<ValueT>(shifted_right(position[0]));
  }
  template <typename ValueT, std::size_t WordCount,
            std::enable_if_t<std::is_integral_v<ValueT>, int> = 0>
  void extract_bits(marray<ValueT, WordCount> &out, id<1> position = 0) const noexcept {
    for (std::size_t idx = 0; idx < WordCount; ++idx)
      extract_bits(out[idx], position[0] + idx * 8 * sizeof(ValueT));
  }

  void set() noexcept { bits_ = all_bits(); }
  void set(id<1> index, bool value = true) noexcept {
    bits_ = value ? bits_ | bit(index) : bits_ & ~bit(index);
  }
  void reset() noexcept { bits_ = 0; }
  void reset(id<1> index) noexcept { set(index, false); }
  void reset_low() noexcept { bits_ &= bits_ - 1; }
  void reset_high() noexcept { reset(find_high()); }
  void flip() noexcept { bits_ ^= all_bits(); }
  void flip(id<1> index) noexcept { bits_ ^= bit(index); }

  bool operator==(const sub_group_mask &other) const noexcept { return bits_ == other.bits_; }
  bool operator!=(const sub_group_mask &other) const noexcept { return bits_ != other.bits_; }

  sub_group_mask &operator&=(const sub_group_mask &other) noexcept {
    bits_ &= other.bits_;
    return *this;
  }
  sub_group_mask &operator|=(const sub_group_mask &other) noexcept {
    bits_ = (bits_ | other.bits_) & all_bits();
    return *this;
  }
  sub_group_mask &operator^=(const sub_group_mask &other) noexcept {
    bits_ = (bits_ ^ other.bits_) & all_bits();
    return *this;
  }
  sub_group_mask &operator<<=(std::size_t places) noexcept {
    bits_ = places < max_bits ? bits_ << places & all_bits() : 0;
    return *this;
  }
  sub_group_mask &operator>>=(std::size_t places) noexcept {
    bits_ = shifted_right(places);
    return *this;
  }

  sub_group_mask operator~() const noexcept {
    sub_group_mask result(*this);
    result.flip();
    return result;
  }
  sub_group_mask operator<<(std::size_t places) const noexcept {
    return sub_group_mask(*this) <<= places;
  }
  sub_group_mask operator>>(std::size_t places) const noexcept {
    return sub_group_mask(*this) >>= places;
  }
  friend sub_group_mask operator&(const sub_group_mask &lhs, const sub_group_mask &rhs) noexcept {
    return sub_group_mask(lhs) &= rhs;
  }
  friend sub_group_mask operator|(const sub_group_mask &lhs, const sub_group_mask &rhs) noexcept {
    return sub_group_mask(lhs) |= rhs;
  }
  friend sub_group_mask operator^(const sub_group_mask &lhs, const sub_group_mask &rhs) noexcept {
    return sub_group_mask(lhs) ^= rhs;
  }

private:
  static std::uint32_t sub_group_bits() noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    const std::uint32_t size = detail::max_sub_group_size();
    return size < max_bits ? size : max_bits;
#else
    return max_bits;
#endif
  }

  std::uint64_t all_bits() const noexcept { return ~std::uint64_t(0) >> (max_bits - size_); }
  std::uint64_t bit(id<1> index) const noexcept {
    return index[0] < size_ ? std::uint64_t(1) << index[0] : 0;
  }
  std::uint64_t shifted_right(std::size_t places) const noexcept {
    return places < max_bits ? bits_ >> places : 0;
  }
  void insert(std::uint64_t bits, std::size_t count, std::size_t position) noexcept {
    if (position >= size_)
      return;
    const std::uint64_t field = ~std::uint64_t(0) >> (max_bits - count) << position & all_bits();
    bits_ = (bits_ & ~field) | (bits << position & field);
  }

  std::uint64_t bits_ = 0;
  std::uint32_t size_;
};

template <typename Group,
          std::enable_if_t<std::is_same_v<std::decay_t<Group>, sub_group>, int> = 0>
SCYTHE_ALWAYS_INLINE inline sub_group_mask group_ballot(Group, bool predicate = true) noexcept {
  return detail::ballot(~std::uint64_t(0), predicate);
}

} // namespace ext::oneapi

} // namespace sycl
