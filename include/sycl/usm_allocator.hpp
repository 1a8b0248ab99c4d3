// SYCL 2020 §4.8.3.1: USM for standard containers.
#pragma once

#include <sycl/usm.hpp>

#include <new>

namespace sycl::inline _V1 {

template <typename ValueT, usm::alloc AllocKind, std::size_t Alignment = 0> class usm_allocator {
  static_assert(AllocKind == usm::alloc::host || AllocKind == usm::alloc::shared,
                "containers need memory that the host can access");

public:
  using value_type = ValueT;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  template <typename OtherT> struct rebind {
    typedef usm_allocator<OtherT, AllocKind, Alignment> other;
  };

  usm_allocator() = delete;
  usm_allocator(const context &syclContext, const device &syclDevice,
                const property_list &propList = {})
      : context_(syclContext), device_(syclDevice), properties_(propList) {
    detail::check_usm_support(device_, context_, AllocKind);
  }
  usm_allocator(const queue &syclQueue, const property_list &propList = {})
      : usm_allocator(syclQueue.get_context(), syclQueue.get_device(), propList) {}
  template <class OtherT>
  usm_allocator(const usm_allocator<OtherT, AllocKind, Alignment> &other) noexcept
      : context_(other.context_), device_(other.device_), properties_(other.properties_) {}

  ValueT *allocate(std::size_t count) {
    if (ValueT *memory =
            sycl::aligned_alloc<ValueT>(Alignment, count, device_, context_, AllocKind))
      return memory;
    if (count == 0)
      return nullptr;
    detail::throw_error(errc::memory_allocation, "usm_allocator: out of memory");
  }
  void deallocate(ValueT *ptr, std::size_t) { sycl::free(ptr, context_); }

  template <typename Property> bool has_property() const noexcept {
    return properties_.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return properties_.template get_property<Property>();
  }

  template <class OtherT, usm::alloc AllocKindU, std::size_t AlignmentU>
  friend bool operator==(const usm_allocator &lhs,
                         const usm_allocator<OtherT, AllocKindU, AlignmentU> &rhs) {
    return lhs.equals(rhs);
  }
  template <class OtherT, usm::alloc AllocKindU, std::size_t AlignmentU>
  friend bool operator!=(const usm_allocator &lhs,
                         const usm_allocator<OtherT, AllocKindU, AlignmentU> &rhs) {
    return !lhs.equals(rhs);
  }

private:
  template <typename, usm::alloc, std::size_t> friend class usm_allocator;

  template <class OtherT, usm::alloc AllocKindU, std::size_t AlignmentU>
  bool equals(const usm_allocator<OtherT, AllocKindU, AlignmentU> &other) const {
    return AllocKind == AllocKindU && Alignment == AlignmentU && context_ == other.context_ &&
           device_ == other.device_;
  }

  context context_;
  device device_;
  property_list properties_;
};

} // namespace sycl
