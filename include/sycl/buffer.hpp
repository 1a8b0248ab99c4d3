// SYCL 2020 §4.7.2.
#pragma once

#include <sycl/context.hpp>
#include <sycl/detail/buffer_impl.hpp>
#include <sycl/id.hpp>
#include <sycl/property_list.hpp>
#include <sycl/range.hpp>

#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

namespace sycl::inline _V1 {

namespace property::buffer {

class use_host_ptr {};

class use_mutex {
public:
  use_mutex(std::mutex &mutexRef) : mutex_(&mutexRef) {}
  std::mutex *get_mutex_ptr() const { return mutex_; }

private:
  std::mutex *mutex_;
};

class context_bound {
public:
  context_bound(context boundContext) : context_(std::move(boundContext)) {}
  context get_context() const { return context_; }

private:
  context context_;
};

} // namespace property::buffer

template <> struct is_property<property::buffer::use_host_ptr> : std::true_type {};
template <> struct is_property<property::buffer::use_mutex> : std::true_type {};
template <> struct is_property<property::buffer::context_bound> : std::true_type {};
template <typename ValueT, int Rank, typename AllocT>
struct is_property_of<property::buffer::use_host_ptr, buffer<ValueT, Rank, AllocT>>
    : std::true_type {};
template <typename ValueT, int Rank, typename AllocT>
struct is_property_of<property::buffer::use_mutex, buffer<ValueT, Rank, AllocT>> : std::true_type {
};
template <typename ValueT, int Rank, typename AllocT>
struct is_property_of<property::buffer::context_bound, buffer<ValueT, Rank, AllocT>>
    : std::true_type {};

namespace detail {

struct buffer_access;

inline buffer_impl::host_memory attach(void *data, const property_list &propList,
                                       shared<kept_memory> kept = nullptr) {
  const bool in_place = data && propList.has_property<property::buffer::use_host_ptr>();
  return {data, in_place ? std::uint32_t{SCYTHE_BUFFER_USE_HOST_PTR} : 0, std::move(kept)};
}
inline buffer_impl::host_memory attach(const void *data, const property_list &propList,
                                       shared<kept_memory> kept = nullptr) {
  buffer_impl::host_memory host = attach(const_cast<void *>(data), propList, std::move(kept));
  if (data)
    host.flags |= SCYTHE_BUFFER_HOST_READ_ONLY;
  return host;
}

inline shared<buffer_impl> make_buffer(std::size_t bytes, std::size_t align,
                                       buffer_impl::host_memory &&host,
                                       const property_list &propList) {
  if (bytes > PTRDIFF_MAX)
    throw_error(errc::memory_allocation, "the buffer is too large for any memory");
  std::mutex *mutex = nullptr;
  if (propList.has_property<property::buffer::use_mutex>())
    mutex = propList.get_property<property::buffer::use_mutex>().get_mutex_ptr();
  return make_counted<buffer_impl>(bytes, align, std::move(host), propList, mutex);
}

template <typename ValueT, typename = void> struct is_iterator : std::false_type {};
template <typename ValueT>
struct is_iterator<ValueT, std::void_t<typename std::iterator_traits<ValueT>::iterator_category>>
    : std::true_type {};
template <typename ValueT> using if_iterator = std::enable_if_t<is_iterator<ValueT>::value, int>;

template <typename ValueT, typename = void> struct is_allocator : std::false_type {};
template <typename ValueT>
struct is_allocator<ValueT, std::void_t<typename ValueT::value_type,
                                   decltype(std::declval<ValueT &>().allocate(std::size_t()))>>
    : std::true_type {};
template <typename ValueT> using if_allocator = std::enable_if_t<is_allocator<ValueT>::value, int>;

template <typename Container>
using data_pointer_t = decltype(std::data(std::declval<Container &>()));

// A contiguous container of ValueT, possibly a const one.
template <typename Container, typename ValueT, typename = void>
struct is_container_of : std::false_type {};
template <typename Container, typename ValueT>
struct is_container_of<Container, ValueT,
                       std::void_t<data_pointer_t<Container>,
                                   decltype(std::size(std::declval<Container &>()))>>
    : std::is_convertible<data_pointer_t<Container>, const ValueT *> {};

// Not a member of buffer: deducing its arguments must not need the class.
template <typename ValueT> using if_not_const = std::enable_if_t<!std::is_const_v<ValueT>, int>;

template <typename ValueT> struct is_weak_ptr : std::false_type {};
template <typename ValueT> struct is_weak_ptr<std::weak_ptr<ValueT>> : std::true_type {};
template <typename ValueT> struct is_shared_ptr : std::false_type {};
template <typename ValueT> struct is_shared_ptr<std::shared_ptr<ValueT>> : std::true_type {};

} // namespace detail

// Constructors from containers and iterators use the private one that takes host memory.
#define SCYTHE_BUFFER_CONSTRUCTOR SCYTHE_CONSTRUCTOR("buffer", "none", Dimensions, "!llvm.void")
template <typename ValueT, int Dimensions, typename AllocatorT> class buffer {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "a buffer has 1, 2 or 3 dimensions");
  static_assert(!std::is_reference_v<ValueT> && !std::is_void_v<ValueT>);

