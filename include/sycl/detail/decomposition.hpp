// How objects that opt in to the decomposition protocol (`sycl_deconstruct`,
// `sycl_reconstruct`) reach kernels. The compiler finds such objects inside of
// function objects, which no template can do, and calls these functions for
// them, by way of the plugin: each has one signature for all types.
#pragma once

#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace sycl::detail {

// What the host's calls of `sycl_deconstruct` have yielded for one launch. It
// lives until the launch has taken its arguments.
class deconstructions {
public:
  // Objects that the launch owns may be changed.
  enum class objects { borrowed, owned };

  explicit deconstructions(objects whose) noexcept : owned_(whose == objects::owned) {}
  deconstructions(const deconstructions &) = delete;
  deconstructions &operator=(const deconstructions &) = delete;
  ~deconstructions() {
    while (last_) {
      node *const made = last_;
      last_ = made->previous;
      made->destroy(made);
    }
  }

  bool owns_objects() const noexcept { return owned_; }

  // Keeps what `make` returns, which is constructed in its place.
  template <typename T, typename Make> T &keep(const Make &make) {
    using holder = kept<T>;
    const std::size_t start = (used_ + alignof(holder) - 1) / alignof(holder) * alignof(holder);
    holder *made;
    if (alignof(holder) <= alignof(deconstructions) && start + sizeof(holder) <= sizeof room_) {
      made = ::new (static_cast<void *>(room_ + start)) holder(make);
      used_ = start + sizeof(holder);
      made->destroy = [](node *made) { static_cast<holder *>(made)->~holder(); };
      if constexpr (std::is_trivially_destructible_v<T>)
        return made->value;
    } else {
      made = new holder(make);
      made->destroy = [](node *made) { delete static_cast<holder *>(made); };
    }
    made->previous = last_;
    last_ = made;
    return made->value;
  }

private:
  struct node {
    node *previous;
    void (*destroy)(node *);
  };
  template <typename T> struct kept : node {
    template <typename Make> explicit kept(const Make &make) : node(), value(make()) {}
    T value;
  };

  node *last_ = nullptr;
  std::size_t used_ = 0;
  bool owned_;
  alignas(64) unsigned char room_[1024];
};

template <typename T, typename = void> inline constexpr bool deconstructs_const = false;
template <typename T>
inline constexpr bool
    deconstructs_const<T, std::void_t<decltype(std::declval<const T &>().sycl_deconstruct())>> =
        true;

// Packs of structured bindings are C++26, and clang has them in every mode.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

// Leaves the addresses of the elements of what `sycl_deconstruct` returns.
template <typename Call>
SCYTHE_ALWAYS_INLINE void leave_elements(deconstructions &made, void **elements,
                                         const Call &deconstruct) {
  const auto bind = [elements](auto &parts) {
    auto &[... part] = parts;
    std::size_t index = 0;
    ((elements[index++] = const_cast<void *>(
          static_cast<const volatile void *>(std::addressof(part)))),
     ...);
    (void)index;
  };
  using result = decltype(deconstruct());
  if constexpr (std::is_reference_v<result>) {
    auto &&parts = deconstruct();
    bind(parts);
  } else {
    bind(made.template keep<result>(deconstruct));
  }
}

#pragma clang diagnostic pop

// On the host.
template <typename T>
SCYTHE_ALWAYS_INLINE void deconstruct_object(T *object, deconstructions *made, void **elements) {
  if constexpr (deconstructs_const<T>) {
    leave_elements(*made, elements, [object]() -> decltype(auto) {
      return static_cast<const T *>(object)->sycl_deconstruct();
    });
  } else {
    T *own = object;
    if constexpr (std::is_copy_constructible_v<T>) {
      // A function object is constant to whoever launches it.
      if (!made->owns_objects())
        own = std::addressof(made->template keep<T>([object] { return T(*object); }));
    }
    leave_elements(*made, elements, [own]() -> decltype(auto) { return own->sycl_deconstruct(); });
  }
}

template <typename T, typename... Elements, std::size_t... Index>
SCYTHE_ALWAYS_INLINE void reconstruct_from(void *place, [[maybe_unused]] void *const *elements,
                                           std::index_sequence<Index...>) {
  ::new (place)
      T(T::sycl_reconstruct(static_cast<Elements &&>(*static_cast<Elements *>(elements[Index]))...));
}

// On the device: rebuilds an object from what was left.
template <typename T, typename... Elements>
SCYTHE_ALWAYS_INLINE void reconstruct_object(void *place, void *const *elements) {
  reconstruct_from<T, Elements...>(place, elements, std::index_sequence_for<Elements...>());
}

// On the device: destroys a kernel's function object when the kernel is done.
template <typename T> SCYTHE_ALWAYS_INLINE void destroy_object(T *object) { object->~T(); }

} // namespace sycl::detail
