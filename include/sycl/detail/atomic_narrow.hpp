// Atomic 16-bit numbers in memory with atomic words of 32 bits only: the half of the word that
// contains the number is exchanged.
#pragma once

#if defined(__SPIRV__)

#include <sycl/detail/address_space.hpp>
#include <sycl/detail/macros.hpp>

#include <cstdint>

namespace sycl::inline _V1::detail {

template <access::address_space Space> class narrow_place {
public:
  using word_pointer = decorated_t<std::uint32_t, Space> *;

  template <typename Pointer> SCYTHE_ALWAYS_INLINE explicit narrow_place(Pointer object) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(object);
    word_ = reinterpret_cast<word_pointer>(address & ~std::uintptr_t{3});
    shift_ = static_cast<unsigned>(address & 2) * 8;
  }

  SCYTHE_ALWAYS_INLINE word_pointer word() const noexcept { return word_; }
  SCYTHE_ALWAYS_INLINE std::uint16_t half_of(std::uint32_t word) const noexcept {
    return static_cast<std::uint16_t>(word >> shift_);
  }
  SCYTHE_ALWAYS_INLINE std::uint32_t with(std::uint32_t word, std::uint16_t value) const noexcept {
    return (word & ~(std::uint32_t{0xffff} << shift_)) | std::uint32_t{value} << shift_;
  }

private:
  word_pointer word_;
  unsigned shift_;
};

} // namespace sycl::detail

#endif