  using element = std::remove_const_t<ValueT>;
  template <typename Container>
  using if_container = std::enable_if_t<
      Dimensions == 1 && detail::is_container_of<Container, ValueT>::value, int>;
  // For buffer<const ValueT>, the pointers to ValueT and to const ValueT are the same type, and
  // only one of the two constructors may exist.

public:
  using value_type = ValueT;
  using reference = value_type &;
  using const_reference = const value_type &;
  using allocator_type = AllocatorT;

  // Uninitialised memory.
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(const range<Dimensions> &bufferRange, AllocatorT allocator,
         const property_list &propList = {})
      : buffer(bufferRange, host_memory{}, std::move(allocator), propList) {}
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(const range<Dimensions> &bufferRange, const property_list &propList = {})
      : buffer(bufferRange, AllocatorT(), propList) {}

  // Host memory.
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(ValueT *hostData, const range<Dimensions> &bufferRange, AllocatorT allocator,
         const property_list &propList = {})
      : buffer(bufferRange, detail::attach(hostData, propList), std::move(allocator), propList) {}
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(ValueT *hostData, const range<Dimensions> &bufferRange, const property_list &propList = {})
      : buffer(hostData, bufferRange, AllocatorT(), propList) {}
  template <typename OtherT = ValueT, detail::if_not_const<OtherT> = 0>
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(const ValueT *hostData, const range<Dimensions> &bufferRange, AllocatorT allocator,
         const property_list &propList = {})
      : buffer(bufferRange, detail::attach(hostData, propList), std::move(allocator), propList) {}
  template <typename OtherT = ValueT, detail::if_not_const<OtherT> = 0>
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(const ValueT *hostData, const range<Dimensions> &bufferRange,
         const property_list &propList = {})
      : buffer(hostData, bufferRange, AllocatorT(), propList) {}

  // A contiguous container.
  template <typename Container, if_container<Container> = 0>
  buffer(Container &container, AllocatorT allocator, const property_list &propList = {})
      : buffer(range<1>(std::size(container)),
               detail::attach(static_cast<container_pointer<Container>>(std::data(container)),
                              propList),
               std::move(allocator), propList) {}
  template <typename Container, if_container<Container> = 0>
  buffer(Container &container, const property_list &propList = {})
      : buffer(container, AllocatorT(), propList) {}

  // Memory that is shared with the application.
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(const std::shared_ptr<ValueT> &hostData, const range<Dimensions> &bufferRange,
         AllocatorT allocator, const property_list &propList = {})
      : buffer(bufferRange,
               detail::attach(hostData.get(), propList, detail::kept_memory::made_of(hostData)),
               std::move(allocator),
               propList) {}
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(const std::shared_ptr<ValueT> &hostData, const range<Dimensions> &bufferRange,
         const property_list &propList = {})
      : buffer(hostData, bufferRange, AllocatorT(), propList) {}
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(const std::shared_ptr<ValueT[]> &hostData, const range<Dimensions> &bufferRange,
         AllocatorT allocator, const property_list &propList = {})
      : buffer(bufferRange,
               detail::attach(hostData.get(), propList, detail::kept_memory::made_of(hostData)),
               std::move(allocator),
               propList) {}
  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(const std::shared_ptr<ValueT[]> &hostData, const range<Dimensions> &bufferRange,
         const property_list &propList = {})
      : buffer(hostData, bufferRange, AllocatorT(), propList) {}

  // A copy of the elements between two iterators.
  template <typename InputIterator, int Length = Dimensions, detail::if_iterator<InputIterator> = 0,
            std::enable_if_t<Length == 1, int> = 0>
  buffer(InputIterator first, InputIterator last, AllocatorT allocator,
         const property_list &propList = {})
      : buffer(copied_elements(first, last, allocator), allocator, propList) {}
  template <typename InputIterator, int Length = Dimensions, detail::if_iterator<InputIterator> = 0,
            std::enable_if_t<Length == 1, int> = 0>
  buffer(InputIterator first, InputIterator last, const property_list &propList = {})
      : buffer(first, last, AllocatorT(), propList) {}

