// SYCL 2020 §4.7.6.9: access to a buffer from kernels and host tasks.
#pragma once

#include <sycl/detail/atomic_access.hpp>
#include <sycl/detail/buffer_region.hpp>
#include <sycl/detail/element_access.hpp>
#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

namespace detail {

struct accessor_access;

// The properties of an accessor's constructors: a list with values at run time, or a list that is
// part of the type.
template <typename List> class accessor_property_list : public sycl::property_list {
public:
  using sycl::property_list::property_list;
  accessor_property_list(const sycl::property_list &list) : sycl::property_list(list) {}
  accessor_property_list(const List &) {}
};

template <typename DataT, int Dimensions, access_mode Mode, target Target>
using accessor_elements_t = typename maybe_atomic_access<
    Mode, element_access<accessor_value_t<DataT, Mode>, Dimensions, Mode, Target>, DataT,
    Dimensions, access::address_space::global_space>::type;

// Adds the requirement to the command group and returns the address of the
// buffer's memory for it. Defined in handler.hpp.
void *require_access(handler &handler, const scythe_access &access, bool on_host);

inline void *placeholder_start(const buffer_impl &buffer, const scythe_access &access) {
  // A placeholder uses the host data in place: the copy that a later write to const host data would
  // cause is made now.
  const std::uint32_t mode =
      buffer.reads_const_host_memory() ? access.mode | SCYTHE_ACCESS_WRITE : access.mode;
  void *start = nullptr;
  check(scythe_buffer_address(access.buffer, nullptr, mode, &start));
  return start;
}

} // namespace detail

#define SCYTHE_ACCESSOR_CONSTRUCTOR(body)                                                          \
  SCYTHE_CONSTRUCTOR("accessor", body, Dimensions, "!llvm.void", detail::mode_name(AccessMode),    \
                     detail::target_name(AccessTarget))
// Kernels get an accessor through the decomposition protocol. It does not keep its buffer alive;
// the command group that uses it does.
template <typename DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
          access::placeholder IsPlaceholder, template <typename...> class List,
          typename... Properties>
class SCYTHE_SPECIAL_CLASS
[[clang::annotate(SCYTHE_CLASS_MARK, "accessor", Dimensions, detail::mode_name(AccessMode),
                  detail::target_name(AccessTarget), sizeof(DataT))]]
#ifdef __SYCL_DEVICE_ONLY__
[[__sycl_detail__::add_ir_kernel_parameter_attributes(Properties::meta_name...,
                                                      Properties::meta_value...)]]
