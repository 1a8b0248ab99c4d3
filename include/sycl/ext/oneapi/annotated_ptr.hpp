// Pointers whose type has properties (sycl_ext_oneapi_annotated_ptr).
#pragma once

#include <sycl/detail/macros.hpp>
#include <sycl/ext/oneapi/memory_properties.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1::ext::oneapi::experimental {

template <typename ValueT, typename PropertyListT = empty_properties_t> class annotated_ptr;
template <typename ValueT, typename PropertyListT = empty_properties_t> class annotated_ref;

// The object behind an annotated_ptr: it reads and writes through the pointer.
template <typename ValueT, template <typename...> class List, typename... Properties>
class annotated_ref<ValueT, List<Properties...>> {
  using pointer_type = annotated_ptr<ValueT, List<Properties...>>;

public:
  annotated_ref(const annotated_ref &) = default;

  SCYTHE_ALWAYS_INLINE operator ValueT() const noexcept { return *pointer_.get(); }

  SCYTHE_ALWAYS_INLINE const annotated_ref &operator=(const ValueT &value) const {
    *pointer_.get() = value;
    return *this;
  }
  SCYTHE_ALWAYS_INLINE const annotated_ref &operator=(const annotated_ref &other) const {
    return *this = static_cast<ValueT>(other);
  }

#define SCYTHE_ASSIGN(op)                                                                          \
  template <typename OtherT>                                                                       \
  SCYTHE_ALWAYS_INLINE const annotated_ref &operator op(const OtherT &value) const {               \
    *pointer_.get() op value;                                                                      \
    return *this;                                                                                  \
  }
  SCYTHE_ASSIGN(+=)
  SCYTHE_ASSIGN(-=)
  SCYTHE_ASSIGN(*=)
  SCYTHE_ASSIGN(/=)
  SCYTHE_ASSIGN(%=)
  SCYTHE_ASSIGN(&=)
  SCYTHE_ASSIGN(|=)
  SCYTHE_ASSIGN(^=)
  SCYTHE_ASSIGN(<<=)
  SCYTHE_ASSIGN(>>=)
#undef SCYTHE_ASSIGN

  SCYTHE_ALWAYS_INLINE const annotated_ref &operator++() const {
    ++*pointer_.get();
    return *this;
  }
  SCYTHE_ALWAYS_INLINE ValueT operator++(int) const { return (*pointer_.get())++; }
  SCYTHE_ALWAYS_INLINE const annotated_ref &operator--() const {
    --*pointer_.get();
    return *this;
  }
  SCYTHE_ALWAYS_INLINE ValueT operator--(int) const { return (*pointer_.get())--; }

private:
  friend pointer_type;
  SCYTHE_ALWAYS_INLINE explicit annotated_ref(const pointer_type &pointer) : pointer_(pointer) {}

  pointer_type pointer_;
};

// The properties apply to the member, wherever it is accessed, and to the kernel argument.
template <typename ValueT, template <typename...> class List, typename... Properties>
class
#ifdef __SYCL_DEVICE_ONLY__
    [[__sycl_detail__::add_ir_kernel_parameter_attributes(Properties::meta_name...,
                                                          Properties::meta_value...)]]