  // A sub-buffer: part of the memory of `b`.
  SCYTHE_CONSTRUCTOR("buffer", "none", Dimensions, "!llvm.void", true)
  buffer(buffer &parent, const id<Dimensions> &baseIndex, const range<Dimensions> &subRange)
      : impl_(parent.impl_), range_(subRange),
        byte_offset_(detail::linear_index(baseIndex, parent.range_) * sizeof(ValueT)),
        is_sub_buffer_(true), allocator_(parent.allocator_) {
    if (parent.is_sub_buffer_)
      detail::throw_error(errc::invalid, "a sub-buffer cannot be made from a sub-buffer");
    for (int dim = 0; dim < Dimensions; ++dim)
      if (subRange[dim] > parent.range_[dim] || baseIndex[dim] > parent.range_[dim] - subRange[dim])
        detail::throw_error(errc::invalid, "the sub-buffer exceeds its parent buffer");
    // Contiguous: after the first dimension that holds more than one index,
    // every dimension is taken as a whole.
    bool whole = false;
    for (int dim = 0; dim < Dimensions; ++dim) {
      if (whole && subRange[dim] != parent.range_[dim])
        detail::throw_error(errc::invalid,
                            "the sub-buffer is not a contiguous region of its parent buffer");
      whole = whole || subRange[dim] > 1;
    }
  }

  template <typename Property> bool has_property() const noexcept {
    return impl_->properties().template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return impl_->properties().template get_property<Property>();
  }

  range<Dimensions> get_range() const { return range_; }
  std::size_t size() const noexcept { return range_.size(); }
  std::size_t byte_size() const noexcept { return size() * sizeof(ValueT); }
  // Deprecated in SYCL 2020.
  std::size_t get_count() const { return size(); }
  std::size_t get_size() const { return byte_size(); }
  AllocatorT get_allocator() const { return allocator_; }
  bool is_sub_buffer() const { return is_sub_buffer_; }

  template <access_mode Mode = access_mode::read_write, target Targ = target::device>
  accessor<ValueT, Dimensions, Mode, Targ> get_access(handler &commandGroupHandler) {
    return accessor<ValueT, Dimensions, Mode, Targ>(*this, commandGroupHandler);
  }
  template <access_mode Mode = access_mode::read_write, target Targ = target::device>
  accessor<ValueT, Dimensions, Mode, Targ> get_access(handler &commandGroupHandler,
                                                 range<Dimensions> accessRange,
                                                 id<Dimensions> accessOffset = {}) {
    return accessor<ValueT, Dimensions, Mode, Targ>(*this, commandGroupHandler, accessRange,
                                               accessOffset);
  }
  // Deprecated in SYCL 2020: access from host code.
  template <access_mode Mode> accessor<ValueT, Dimensions, Mode, target::host_buffer> get_access() {
    return accessor<ValueT, Dimensions, Mode, target::host_buffer>(*this);
  }
  template <access_mode Mode>
  accessor<ValueT, Dimensions, Mode, target::host_buffer>
  get_access(range<Dimensions> accessRange, id<Dimensions> accessOffset = {}) {
    return accessor<ValueT, Dimensions, Mode, target::host_buffer>(*this, accessRange,
                                                                   accessOffset);
  }
  // These have the parameters of the constructors.
  template <typename... ValueTs, std::enable_if_t<(sizeof...(ValueTs) > 0), int> = 0>
  auto get_access(ValueTs &&...args) {
    return accessor(*this, std::forward<ValueTs>(args)...);
  }
  template <typename... ValueTs> auto get_host_access(ValueTs &&...args) {
    return host_accessor(*this, std::forward<ValueTs>(args)...);
  }

  template <typename Destination = std::nullptr_t>
  void set_final_data(Destination finalData = nullptr) {
    if constexpr (std::is_same_v<Destination, std::nullptr_t>) {
      impl_->set_final_data(nullptr);
    } else if constexpr (detail::is_weak_ptr<Destination>::value) {
      impl_->set_final_data([finalData, view = final_view()](const void *contents) {
        if (const auto destination = finalData.lock())
          view.copy_to(contents, destination.get());
      });
    } else if constexpr (detail::is_shared_ptr<Destination>::value) {
      // Destinations may be weak pointers; this converts to one.
      set_final_data(std::weak_ptr(finalData));
    } else if constexpr (std::is_pointer_v<Destination>) {
      if (!finalData)
        impl_->set_final_data(nullptr);
      else if (impl_->is_host_memory(finalData))
        impl_->set_final_data_to_host(finalData);
      else
        impl_->set_final_data([finalData, view = final_view()](const void *contents) {
          view.copy_to(contents, finalData);
        });
    } else {
      impl_->set_final_data([finalData, view = final_view()](const void *contents) {
        view.copy_to(contents, finalData);
      });
    }
  }

