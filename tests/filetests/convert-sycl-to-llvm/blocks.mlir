//! args = "--convert-sycl-to-llvm --reconcile-unrealized-casts"

!array = !sycl.array<[2], (memref<2xi64>)>
!id = !sycl.id<[2], (!array)>

// Block arguments of object and number types get their LLVM types.
func.func @branches(%n: i64, %x: i64, %y: i64) -> i64 {
  %a = sycl.id.constructor(%x, %y) : (i64, i64) -> !id
  %b = sycl.id.constructor(%y, %x) : (i64, i64) -> !id
  %zero = arith.constant 0 : index
  %one = index.constant 1
  %end = arith.index_cast %n : i64 to index
  cf.br ^head(%zero, %a : index, !id)
^head(%i: index, %id: !id):
  %c = arith.cmpi slt, %i, %end : index
  cf.cond_br %c, ^body, ^exit(%id : !id)
^body:
  %next = index.add %i, %one
  cf.switch %n : i64, [
    default: ^head(%next, %b : index, !id),
    3: ^exit(%a : !id)
  ]
^exit(%r: !id):
  %bytes = sycl.mlir.unwrap %r : !id to !llvm.struct<(struct<(array<2 x i64>)>)>
  %second = llvm.extractvalue %bytes[0, 0, 1] : !llvm.struct<(struct<(array<2 x i64>)>)>
  return %second : i64
}

// CHECK-LABEL: llvm.func @branches(
// CHECK-NOT:   unrealized
// CHECK:       llvm.br ^[[HEAD:.+]](%{{.+}}, %{{.+}} : i64, !llvm.struct<(struct<(array<2 x i64>)>)>)
// CHECK:       ^[[HEAD]](%{{.+}}: i64, %{{.+}}: !llvm.struct<(struct<(array<2 x i64>)>)>):
// CHECK:       llvm.cond_br
// CHECK:       llvm.switch
// CHECK-NOT:   unrealized
// CHECK:       llvm.return

// Loops and conditions of scf, with objects as loop-carried values.
func.func @structured(%n: index, %x: i64, %y: i64, %c: i1) -> i64 {
  %a = sycl.id.constructor(%x, %y) : (i64, i64) -> !id
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%id = %a) -> !id {
    %v = arith.index_cast %i : index to i64
    %s = sycl.id.constructor(%v, %x) : (i64, i64) -> !id
    %t = scf.if %c -> !id { scf.yield %s : !id } else { scf.yield %id : !id }
    scf.yield %t : !id
  }
  %bytes = sycl.mlir.unwrap %r : !id to !llvm.struct<(struct<(array<2 x i64>)>)>
  %second = llvm.extractvalue %bytes[0, 0, 1] : !llvm.struct<(struct<(array<2 x i64>)>)>
  return %second : i64
}

// CHECK-LABEL: llvm.func @structured(
// CHECK-NOT:   unrealized
// CHECK-NOT:   scf.
// CHECK:       llvm.br ^[[FOR:.+]](%{{.+}}, %{{.+}} : i64, !llvm.struct<(struct<(array<2 x i64>)>)>)
// CHECK-NOT:   unrealized
// CHECK-NOT:   scf.
// CHECK:       llvm.return