#endif
    annotated_ptr<ValueT, List<Properties...>> {
  static_assert(sycl::detail::is_compile_time_list<List<Properties...>>,
                "the properties of an annotated_ptr are a list of properties");
  static_assert((sycl::detail::has_meta<Properties> && ...),
                "the properties of an annotated_ptr are known at compile time");

public:
  using reference = annotated_ref<ValueT, List<Properties...>>;

  annotated_ptr() noexcept = default;
  SCYTHE_ALWAYS_INLINE explicit annotated_ptr(ValueT *pointer,
                                              const List<Properties...> & = {}) noexcept
      : pointer_(pointer) {}
  template <typename... Given,
            std::enable_if_t<sizeof...(Given) != 0 &&
                                 std::is_same_v<properties_t<Given...>, properties<Properties...>>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE annotated_ptr(ValueT *pointer, const Given &...) noexcept
      : pointer_(pointer) {}
  // A conversion may drop properties.
  template <template <typename...> class OtherList, typename... Others,
            std::enable_if_t<
                !std::is_same_v<OtherList<Others...>, List<Properties...>> &&
                    ((sycl::detail::place_of<Properties, Others...>() < sizeof...(Others)) && ...),
                int> = 0>
  SCYTHE_ALWAYS_INLINE
  annotated_ptr(const annotated_ptr<ValueT, OtherList<Others...>> &other) noexcept
      : pointer_(other.get()) {}

  SCYTHE_ALWAYS_INLINE ValueT *get() const noexcept { return pointer_; }
  SCYTHE_ALWAYS_INLINE operator ValueT *() const noexcept { return pointer_; }
  SCYTHE_ALWAYS_INLINE explicit operator bool() const noexcept { return pointer_ != nullptr; }
  SCYTHE_ALWAYS_INLINE annotated_ptr &operator=(ValueT *pointer) noexcept {
    pointer_ = pointer;
    return *this;
  }
  template <typename OtherList>
  SCYTHE_ALWAYS_INLINE annotated_ptr &
  operator=(const annotated_ptr<ValueT, OtherList> &other) noexcept {
    return *this = annotated_ptr(other);
  }

  SCYTHE_ALWAYS_INLINE reference operator*() const noexcept { return reference(*this); }
  SCYTHE_ALWAYS_INLINE reference operator[](std::ptrdiff_t index) const noexcept {
    return reference(annotated_ptr(pointer_ + index));
  }
  SCYTHE_ALWAYS_INLINE ValueT *operator->() const noexcept { return pointer_; }

  SCYTHE_ALWAYS_INLINE annotated_ptr operator+(std::ptrdiff_t count) const noexcept {
    return annotated_ptr(pointer_ + count);
  }
  SCYTHE_ALWAYS_INLINE annotated_ptr operator-(std::ptrdiff_t count) const noexcept {
    return annotated_ptr(pointer_ - count);
  }
  SCYTHE_ALWAYS_INLINE std::ptrdiff_t operator-(const annotated_ptr &other) const noexcept {
    return pointer_ - other.pointer_;
  }
  SCYTHE_ALWAYS_INLINE annotated_ptr &operator++() noexcept {
    ++pointer_;
    return *this;
  }
  SCYTHE_ALWAYS_INLINE annotated_ptr operator++(int) noexcept {
    return annotated_ptr(pointer_++);
  }
  SCYTHE_ALWAYS_INLINE annotated_ptr &operator--() noexcept {
    --pointer_;
    return *this;
  }
  SCYTHE_ALWAYS_INLINE annotated_ptr operator--(int) noexcept {
    return annotated_ptr(pointer_--);
  }

  template <typename Key> static constexpr bool has_property() noexcept {
    return List<Properties...>::template has_property<Key>();
  }
  template <typename Key> static constexpr auto get_property() noexcept {
    return List<Properties...>::template get_property<Key>();
  }

private:
  ValueT *pointer_
#ifdef __SYCL_DEVICE_ONLY__
      [[__sycl_detail__::add_ir_member_annotation(Properties::meta_name...,
                                                  Properties::meta_value...)]]
#endif
      = nullptr;
};

template <typename ValueT> annotated_ptr(ValueT *) -> annotated_ptr<ValueT>;
template <typename ValueT, typename List, sycl::detail::if_compile_time_list<List> = 0>
annotated_ptr(ValueT *, List) -> annotated_ptr<ValueT, List>;
template <typename ValueT, typename First, typename... Rest,
          std::enable_if_t<is_property_value_v<First> && !is_property_list_v<First>, int> = 0>
annotated_ptr(ValueT *, First, Rest...) -> annotated_ptr<ValueT, properties_t<First, Rest...>>;

} // namespace sycl::ext::oneapi::experimental

namespace sycl::inline _V1::ext::oneapi {

using experimental::annotated_ptr;
using experimental::annotated_ref;

} // namespace sycl::ext::oneapi