#endif
accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder, List<Properties...>>
    : public detail::accessor_elements_t<DataT, Dimensions, AccessMode, AccessTarget> {
  static_assert(Dimensions >= 0 && Dimensions <= 3, "an accessor has 0 to 3 dimensions");
  static_assert(detail::is_compile_time_list<List<Properties...>>,
                "the last template argument of an accessor is a list of compile-time properties");
  static_assert((detail::has_meta<Properties> && ...),
                "the properties in the type of an accessor are known at compile time");
  static_assert(!std::is_const_v<DataT> || AccessMode == access_mode::read,
                "an accessor to const data must have access_mode::read");

  using base = detail::accessor_elements_t<DataT, Dimensions, AccessMode, AccessTarget>;
  using tag_type = detail::access_tag<AccessMode, AccessTarget>;
  using property_list = detail::accessor_property_list<List<Properties...>>;
  using shape = detail::region_shape<Dimensions>;

  static constexpr bool is_scalar = Dimensions == 0;
  static constexpr int buffer_dimensions = is_scalar ? 1 : Dimensions;
  template <typename ValueT> using if_buffer_of = detail::if_buffer_of<ValueT, DataT, AccessMode>;
  using range_type = range<buffer_dimensions>;
  using id_type = id<buffer_dimensions>;

public:
  using typename base::value_type;
  using const_reference = const DataT &;
  template <access::decorated IsDecorated>
  using accessor_ptr = multi_ptr<value_type, access::address_space::global_space, IsDecorated>;

  accessor() noexcept = default;

  // Placeholders: handler::require adds the requirement later.
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, const property_list &propList = {})
      : accessor(bufferRef, nullptr, whole(bufferRef), propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, tag_type,
           const property_list &propList = {})
      : accessor(bufferRef, nullptr, whole(bufferRef), propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, range_type accessRange,
           const property_list &propList = {})
      : accessor(bufferRef, nullptr, shape{accessRange, {}}, propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, range_type accessRange, tag_type,
           const property_list &propList = {})
      : accessor(bufferRef, nullptr, shape{accessRange, {}}, propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, range_type accessRange,
           id_type accessOffset, const property_list &propList = {})
      : accessor(bufferRef, nullptr, shape{accessRange, accessOffset}, propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, range_type accessRange,
           id_type accessOffset, tag_type, const property_list &propList = {})
      : accessor(bufferRef, nullptr, shape{accessRange, accessOffset}, propList) {}

  // Accessors of a command group.
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  SCYTHE_ACCESSOR_CONSTRUCTOR("void")
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, handler &commandGroupHandlerRef,
           const property_list &propList = {})
      : accessor(bufferRef, &commandGroupHandlerRef, whole(bufferRef), propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  SCYTHE_ACCESSOR_CONSTRUCTOR("void")
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, handler &commandGroupHandlerRef,
           tag_type, const property_list &propList = {})
      : accessor(bufferRef, &commandGroupHandlerRef, whole(bufferRef), propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  SCYTHE_ACCESSOR_CONSTRUCTOR("range")
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, handler &commandGroupHandlerRef,
           range_type accessRange, const property_list &propList = {})
      : accessor(bufferRef, &commandGroupHandlerRef, shape{accessRange, {}}, propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  SCYTHE_ACCESSOR_CONSTRUCTOR("range")
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, handler &commandGroupHandlerRef,
           range_type accessRange, tag_type, const property_list &propList = {})
      : accessor(bufferRef, &commandGroupHandlerRef, shape{accessRange, {}}, propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  SCYTHE_ACCESSOR_CONSTRUCTOR("range id")
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, handler &commandGroupHandlerRef,
           range_type accessRange, id_type accessOffset, const property_list &propList = {})
      : accessor(bufferRef, &commandGroupHandlerRef, shape{accessRange, accessOffset}, propList) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  SCYTHE_ACCESSOR_CONSTRUCTOR("range id")
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, handler &commandGroupHandlerRef,
           range_type accessRange, id_type accessOffset, tag_type,
           const property_list &propList = {})
      : accessor(bufferRef, &commandGroupHandlerRef, shape{accessRange, accessOffset}, propList) {}

  // Conversions to a read-only accessor (SYCL 2020 §4.7.6.9.3).
  template <typename ValueT, access_mode Mode,
            std::enable_if_t<
                AccessMode == access_mode::read &&
                    (Mode == access_mode::read || Mode == access_mode::read_write) &&
                    std::is_same_v<std::remove_const_t<ValueT>, std::remove_const_t<DataT>> &&
                    !(Mode == AccessMode && std::is_same_v<ValueT, DataT>),
                int> = 0>
  accessor(const accessor<ValueT, Dimensions, Mode, AccessTarget, IsPlaceholder,
                          List<Properties...>> &other) noexcept
      : base(other), buffer_(other.buffer_), byte_offset_(other.byte_offset_), mode_(other.mode_),
        is_placeholder_(other.is_placeholder_) {}

  // The decomposition protocol. The compiler calls one function on the host and the other on the
  // device, which never sees the buffer.
  detail::element_parts<value_type, buffer_dimensions> sycl_deconstruct() const noexcept {
    return this->elements();
  }
  SCYTHE_ALWAYS_INLINE static accessor sycl_reconstruct(value_type *first, range_type memory,
                                                        range_type box, id_type offset) noexcept {
    accessor rebuilt;
    rebuilt.set_elements(first, memory, box, offset);
    return rebuilt;
  }

  void swap(accessor &other) noexcept { std::swap(*this, other); }

  bool is_placeholder() const noexcept { return is_placeholder_; }

  // The extension sycl_ext_oneapi_weak_object; weak_object is in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<accessor> &other) const noexcept {
    return ext::oneapi::weak_object<accessor>(*this).owner_before(other);
  }
  bool ext_oneapi_owner_before(const accessor &other) const noexcept {
    return ext::oneapi::weak_object<accessor>(*this).owner_before(other);
  }

  // The start of the buffer, even if the accessor has an offset.
  template <access::decorated IsDecorated, target Target = AccessTarget,
            std::enable_if_t<Target == target::device, int> = 0>
  accessor_ptr<IsDecorated> get_multi_ptr() const noexcept {
    return accessor_ptr<IsDecorated>(this->buffer_start());
  }
  // For target::device deprecated in SYCL 2020.
  auto get_pointer() const noexcept {
    if constexpr (AccessTarget == target::device)
      return global_ptr<value_type>(this->buffer_start());
    else if constexpr (AccessTarget == target::constant_buffer)
      return constant_ptr<DataT>(const_cast<DataT *>(
          static_cast<std::add_pointer_t<value_type>>(this->buffer_start())));
    else
      return static_cast<std::add_pointer_t<value_type>>(this->buffer_start());
  }

  // Deprecated in SYCL 2020.
  std::size_t get_size() const noexcept { return this->byte_size(); }
  std::size_t get_count() const noexcept { return this->size(); }

  // Assigns to the element of a zero-dimensional accessor.
  template <typename OtherT,
            std::enable_if_t<is_scalar && AccessMode != access_mode::read &&
                                 !std::is_same_v<OtherT, accessor> &&
                                 std::is_convertible_v<const OtherT &, value_type>,
                             int> = 0>
  const accessor &operator=(const OtherT &other) const {
    *this->first() = other;
    return *this;
  }

  // Properties in the type, by their keys.
  template <typename Key, std::enable_if_t<detail::key_count<Key, Properties...> != 0, int> = 0>
  static constexpr bool has_property() noexcept {
    return true;
  }
  template <typename Key, std::enable_if_t<detail::key_count<Key, Properties...> != 0, int> = 0>
  static constexpr auto get_property() noexcept {
    return List<Properties...>::template get_property<Key>();
  }
  // The properties that the constructor was given.
  template <typename Property,
            std::enable_if_t<detail::key_count<Property, Properties...> == 0, int> = 0>
  bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && (mode_ & SCYTHE_ACCESS_NO_INIT);
  }
  template <typename Property,
            std::enable_if_t<detail::key_count<Property, Properties...> == 0, int> = 0>
  Property get_property() const {
    if (!has_property<Property>())
      detail::throw_error(errc::invalid, "the accessor was constructed without this property");
    return Property();
  }

  friend bool operator==(const accessor &lhs, const accessor &rhs) noexcept {
    return lhs.same_elements(rhs) && lhs.buffer_ == rhs.buffer_ &&
           lhs.byte_offset_ == rhs.byte_offset_ && lhs.mode_ == rhs.mode_;
  }
  friend bool operator!=(const accessor &lhs, const accessor &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  template <typename, int, access_mode, target, access::placeholder, typename>
  friend class accessor;
  friend struct detail::accessor_access;
  template <typename> friend struct detail::weak_traits;

  template <typename ValueT, typename AllocT>
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, handler *handler,
           const shape &region, const property_list &propList)
      : accessor(bufferRef, handler, region,
                 detail::describe_region<Dimensions>(
                     bufferRef, detail::access_bits(AccessMode, propList), region)) {}

  template <typename ValueT, typename AllocT>
  accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, handler *handler,
           const shape &region, const scythe_access &access)
      : base(address(bufferRef, handler, access), bufferRef.get_range(), region),
        buffer_(access.buffer), byte_offset_(access.byte_offset), mode_(access.mode),
        is_placeholder_(handler == nullptr) {}

  template <typename BufferT> static shape whole(const BufferT &buffer) {
    return detail::whole_region<Dimensions>(buffer);
  }

  template <typename BufferT>
  static void *address(const BufferT &buffer, handler *handler, const scythe_access &access) {
    void *const start =
        handler ? detail::require_access(*handler, access, AccessTarget == target::host_task)
                : detail::placeholder_start(*detail::buffer_access::impl(buffer), access);
    return static_cast<unsigned char *>(start) + access.byte_offset;
  }

  // Used by the handler for placeholders and copies.
  scythe_buffer *buffer_ = nullptr;
  std::size_t byte_offset_ = 0;
  std::uint32_t mode_ = 0; // SCYTHE_ACCESS_*
  bool is_placeholder_ = false;
};
#undef SCYTHE_ACCESSOR_CONSTRUCTOR

