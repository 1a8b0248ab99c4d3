// Casts between multi_ptr types that are errors: SYCL 2020 4.7.7.1.
#include <sycl/sycl.hpp>

using namespace sycl;
using space = access::address_space;
using access::decorated;

void cast(raw_generic_ptr<int> generic, raw_global_ptr<int> global, decorated_local_ptr<int> local,
          raw_private_ptr<int> mine, global_ptr<const void, decorated::no> nothing) {
  (void)static_cast<raw_local_ptr<int>>(global);
  (void)static_cast<decorated_global_ptr<int>>(local);
  (void)raw_private_ptr<int>(local);
  (void)raw_global_ptr<int>(mine);
  (void)static_cast<multi_ptr<int, space::constant_space, decorated::no>>(generic);
  (void)static_cast<multi_ptr<int, space::constant_space, decorated::no>>(global);
  (void)static_cast<raw_global_ptr<int>>(nothing);
  (void)static_cast<raw_global_ptr<float>>(generic);
}
