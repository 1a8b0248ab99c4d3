// Functions that pass objects with the decomposition protocol (`sycl_deconstruct`,
// `sycl_reconstruct`) to kernels. The compiler finds such objects inside of function objects, which
// templates cannot do, and calls these functions for them, with the help of the plugin: each has
// one signature for all types.
#pragma once

#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1::detail {

// The results of `sycl_deconstruct` for one launch. They live until the launch has copied its
// arguments.
class deconstructions {
public:
  // Objects that the launch owns may be modified.
  enum class objects { borrowed, owned };

  explicit deconstructions(objects whose) noexcept : owned_(whose == objects::owned) {}
  deconstructions(const deconstructions &) = delete;
  deconstructions &operator=(const deconstructions &) = delete;
  ~deconstructions() {
    while (node *const made = last_) {
      last_ = made->previous;
      made->destroy(made);
    }
    while (block *const newest = blocks_) {
      blocks_ = newest->previous;
      ::operator delete(static_cast<void *>(newest));
    }
  }

  bool owns_objects() const noexcept { return owned_; }

  // Stores the result of `make`, which is constructed in place.
  template <typename ValueT, typename Make> ValueT &keep(const Make &make) {
    if constexpr (std::is_trivially_destructible_v<ValueT>) {
      return *::new (reserve(sizeof(ValueT), alignof(ValueT))) ValueT(make());
    } else {
      auto *const made =
          ::new (reserve(sizeof(kept<ValueT>), alignof(kept<ValueT>))) kept<ValueT>(make);
      made->previous = last_;
      last_ = made;
      return made->value;
    }
  }

private:
  struct node {
    node *previous;
    void (*destroy)(node *);
  };
  template <typename ValueT> struct kept : node {
    template <typename Make>
    explicit kept(const Make &make) : node{nullptr, destroy_kept}, value(make()) {}
    static void destroy_kept(node *made) { static_cast<kept *>(made)->~kept(); }
    ValueT value;
  };
  // Memory for results that do not fit.
  struct block {
    block *previous;
  };

  void *reserve(std::size_t size, std::size_t align) {
    const std::size_t start = (used_ + align - 1) / align * align;
    if (align <= alignof(deconstructions) && start + size <= sizeof room_) {
      used_ = start + size;
      return room_ + start;
    }
    blocks_ = ::new (::operator new(sizeof(block) + align + size)) block{blocks_};
    auto *const memory = reinterpret_cast<unsigned char *>(blocks_ + 1);
    const std::size_t past = reinterpret_cast<std::uintptr_t>(memory) % align;
    return memory + (past ? align - past : 0);
  }

  node *last_ = nullptr;
  block *blocks_ = nullptr;
  std::size_t used_ = 0;
  bool owned_;
  alignas(64) unsigned char room_[1024];
};

template <typename ValueT, typename = void> inline constexpr bool deconstructs_const = false;
template <typename ValueT>
inline constexpr bool deconstructs_const<
    ValueT, std::void_t<decltype(std::declval<const ValueT &>().sycl_deconstruct())>> = true;

// Packs of structured bindings are C++26; clang supports them in every mode.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

template <typename Parts> SCYTHE_ALWAYS_INLINE void leave_addresses(Parts &parts, void **elements) {
  auto &[... part] = parts;
  ((*elements++ =
        const_cast<void *>(static_cast<const volatile void *>(std::addressof(part)))),
   ...);
}

#pragma clang diagnostic pop

// Stores the addresses of the elements of the result of `sycl_deconstruct`.
template <typename ValueT>
SCYTHE_ALWAYS_INLINE void leave_elements(ValueT &object, deconstructions &made, void **elements) {
  using result = decltype(object.sycl_deconstruct());
  if constexpr (std::is_reference_v<result>) {
    auto &&parts = object.sycl_deconstruct();
    leave_addresses(parts, elements);
  } else {
    leave_addresses(
        made.template keep<result>([&object]() -> result { return object.sycl_deconstruct(); }),
        elements);
  }
}

// On the host.
template <typename ValueT>
SCYTHE_ALWAYS_INLINE void deconstruct_object(ValueT *object, deconstructions *made,
                                             void **elements) {
  if constexpr (deconstructs_const<ValueT>) {
    leave_elements(static_cast<const ValueT &>(*object), *made, elements);
  } else {
    ValueT *own = object;
    if constexpr (std::is_copy_constructible_v<ValueT>) {
      // A function object is constant during a launch.
      if (!made->owns_objects())
        own = std::addressof(made->template keep<ValueT>([object] { return ValueT(*object); }));
    }
    leave_elements(*own, *made, elements);
  }
}

template <typename ValueT, typename... Elements, std::size_t... Index>
SCYTHE_ALWAYS_INLINE void reconstruct_from(void *place, [[maybe_unused]] void *const *elements,
                                           std::index_sequence<Index...>) {
  ::new (place) ValueT(ValueT::sycl_reconstruct(
      static_cast<Elements &&>(*static_cast<Elements *>(elements[Index]))...));
}

// On the device: rebuilds an object from its elements.
template <typename ValueT, typename... Elements>
SCYTHE_ALWAYS_INLINE void reconstruct_object(void *place, void *const *elements) {
  reconstruct_from<ValueT, Elements...>(place, elements, std::index_sequence_for<Elements...>());
}

// On the device: destroys a kernel's function object at the end of the kernel.
template <typename ValueT> SCYTHE_ALWAYS_INLINE void destroy_object(ValueT *object) {
  object->~ValueT();
}

} // namespace sycl::detail