template <typename ValueT, int Rank, typename AllocT>
accessor(buffer<ValueT, Rank, AllocT> &, const property_list & = {}) -> accessor<ValueT, Rank>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target>
accessor(buffer<ValueT, Rank, AllocT> &, detail::access_tag<OtherMode, Target>,
         const property_list & = {}) -> accessor<ValueT, Rank, OtherMode, Target>;
template <typename ValueT, int Rank, typename AllocT>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, const property_list & = {})
    -> accessor<ValueT, Rank>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, detail::access_tag<OtherMode, Target>,
         const property_list & = {}) -> accessor<ValueT, Rank, OtherMode, Target>;
template <typename ValueT, int Rank, typename AllocT>
accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, const property_list & = {})
    -> accessor<ValueT, Rank>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target>
accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, detail::access_tag<OtherMode, Target>,
         const property_list & = {}) -> accessor<ValueT, Rank, OtherMode, Target>;
template <typename ValueT, int Rank, typename AllocT>
accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, id<Rank>, const property_list & = {})
    -> accessor<ValueT, Rank>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target>
accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, id<Rank>,
         detail::access_tag<OtherMode, Target>, const property_list & = {})
    -> accessor<ValueT, Rank, OtherMode, Target>;
template <typename ValueT, int Rank, typename AllocT>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, range<Rank>, const property_list & = {})
    -> accessor<ValueT, Rank>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, range<Rank>,
         detail::access_tag<OtherMode, Target>, const property_list & = {})
    -> accessor<ValueT, Rank, OtherMode, Target>;
