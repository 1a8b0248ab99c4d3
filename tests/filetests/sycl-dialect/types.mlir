//! round_trip = true

// Every type, with and without a layout, by the alias that it is printed by, and as an element of memrefs.

// CHECK-DAG: !sycl_array_1_ = !sycl.array<[1], (memref<1xi64>)>
// CHECK-DAG: !sycl_array_2_ = !sycl.array<[2], (memref<2xi64>)>
// CHECK-DAG: !sycl_array_3_ = !sycl.array<[3], (memref<3xi64>)>
// CHECK-DAG: !sycl_id_1_ = !sycl.id<[1], (!sycl_array_1_)>
// CHECK-DAG: !sycl_id_2_ = !sycl.id<[2], (!sycl_array_2_)>
// CHECK-DAG: !sycl_id_3_ = !sycl.id<[3], (!sycl_array_3_)>
// CHECK-DAG: !sycl_range_1_ = !sycl.range<[1], (!sycl_array_1_)>
// CHECK-DAG: !sycl_range_2_ = !sycl.range<[2], (!sycl_array_2_)>
// CHECK-DAG: !sycl_range_3_ = !sycl.range<[3], (!sycl_array_3_)>
// CHECK-DAG: !sycl_nd_range_1_ = !sycl.nd_range<[1], (!sycl_range_1_, !sycl_range_1_, !sycl_id_1_)>
// CHECK-DAG: !sycl_nd_range_3_ = !sycl.nd_range<[3]>
// CHECK-DAG: !sycl_item_base_1_ = !sycl.item_base<[1, true], (!sycl_range_1_, !sycl_id_1_, !sycl_id_1_)>
// CHECK-DAG: !sycl_item_base_2_no_offset_ = !sycl.item_base<[2, false]>
// CHECK-DAG: !sycl_item_1_ = !sycl.item<[1, true], (!sycl_item_base_1_)>
// CHECK-DAG: !sycl_item_2_no_offset_ = !sycl.item<[2, false]>
// CHECK-DAG: !sycl_group_1_ = !sycl.group<[1], (!sycl_range_1_, !sycl_range_1_, !sycl_range_1_, !sycl_id_1_)>
// CHECK-DAG: !sycl_nd_item_1_ = !sycl.nd_item<[1], (!sycl_item_1_, !sycl_group_1_)>
// CHECK-DAG: !sycl_nd_item_3_ = !sycl.nd_item<[3]>
// CHECK-DAG: !sycl_h_item_2_ = !sycl.h_item<[2]>
// CHECK-DAG: !sycl_sub_group = !sycl.sub_group
// CHECK-DAG: !sycl_accessor_common = !sycl.accessor_common
// CHECK-DAG: !sycl_owner_less_base = !sycl.owner_less_base
// CHECK-DAG: !sycl_accessor_impl_device_1_ = !sycl.accessor_impl_device<[1], (!sycl_id_1_, !sycl_range_1_, !sycl_range_1_)>
// CHECK-DAG: !sycl_accessor_subscript_1_ = !sycl.accessor_subscript<[1]>
// CHECK-DAG: !sycl_accessor_1_f32_rw_gb = !sycl.accessor<[1, f32, read_write, global_buffer], (!sycl_accessor_impl_device_1_, !llvm.struct<(ptr<1>)>)>
// CHECK-DAG: !sycl_accessor_0_i32_r_dev = !sycl.accessor<[0, i32, read, device]>
// CHECK-DAG: !sycl_accessor_2_f64_w_cb = !sycl.accessor<[2, f64, write, constant_buffer]>
// CHECK-DAG: !sycl_accessor_3_i8_dw_l = !sycl.accessor<[3, i8, discard_write, local]>
// CHECK-DAG: !sycl_accessor_1_i64_drw_i = !sycl.accessor<[1, i64, discard_read_write, image]>
// CHECK-DAG: !sycl_accessor_1_i32_ato_hb = !sycl.accessor<[1, i32, atomic, host_buffer]>
// CHECK-DAG: !sycl_accessor_1_i32_r_hi = !sycl.accessor<[1, i32, read, host_image]>
// CHECK-DAG: !sycl_accessor_1_i32_r_ia = !sycl.accessor<[1, i32, read, image_array]>
// CHECK-DAG: !sycl_accessor_1_i32_r_ht = !sycl.accessor<[1, i32, read, host_task]>
// CHECK-DAG: !sycl_accessor_1_vec_f32_4__r_dev = !sycl.accessor<[1, !sycl_vec_f32_4_, read, device]>
// CHECK-DAG: !sycl_local_accessor_base_1_f32_rw = !sycl.local_accessor_base<[1, f32, read_write]>
// CHECK-DAG: !sycl_local_accessor_base_device_1_ = !sycl.local_accessor_base_device<[1]>
// CHECK-DAG: !sycl_local_accessor_1_f32 = !sycl.local_accessor<[1, f32], (!sycl_local_accessor_base_1_f32_rw)>
// CHECK-DAG: !sycl_buffer_2_f32 = !sycl.buffer<[2, f32]>
// CHECK-DAG: !sycl_buffer_1_i32_sub = !sycl.buffer<[1, i32, true]>
// CHECK-DAG: !sycl_multi_ptr_f32_glo_no = !sycl.multi_ptr<[f32, global, no]>
// CHECK-DAG: !sycl_multi_ptr_f32_loc_yes = !sycl.multi_ptr<[f32, local, yes]>
// CHECK-DAG: !sycl_multi_ptr_f32_pri_legacy = !sycl.multi_ptr<[f32, private, legacy]>
// CHECK-DAG: !sycl_multi_ptr_f32_cons_no = !sycl.multi_ptr<[f32, constant, no]>
// CHECK-DAG: !sycl_multi_ptr_f32_gen_no = !sycl.multi_ptr<[f32, generic, no]>
// CHECK-DAG: !sycl_atomic_i32_glo = !sycl.atomic<[i32, global]>
// CHECK-DAG: !sycl_vec_f32_4_ = !sycl.vec<[f32, 4]>
// CHECK-DAG: !sycl_vec_half_16_ = !sycl.vec<[!sycl_half, 16]>
// CHECK-DAG: !sycl_half = !sycl.half<(f16)>
// CHECK-DAG: !sycl_maximum_f32 = !sycl.maximum<[f32]>
// CHECK-DAG: !sycl_minimum_i32 = !sycl.minimum<[i32]>
// CHECK-DAG: !sycl_stream = !sycl.stream
// CHECK-DAG: !sycl_kernel_handler = !sycl.kernel_handler