  void set_write_back(bool flag = true) { impl_->set_write_back(flag); }

  template <typename ReinterpretT, int ReinterpretDim>
  auto reinterpret(range<ReinterpretDim> reinterpretRange) const {
    if (detail::byte_count(reinterpretRange, sizeof(ReinterpretT)) != byte_size())
      detail::throw_error(errc::invalid, "reinterpret: the number of bytes must stay the same");
    return reinterpreted<ReinterpretT, ReinterpretDim>(reinterpretRange);
  }
  template <typename ReinterpretT, int ReinterpretDim = Dimensions,
            std::enable_if_t<ReinterpretDim == 1 || (ReinterpretDim == Dimensions &&
                                                     sizeof(ReinterpretT) == sizeof(ValueT)),
                             int> = 0>
  auto reinterpret() const {
    if constexpr (ReinterpretDim == Dimensions && sizeof(ReinterpretT) == sizeof(ValueT)) {
      return reinterpreted<ReinterpretT, ReinterpretDim>(range_);
    } else {
      if (byte_size() % sizeof(ReinterpretT) != 0)
        detail::throw_error(errc::invalid,
                            "reinterpret: the buffer is not a whole number of elements");
      return reinterpreted<ReinterpretT, 1>(range<1>(byte_size() / sizeof(ReinterpretT)));
    }
  }

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<buffer> &other) const noexcept;
  bool ext_oneapi_owner_before(const buffer &other) const noexcept;

  friend bool operator==(const buffer &lhs, const buffer &rhs) noexcept {
    return lhs.impl_ == rhs.impl_ && lhs.byte_offset_ == rhs.byte_offset_ &&
           lhs.range_ == rhs.range_ && lhs.is_sub_buffer_ == rhs.is_sub_buffer_;
  }
  friend bool operator!=(const buffer &lhs, const buffer &rhs) noexcept { return !(lhs == rhs); }

private:
  template <typename, int, typename> friend class buffer;
  friend struct detail::buffer_access;

  using host_memory = detail::buffer_impl::host_memory;
  template <typename Container>
  using container_pointer =
      std::conditional_t<std::is_const_v<std::remove_pointer_t<detail::data_pointer_t<Container>>>,
                         const element *, element *>;
  // Elements stand in structs so that `bool` is not packed into bits.
  struct stored_element {
    element value;
  };
  using element_vector =
      std::vector<stored_element, typename std::allocator_traits<
                                      AllocatorT>::template rebind_alloc<stored_element>>;

  // The contents for the destination of set_final_data.
  struct contents_view {
    std::size_t byte_offset;
    std::size_t count;

    template <typename Iterator> void copy_to(const void *contents, Iterator destination) const {
      const auto *first = reinterpret_cast<const element *>(
          static_cast<const unsigned char *>(contents) + byte_offset);
      for (std::size_t idx = 0; idx < count; ++idx, ++destination)
        *destination = first[idx];
    }
  };

  SCYTHE_BUFFER_CONSTRUCTOR
  buffer(const range<Dimensions> &bufferRange, host_memory host, AllocatorT allocator,
         const property_list &propList)
      : impl_(detail::make_buffer(detail::byte_count(bufferRange, sizeof(ValueT)), alignof(ValueT),
                                  std::move(host), propList)),
        range_(bufferRange), allocator_(std::move(allocator)) {}

  buffer(const element_vector &elements, AllocatorT allocator, const property_list &propList)
      : buffer(range<1>(elements.size()),
               host_memory{const_cast<stored_element *>(elements.data()), SCYTHE_BUFFER_COPY_IN,
                           nullptr},
               std::move(allocator), propList) {}

  // A view of another type on the memory of an existing buffer.
  buffer(detail::shared<detail::buffer_impl> impl, const range<Dimensions> &bufferRange,
         std::size_t byteOffset, bool isSubBuffer, const AllocatorT &allocator)
      : impl_(std::move(impl)), range_(bufferRange), byte_offset_(byteOffset),
        is_sub_buffer_(isSubBuffer), allocator_(allocator) {}

  template <typename InputIterator>
  static element_vector copied_elements(InputIterator first, InputIterator last,
                                        const AllocatorT &allocator) {
    element_vector elements(allocator);
    for (; first != last; ++first)
      elements.push_back(stored_element{static_cast<element>(*first)});
    return elements;
  }

  contents_view final_view() const { return {byte_offset_, size()}; }

  template <typename ReinterpretT, int ReinterpretDim>
  auto reinterpreted(const range<ReinterpretDim> &reinterpretRange) const {
    using allocator =
        typename std::allocator_traits<AllocatorT>::template rebind_alloc<ReinterpretT>;
    return buffer<ReinterpretT, ReinterpretDim, allocator>(impl_, reinterpretRange, byte_offset_,
                                                           is_sub_buffer_, allocator(allocator_));
  }

  detail::shared<detail::buffer_impl> impl_;
  range<Dimensions> range_;
  std::size_t byte_offset_ = 0;
  bool is_sub_buffer_ = false;
  AllocatorT allocator_;
};
#undef SCYTHE_BUFFER_CONSTRUCTOR