template <typename ValueT, int Rank, typename AllocT>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, range<Rank>, id<Rank>,
         const property_list & = {}) -> accessor<ValueT, Rank>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, range<Rank>, id<Rank>,
         detail::access_tag<OtherMode, Target>, const property_list & = {})
    -> accessor<ValueT, Rank, OtherMode, Target>;

// With properties that become part of the type.
template <typename ValueT, int Rank, typename AllocT, typename List,
          detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, List)
    -> accessor<ValueT, Rank, detail::default_mode<ValueT>, target::device,
                access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target,
          typename List, detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, detail::access_tag<OtherMode, Target>, List)
    -> accessor<ValueT, Rank, OtherMode, Target, access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, typename List,
          detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, List)
    -> accessor<ValueT, Rank, detail::default_mode<ValueT>, target::device,
                access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target,
          typename List, detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, detail::access_tag<OtherMode, Target>, List)
    -> accessor<ValueT, Rank, OtherMode, Target, access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, typename List,
          detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, List)
    -> accessor<ValueT, Rank, detail::default_mode<ValueT>, target::device,
                access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target,
          typename List, detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, detail::access_tag<OtherMode, Target>, List)
    -> accessor<ValueT, Rank, OtherMode, Target, access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, typename List,
          detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, range<Rank>, List)
    -> accessor<ValueT, Rank, detail::default_mode<ValueT>, target::device,
                access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target,
          typename List, detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, range<Rank>,
         detail::access_tag<OtherMode, Target>, List)
    -> accessor<ValueT, Rank, OtherMode, Target, access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, typename List,
          detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, id<Rank>, List)
    -> accessor<ValueT, Rank, detail::default_mode<ValueT>, target::device,
                access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target,
          typename List, detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, id<Rank>,
         detail::access_tag<OtherMode, Target>, List)
    -> accessor<ValueT, Rank, OtherMode, Target, access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, typename List,
          detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, range<Rank>, id<Rank>, List)
    -> accessor<ValueT, Rank, detail::default_mode<ValueT>, target::device,
                access::placeholder::false_t, List>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode, target Target,
          typename List, detail::if_compile_time_list<List> = 0>
accessor(buffer<ValueT, Rank, AllocT> &, handler &, range<Rank>, id<Rank>,
         detail::access_tag<OtherMode, Target>, List)
    -> accessor<ValueT, Rank, OtherMode, Target, access::placeholder::false_t, List>;

} // namespace sycl

template <typename DataT, int Dimensions, sycl::access_mode AccessMode, sycl::target AccessTarget,
          sycl::access::placeholder IsPlaceholder, typename PropertyListT>
struct std::hash<
    sycl::accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder, PropertyListT>> {
  std::size_t operator()(const sycl::accessor<DataT, Dimensions, AccessMode, AccessTarget,
                                              IsPlaceholder, PropertyListT> &accessor) const
      noexcept {
    return std::hash<const void *>()(accessor.get_pointer());
  }
};