!array1 = !sycl.array<[1], (memref<1xi64>)>
!array2 = !sycl.array<[2], (memref<2xi64>)>
!array3 = !sycl.array<[3], (memref<3xi64>)>
!id1 = !sycl.id<[1], (!array1)>
!id2 = !sycl.id<[2], (!array2)>
!id3 = !sycl.id<[3], (!array3)>
!range1 = !sycl.range<[1], (!array1)>
!range2 = !sycl.range<[2], (!array2)>
!range3 = !sycl.range<[3], (!array3)>
!item_base1 = !sycl.item_base<[1, true], (!range1, !id1, !id1)>
!item1 = !sycl.item<[1, true], (!item_base1)>
!group1 = !sycl.group<[1], (!range1, !range1, !range1, !id1)>
!impl1 = !sycl.accessor_impl_device<[1], (!id1, !range1, !range1)>
!half = !sycl.half<(f16)>

// CHECK-LABEL: @index_space(
func.func private @index_space(
  !id1, !id2, !id3, !range1, !range2, !range3,
  !sycl.nd_range<[1], (!range1, !range1, !id1)>, !sycl.nd_range<[3]>,
  !item1, !sycl.item_base<[2, false]>, !sycl.item<[2, false]>,
  !sycl.nd_item<[1], (!item1, !group1)>, !sycl.nd_item<[3]>, !sycl.h_item<[2]>, !sycl.sub_group)

// CHECK-LABEL: @memory(
func.func private @memory(
  !sycl.accessor<[1, f32, read_write, global_buffer], (!impl1, !llvm.struct<(ptr<1>)>)>,
  !sycl.accessor<[0, i32, read, device]>, !sycl.accessor<[2, f64, write, constant_buffer]>,
  !sycl.accessor<[3, i8, discard_write, local]>,
  !sycl.accessor<[1, i64, discard_read_write, image]>,
  !sycl.accessor<[1, i32, atomic, host_buffer]>, !sycl.accessor<[1, i32, read, host_image]>,
  !sycl.accessor<[1, i32, read, image_array]>, !sycl.accessor<[1, i32, read, host_task]>,
  !sycl.accessor<[1, !sycl.vec<[f32, 4]>, read, device]>,
  !sycl.accessor_common, !sycl.owner_less_base, !sycl.accessor_subscript<[1]>,
  !sycl.local_accessor_base_device<[1]>,
  !sycl.local_accessor<[1, f32], (!sycl.local_accessor_base<[1, f32, read_write]>)>,
  !sycl.buffer<[2, f32]>, !sycl.buffer<[2, f32, false]>, !sycl.buffer<[1, i32, true]>,
  !sycl.multi_ptr<[f32, global, no]>, !sycl.multi_ptr<[f32, local, yes]>,
  !sycl.multi_ptr<[f32, private, legacy]>, !sycl.multi_ptr<[f32, constant, no]>,
  !sycl.multi_ptr<[f32, generic, no]>, !sycl.atomic<[i32, global]>)

// A type with nothing but an element may omit the brackets; components of vectors have no alias.
// CHECK-LABEL: @values(
// CHECK-SAME: !sycl.swizzled_vec<[!sycl_vec_f32_4_, 0, 2]>
func.func private @values(
  !sycl.vec<[f32, 4]>, !sycl.vec<[!half, 16]>, !half, !sycl.maximum<f32>, !sycl.minimum<[i32]>,
  !sycl.swizzled_vec<[!sycl.vec<[f32, 4]>, 0, 2]>, !sycl.stream, !sycl.kernel_handler)

// CHECK-LABEL: @elements(
// CHECK-SAME: memref<?x!sycl_id_1_>
// CHECK-SAME: memref<4x!sycl_accessor_1_f32_rw_gb, 4>
// CHECK-SAME: memref<?x?x!sycl_half, 3>
// CHECK-SAME: memref<1x!sycl_sub_group>
func.func private @elements(
  memref<?x!id1>,
  memref<4x!sycl.accessor<[1, f32, read_write, global_buffer], (!impl1, !llvm.struct<(ptr<1>)>)>, 4>,
  memref<?x?x!half, 3>, memref<1x!sycl.sub_group>)
