// The copies between global and local memory of group and nd_item (SYCL 2020 §4.9.1.5 and
// §4.9.1.7). All work-items of the work-group call them with the same arguments, and each copies
// its share, or starts to.
#pragma once

#include <sycl/detail/async_copies.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/device_event.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl::inline _V1::detail {

template <typename Derived> class work_group_copies {
  template <typename ToT, typename From>
  using if_copyable = std::enable_if_t<std::is_same_v<ToT, std::remove_const_t<From>>, int>;

public:
  template <typename DestDataT, typename SrcDataT, if_copyable<DestDataT, SrcDataT> = 0>
  device_event async_work_group_copy(decorated_local_ptr<DestDataT> dest,
                                     decorated_global_ptr<SrcDataT> src,
                                     std::size_t numElements) const noexcept {
    return copy(dest.get(), 1, src.get(), 1, numElements);
  }
  template <typename DestDataT, typename SrcDataT, if_copyable<DestDataT, SrcDataT> = 0>
  device_event async_work_group_copy(decorated_global_ptr<DestDataT> dest,
                                     decorated_local_ptr<SrcDataT> src,
                                     std::size_t numElements) const noexcept {
    return copy(dest.get(), 1, src.get(), 1, numElements);
  }
  // Strides count elements.
  template <typename DestDataT, typename SrcDataT, if_copyable<DestDataT, SrcDataT> = 0>
  device_event async_work_group_copy(decorated_local_ptr<DestDataT> dest,
                                     decorated_global_ptr<SrcDataT> src, std::size_t numElements,
                                     std::size_t srcStride) const noexcept {
    return copy(dest.get(), 1, src.get(), srcStride, numElements);
  }
  template <typename DestDataT, typename SrcDataT, if_copyable<DestDataT, SrcDataT> = 0>
  device_event async_work_group_copy(decorated_global_ptr<DestDataT> dest,
                                     decorated_local_ptr<SrcDataT> src, std::size_t numElements,
                                     std::size_t destStride) const noexcept {
    return copy(dest.get(), destStride, src.get(), 1, numElements);
  }

  // Deprecated in SYCL 2020.
  template <typename DataT>
  device_event async_work_group_copy(local_ptr<DataT> dest, global_ptr<DataT> src,
                                     std::size_t numElements) const noexcept {
    return copy(dest.get(), 1, src.get(), 1, numElements);
  }
  template <typename DataT>
  device_event async_work_group_copy(global_ptr<DataT> dest, local_ptr<DataT> src,
                                     std::size_t numElements) const noexcept {
    return copy(dest.get(), 1, src.get(), 1, numElements);
  }
  template <typename DataT>
  device_event async_work_group_copy(local_ptr<DataT> dest, global_ptr<DataT> src,
                                     std::size_t numElements,
                                     std::size_t srcStride) const noexcept {
    return copy(dest.get(), 1, src.get(), srcStride, numElements);
  }
  template <typename DataT>
  device_event async_work_group_copy(global_ptr<DataT> dest, local_ptr<DataT> src,
                                     std::size_t numElements,
                                     std::size_t destStride) const noexcept {
    return copy(dest.get(), destStride, src.get(), 1, numElements);
  }

  // One barrier waits for all copies.
  template <typename... EventTN> void wait_for(EventTN...) const noexcept {
    static_assert((std::is_same_v<EventTN, device_event> && ...),
                  "wait_for takes the device_events of copies");
    meet_work_group();
  }

private:
  template <typename ToT, typename From>
  device_event copy(ToT *dest, std::size_t to_stride, From *from, std::size_t from_stride,
                    std::size_t elements) const noexcept {
    // The work-items that really run: in kernels of parallel_for_work_group there is one.
    constexpr int dimensions = Derived::dimensions;
    std::size_t step = local_size_query::get(0), first = local_id_query::get(0);
    if constexpr (dimensions > 1) {
      first += local_id_query::get(1) * step;
      step *= local_size_query::get(1);
    }
    if constexpr (dimensions > 2) {
      first += local_id_query::get(2) * step;
      step *= local_size_query::get(2);
    }
    std::size_t done = 0;
#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)
    using value_t = std::remove_cv_t<undecorated_t<ToT>>;
    if constexpr (decoration<ToT>::space == access::address_space::local_space &&
                  decoration<From>::space == access::address_space::global_space &&
                  std::is_trivially_copyable_v<value_t>)
      if (has_async_copies())
        done = start_async_copies<value_t>(reinterpret_cast<std::uintptr_t>(dest), to_stride,
                                           reinterpret_cast<std::uintptr_t>(from), from_stride,
                                           elements, first, step);
#endif
    for (std::size_t idx = done + first; idx < elements; idx += step)
      dest[idx * to_stride] = from[idx * from_stride];
    return device_event();
  }
};

} // namespace sycl::detail