template <typename InputIterator, typename AllocatorT, detail::if_iterator<InputIterator> = 0,
          detail::if_allocator<AllocatorT> = 0>
buffer(InputIterator, InputIterator, AllocatorT, const property_list & = {})
    -> buffer<typename std::iterator_traits<InputIterator>::value_type, 1, AllocatorT>;

template <typename InputIterator, detail::if_iterator<InputIterator> = 0>
buffer(InputIterator, InputIterator, const property_list & = {})
    -> buffer<typename std::iterator_traits<InputIterator>::value_type, 1>;

template <typename ValueT, int Dimensions, typename AllocatorT,
          detail::if_allocator<AllocatorT> = 0>
buffer(const ValueT *, const range<Dimensions> &, AllocatorT, const property_list & = {})
    -> buffer<ValueT, Dimensions, AllocatorT>;

template <typename ValueT, int Dimensions>
buffer(const ValueT *, const range<Dimensions> &, const property_list & = {})
    -> buffer<ValueT, Dimensions>;

template <typename Container, typename AllocatorT, detail::if_allocator<AllocatorT> = 0>
buffer(Container &, AllocatorT, const property_list & = {})
    -> buffer<typename Container::value_type, 1, AllocatorT>;

template <typename Container>
buffer(Container &, const property_list & = {}) -> buffer<typename Container::value_type, 1>;

namespace detail {

// How accessors use the parts of a buffer.
struct buffer_access {
  // The members of a buffer apart from the memory that its copies share.
  template <typename DataT, int Dimensions, typename AllocatorT> struct view {
    range<Dimensions> extent;
    std::size_t byte_offset = 0;
    bool is_sub_buffer = false;
    AllocatorT allocator;
  };
  template <typename DataT, int Dimensions, typename AllocatorT>
  static view<DataT, Dimensions, AllocatorT>
  view_of(const buffer<DataT, Dimensions, AllocatorT> &buffer) {
    return {buffer.range_, buffer.byte_offset_, buffer.is_sub_buffer_, buffer.allocator_};
  }
  template <typename DataT, int Dimensions, typename AllocatorT>
  static buffer<DataT, Dimensions, AllocatorT>
  make(shared<buffer_impl> impl, const view<DataT, Dimensions, AllocatorT> &seen) {
    return buffer<DataT, Dimensions, AllocatorT>(std::move(impl), seen.extent, seen.byte_offset,
                                                 seen.is_sub_buffer, seen.allocator);
  }
  // A buffer with a copy of the contents of a backend's memory object.
  template <typename DataT, typename AllocatorT>
  static buffer<DataT, 1, AllocatorT> make_native(const void *contents, std::size_t count,
                                                  shared<native_object> native) {
    buffer<DataT, 1, AllocatorT> made(range<1>(count),
                                      buffer_impl::host_memory{const_cast<void *>(contents),
                                                               SCYTHE_BUFFER_COPY_IN, nullptr},
                                      AllocatorT(), property_list());
    made.impl_->set_native(std::move(native));
    return made;
  }
  template <typename ValueT, int Rank, typename AllocT>
  static const shared<buffer_impl> &impl(const buffer<ValueT, Rank, AllocT> &buffer) noexcept {
    return buffer.impl_;
  }
  template <typename ValueT, int Rank, typename AllocT>
  static std::size_t byte_offset(const buffer<ValueT, Rank, AllocT> &buffer) noexcept {
    return buffer.byte_offset_;
  }
};

} // namespace detail
} // namespace sycl

template <typename ValueT, int Dimensions, typename AllocatorT>
struct std::hash<sycl::buffer<ValueT, Dimensions, AllocatorT>> {
  std::size_t
  operator()(const sycl::buffer<ValueT, Dimensions, AllocatorT> &buffer) const noexcept {
    return std::hash<const void *>()(sycl::detail::buffer_access::impl(buffer).get());
  }
};
