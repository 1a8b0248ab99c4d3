;! passes = "limit-unrolling"

; From 64 loops on, only loops whose unrolling the program requests are unrolled at run time.
; CHECK-LABEL: define void @few(
; CHECK-NOT: !llvm.loop
; CHECK-LABEL: define void @many(
; CHECK: br i1 %c0, label %l1, label %l0, !llvm.loop [[ASKED:![0-9]+]]
; CHECK: br i1 %c1, label %l2, label %l1, !llvm.loop [[SECOND:![0-9]+]]
; CHECK: br i1 %c63, label %leave, label %l63, !llvm.loop [[LAST:![0-9]+]]
; CHECK-DAG: [[ASKED]] = distinct !{[[ASKED]], [[COUNT:![0-9]+]]}
; CHECK-DAG: [[COUNT]] = !{!"llvm.loop.unroll.enable"}
; CHECK-DAG: [[SECOND]] = distinct !{[[SECOND]], [[NOT:![0-9]+]]}
; CHECK-DAG: [[NOT]] = !{!"llvm.loop.unroll.runtime.disable"}
; CHECK-DAG: [[LAST]] = distinct !{[[LAST]], [[NOT]]}
define void @few(ptr %p, i64 %n) {
entry:
  br label %l0
l0:
  %i0 = phi i64 [ 0, %entry ], [ %n0, %l0 ]
  %n0 = add i64 %i0, 1
  %c0 = icmp eq i64 %n0, %n
  br i1 %c0, label %l1, label %l0
l1:
  %i1 = phi i64 [ 0, %l0 ], [ %n1, %l1 ]
  %n1 = add i64 %i1, 1
  %c1 = icmp eq i64 %n1, %n
  br i1 %c1, label %l2, label %l1
l2:
  %i2 = phi i64 [ 0, %l1 ], [ %n2, %l2 ]
  %n2 = add i64 %i2, 1
  %c2 = icmp eq i64 %n2, %n
  br i1 %c2, label %l3, label %l2
l3:
  %i3 = phi i64 [ 0, %l2 ], [ %n3, %l3 ]
  %n3 = add i64 %i3, 1
  %c3 = icmp eq i64 %n3, %n
  br i1 %c3, label %l4, label %l3
l4:
  %i4 = phi i64 [ 0, %l3 ], [ %n4, %l4 ]
  %n4 = add i64 %i4, 1
  %c4 = icmp eq i64 %n4, %n
  br i1 %c4, label %l5, label %l4
l5:
  %i5 = phi i64 [ 0, %l4 ], [ %n5, %l5 ]
  %n5 = add i64 %i5, 1
  %c5 = icmp eq i64 %n5, %n
  br i1 %c5, label %l6, label %l5
l6:
  %i6 = phi i64 [ 0, %l5 ], [ %n6, %l6 ]
  %n6 = add i64 %i6, 1
  %c6 = icmp eq i64 %n6, %n
  br i1 %c6, label %l7, label %l6
l7:
  %i7 = phi i64 [ 0, %l6 ], [ %n7, %l7 ]
  %n7 = add i64 %i7, 1
  %c7 = icmp eq i64 %n7, %n
  br i1 %c7, label %l8, label %l7
l8:
  %i8 = phi i64 [ 0, %l7 ], [ %n8, %l8 ]
  %n8 = add i64 %i8, 1
  %c8 = icmp eq i64 %n8, %n
  br i1 %c8, label %l9, label %l8
l9:
  %i9 = phi i64 [ 0, %l8 ], [ %n9, %l9 ]
  %n9 = add i64 %i9, 1
  %c9 = icmp eq i64 %n9, %n
  br i1 %c9, label %l10, label %l9
l10:
  %i10 = phi i64 [ 0, %l9 ], [ %n10, %l10 ]
  %n10 = add i64 %i10, 1
  %c10 = icmp eq i64 %n10, %n
  br i1 %c10, label %l11, label %l10
l11:
  %i11 = phi i64 [ 0, %l10 ], [ %n11, %l11 ]
  %n11 = add i64 %i11, 1
  %c11 = icmp eq i64 %n11, %n
  br i1 %c11, label %l12, label %l11
l12:
  %i12 = phi i64 [ 0, %l11 ], [ %n12, %l12 ]
  %n12 = add i64 %i12, 1
  %c12 = icmp eq i64 %n12, %n
  br i1 %c12, label %l13, label %l12
l13:
  %i13 = phi i64 [ 0, %l12 ], [ %n13, %l13 ]
  %n13 = add i64 %i13, 1
  %c13 = icmp eq i64 %n13, %n
  br i1 %c13, label %l14, label %l13
l14:
  %i14 = phi i64 [ 0, %l13 ], [ %n14, %l14 ]
  %n14 = add i64 %i14, 1
  %c14 = icmp eq i64 %n14, %n
  br i1 %c14, label %l15, label %l14
l15:
  %i15 = phi i64 [ 0, %l14 ], [ %n15, %l15 ]
  %n15 = add i64 %i15, 1
  %c15 = icmp eq i64 %n15, %n
  br i1 %c15, label %l16, label %l15
l16:
  %i16 = phi i64 [ 0, %l15 ], [ %n16, %l16 ]
  %n16 = add i64 %i16, 1
  %c16 = icmp eq i64 %n16, %n
  br i1 %c16, label %l17, label %l16
l17:
  %i17 = phi i64 [ 0, %l16 ], [ %n17, %l17 ]
  %n17 = add i64 %i17, 1
  %c17 = icmp eq i64 %n17, %n
  br i1 %c17, label %l18, label %l17
l18:
  %i18 = phi i64 [ 0, %l17 ], [ %n18, %l18 ]
  %n18 = add i64 %i18, 1
  %c18 = icmp eq i64 %n18, %n
  br i1 %c18, label %l19, label %l18
l19:
  %i19 = phi i64 [ 0, %l18 ], [ %n19, %l19 ]
  %n19 = add i64 %i19, 1
  %c19 = icmp eq i64 %n19, %n
  br i1 %c19, label %l20, label %l19
l20:
  %i20 = phi i64 [ 0, %l19 ], [ %n20, %l20 ]
  %n20 = add i64 %i20, 1
  %c20 = icmp eq i64 %n20, %n
  br i1 %c20, label %l21, label %l20
l21:
  %i21 = phi i64 [ 0, %l20 ], [ %n21, %l21 ]
  %n21 = add i64 %i21, 1
  %c21 = icmp eq i64 %n21, %n
  br i1 %c21, label %l22, label %l21
l22:
  %i22 = phi i64 [ 0, %l21 ], [ %n22, %l22 ]
  %n22 = add i64 %i22, 1
  %c22 = icmp eq i64 %n22, %n
  br i1 %c22, label %l23, label %l22
l23:
  %i23 = phi i64 [ 0, %l22 ], [ %n23, %l23 ]
  %n23 = add i64 %i23, 1
  %c23 = icmp eq i64 %n23, %n
  br i1 %c23, label %l24, label %l23
l24:
  %i24 = phi i64 [ 0, %l23 ], [ %n24, %l24 ]
  %n24 = add i64 %i24, 1
  %c24 = icmp eq i64 %n24, %n
  br i1 %c24, label %l25, label %l24
l25:
  %i25 = phi i64 [ 0, %l24 ], [ %n25, %l25 ]
  %n25 = add i64 %i25, 1
  %c25 = icmp eq i64 %n25, %n
  br i1 %c25, label %l26, label %l25
l26:
  %i26 = phi i64 [ 0, %l25 ], [ %n26, %l26 ]
  %n26 = add i64 %i26, 1
  %c26 = icmp eq i64 %n26, %n
  br i1 %c26, label %l27, label %l26
l27:
  %i27 = phi i64 [ 0, %l26 ], [ %n27, %l27 ]
  %n27 = add i64 %i27, 1
  %c27 = icmp eq i64 %n27, %n
  br i1 %c27, label %l28, label %l27
l28:
  %i28 = phi i64 [ 0, %l27 ], [ %n28, %l28 ]
  %n28 = add i64 %i28, 1
  %c28 = icmp eq i64 %n28, %n
  br i1 %c28, label %l29, label %l28
l29:
  %i29 = phi i64 [ 0, %l28 ], [ %n29, %l29 ]
  %n29 = add i64 %i29, 1
  %c29 = icmp eq i64 %n29, %n
  br i1 %c29, label %l30, label %l29
l30:
  %i30 = phi i64 [ 0, %l29 ], [ %n30, %l30 ]
  %n30 = add i64 %i30, 1
  %c30 = icmp eq i64 %n30, %n
  br i1 %c30, label %l31, label %l30
l31:
  %i31 = phi i64 [ 0, %l30 ], [ %n31, %l31 ]
  %n31 = add i64 %i31, 1
  %c31 = icmp eq i64 %n31, %n
  br i1 %c31, label %l32, label %l31
l32:
  %i32 = phi i64 [ 0, %l31 ], [ %n32, %l32 ]
  %n32 = add i64 %i32, 1
  %c32 = icmp eq i64 %n32, %n
  br i1 %c32, label %l33, label %l32
l33:
  %i33 = phi i64 [ 0, %l32 ], [ %n33, %l33 ]
  %n33 = add i64 %i33, 1
  %c33 = icmp eq i64 %n33, %n
  br i1 %c33, label %l34, label %l33
l34:
  %i34 = phi i64 [ 0, %l33 ], [ %n34, %l34 ]
  %n34 = add i64 %i34, 1
  %c34 = icmp eq i64 %n34, %n
  br i1 %c34, label %l35, label %l34
l35:
  %i35 = phi i64 [ 0, %l34 ], [ %n35, %l35 ]
  %n35 = add i64 %i35, 1
  %c35 = icmp eq i64 %n35, %n
  br i1 %c35, label %l36, label %l35
l36:
  %i36 = phi i64 [ 0, %l35 ], [ %n36, %l36 ]
  %n36 = add i64 %i36, 1
  %c36 = icmp eq i64 %n36, %n
  br i1 %c36, label %l37, label %l36
l37:
  %i37 = phi i64 [ 0, %l36 ], [ %n37, %l37 ]
  %n37 = add i64 %i37, 1
  %c37 = icmp eq i64 %n37, %n
  br i1 %c37, label %l38, label %l37
l38:
  %i38 = phi i64 [ 0, %l37 ], [ %n38, %l38 ]
  %n38 = add i64 %i38, 1
  %c38 = icmp eq i64 %n38, %n
  br i1 %c38, label %l39, label %l38
l39:
  %i39 = phi i64 [ 0, %l38 ], [ %n39, %l39 ]
  %n39 = add i64 %i39, 1
  %c39 = icmp eq i64 %n39, %n
  br i1 %c39, label %l40, label %l39
l40:
  %i40 = phi i64 [ 0, %l39 ], [ %n40, %l40 ]
  %n40 = add i64 %i40, 1
  %c40 = icmp eq i64 %n40, %n
  br i1 %c40, label %l41, label %l40
l41:
  %i41 = phi i64 [ 0, %l40 ], [ %n41, %l41 ]
  %n41 = add i64 %i41, 1
  %c41 = icmp eq i64 %n41, %n
  br i1 %c41, label %l42, label %l41
l42:
  %i42 = phi i64 [ 0, %l41 ], [ %n42, %l42 ]
  %n42 = add i64 %i42, 1
  %c42 = icmp eq i64 %n42, %n
  br i1 %c42, label %l43, label %l42
l43:
  %i43 = phi i64 [ 0, %l42 ], [ %n43, %l43 ]
  %n43 = add i64 %i43, 1
  %c43 = icmp eq i64 %n43, %n
  br i1 %c43, label %l44, label %l43
l44:
  %i44 = phi i64 [ 0, %l43 ], [ %n44, %l44 ]
  %n44 = add i64 %i44, 1
  %c44 = icmp eq i64 %n44, %n
  br i1 %c44, label %l45, label %l44
l45:
  %i45 = phi i64 [ 0, %l44 ], [ %n45, %l45 ]
  %n45 = add i64 %i45, 1
  %c45 = icmp eq i64 %n45, %n
  br i1 %c45, label %l46, label %l45
l46:
  %i46 = phi i64 [ 0, %l45 ], [ %n46, %l46 ]
  %n46 = add i64 %i46, 1
  %c46 = icmp eq i64 %n46, %n
  br i1 %c46, label %l47, label %l46
l47:
  %i47 = phi i64 [ 0, %l46 ], [ %n47, %l47 ]
  %n47 = add i64 %i47, 1
  %c47 = icmp eq i64 %n47, %n
  br i1 %c47, label %l48, label %l47
l48:
  %i48 = phi i64 [ 0, %l47 ], [ %n48, %l48 ]
  %n48 = add i64 %i48, 1
  %c48 = icmp eq i64 %n48, %n
  br i1 %c48, label %l49, label %l48
l49:
  %i49 = phi i64 [ 0, %l48 ], [ %n49, %l49 ]
  %n49 = add i64 %i49, 1
  %c49 = icmp eq i64 %n49, %n
  br i1 %c49, label %l50, label %l49
l50:
  %i50 = phi i64 [ 0, %l49 ], [ %n50, %l50 ]
  %n50 = add i64 %i50, 1
  %c50 = icmp eq i64 %n50, %n
  br i1 %c50, label %l51, label %l50
l51:
  %i51 = phi i64 [ 0, %l50 ], [ %n51, %l51 ]
  %n51 = add i64 %i51, 1
  %c51 = icmp eq i64 %n51, %n
  br i1 %c51, label %l52, label %l51
l52:
  %i52 = phi i64 [ 0, %l51 ], [ %n52, %l52 ]
  %n52 = add i64 %i52, 1
  %c52 = icmp eq i64 %n52, %n
  br i1 %c52, label %l53, label %l52
l53:
  %i53 = phi i64 [ 0, %l52 ], [ %n53, %l53 ]
  %n53 = add i64 %i53, 1
  %c53 = icmp eq i64 %n53, %n
  br i1 %c53, label %l54, label %l53
l54:
  %i54 = phi i64 [ 0, %l53 ], [ %n54, %l54 ]
  %n54 = add i64 %i54, 1
  %c54 = icmp eq i64 %n54, %n
  br i1 %c54, label %l55, label %l54
l55:
  %i55 = phi i64 [ 0, %l54 ], [ %n55, %l55 ]
  %n55 = add i64 %i55, 1
  %c55 = icmp eq i64 %n55, %n
  br i1 %c55, label %l56, label %l55
l56:
  %i56 = phi i64 [ 0, %l55 ], [ %n56, %l56 ]
  %n56 = add i64 %i56, 1
  %c56 = icmp eq i64 %n56, %n
  br i1 %c56, label %l57, label %l56
l57:
  %i57 = phi i64 [ 0, %l56 ], [ %n57, %l57 ]
  %n57 = add i64 %i57, 1
  %c57 = icmp eq i64 %n57, %n
  br i1 %c57, label %l58, label %l57
l58:
  %i58 = phi i64 [ 0, %l57 ], [ %n58, %l58 ]
  %n58 = add i64 %i58, 1
  %c58 = icmp eq i64 %n58, %n
  br i1 %c58, label %l59, label %l58
l59:
  %i59 = phi i64 [ 0, %l58 ], [ %n59, %l59 ]
  %n59 = add i64 %i59, 1
  %c59 = icmp eq i64 %n59, %n
  br i1 %c59, label %l60, label %l59
l60:
  %i60 = phi i64 [ 0, %l59 ], [ %n60, %l60 ]
  %n60 = add i64 %i60, 1
  %c60 = icmp eq i64 %n60, %n
  br i1 %c60, label %l61, label %l60
l61:
  %i61 = phi i64 [ 0, %l60 ], [ %n61, %l61 ]
  %n61 = add i64 %i61, 1
  %c61 = icmp eq i64 %n61, %n
  br i1 %c61, label %l62, label %l61
l62:
  %i62 = phi i64 [ 0, %l61 ], [ %n62, %l62 ]
  %n62 = add i64 %i62, 1
  %c62 = icmp eq i64 %n62, %n
  br i1 %c62, label %leave, label %l62
leave:
  ret void
}

define void @many(ptr %p, i64 %n) {
entry:
  br label %l0
l0:
  %i0 = phi i64 [ 0, %entry ], [ %n0, %l0 ]
  %n0 = add i64 %i0, 1
  %c0 = icmp eq i64 %n0, %n
  br i1 %c0, label %l1, label %l0, !llvm.loop !0
l1:
  %i1 = phi i64 [ 0, %l0 ], [ %n1, %l1 ]
  %n1 = add i64 %i1, 1
  %c1 = icmp eq i64 %n1, %n
  br i1 %c1, label %l2, label %l1
l2:
  %i2 = phi i64 [ 0, %l1 ], [ %n2, %l2 ]
  %n2 = add i64 %i2, 1
  %c2 = icmp eq i64 %n2, %n
  br i1 %c2, label %l3, label %l2
l3:
  %i3 = phi i64 [ 0, %l2 ], [ %n3, %l3 ]
  %n3 = add i64 %i3, 1
  %c3 = icmp eq i64 %n3, %n
  br i1 %c3, label %l4, label %l3
l4:
  %i4 = phi i64 [ 0, %l3 ], [ %n4, %l4 ]
  %n4 = add i64 %i4, 1
  %c4 = icmp eq i64 %n4, %n
  br i1 %c4, label %l5, label %l4
l5:
  %i5 = phi i64 [ 0, %l4 ], [ %n5, %l5 ]
  %n5 = add i64 %i5, 1
  %c5 = icmp eq i64 %n5, %n
  br i1 %c5, label %l6, label %l5
l6:
  %i6 = phi i64 [ 0, %l5 ], [ %n6, %l6 ]
  %n6 = add i64 %i6, 1
  %c6 = icmp eq i64 %n6, %n
  br i1 %c6, label %l7, label %l6
l7:
  %i7 = phi i64 [ 0, %l6 ], [ %n7, %l7 ]
  %n7 = add i64 %i7, 1
  %c7 = icmp eq i64 %n7, %n
  br i1 %c7, label %l8, label %l7
l8:
  %i8 = phi i64 [ 0, %l7 ], [ %n8, %l8 ]
  %n8 = add i64 %i8, 1
  %c8 = icmp eq i64 %n8, %n
  br i1 %c8, label %l9, label %l8
l9:
  %i9 = phi i64 [ 0, %l8 ], [ %n9, %l9 ]
  %n9 = add i64 %i9, 1
  %c9 = icmp eq i64 %n9, %n
  br i1 %c9, label %l10, label %l9
l10:
  %i10 = phi i64 [ 0, %l9 ], [ %n10, %l10 ]
  %n10 = add i64 %i10, 1
  %c10 = icmp eq i64 %n10, %n
  br i1 %c10, label %l11, label %l10
l11:
  %i11 = phi i64 [ 0, %l10 ], [ %n11, %l11 ]
  %n11 = add i64 %i11, 1
  %c11 = icmp eq i64 %n11, %n
  br i1 %c11, label %l12, label %l11
l12:
  %i12 = phi i64 [ 0, %l11 ], [ %n12, %l12 ]
  %n12 = add i64 %i12, 1
  %c12 = icmp eq i64 %n12, %n
  br i1 %c12, label %l13, label %l12
l13:
  %i13 = phi i64 [ 0, %l12 ], [ %n13, %l13 ]
  %n13 = add i64 %i13, 1
  %c13 = icmp eq i64 %n13, %n
  br i1 %c13, label %l14, label %l13
l14:
  %i14 = phi i64 [ 0, %l13 ], [ %n14, %l14 ]
  %n14 = add i64 %i14, 1
  %c14 = icmp eq i64 %n14, %n
  br i1 %c14, label %l15, label %l14
l15:
  %i15 = phi i64 [ 0, %l14 ], [ %n15, %l15 ]
  %n15 = add i64 %i15, 1
  %c15 = icmp eq i64 %n15, %n
  br i1 %c15, label %l16, label %l15
l16:
  %i16 = phi i64 [ 0, %l15 ], [ %n16, %l16 ]
  %n16 = add i64 %i16, 1
  %c16 = icmp eq i64 %n16, %n
  br i1 %c16, label %l17, label %l16
l17:
  %i17 = phi i64 [ 0, %l16 ], [ %n17, %l17 ]
  %n17 = add i64 %i17, 1
  %c17 = icmp eq i64 %n17, %n
  br i1 %c17, label %l18, label %l17
l18:
  %i18 = phi i64 [ 0, %l17 ], [ %n18, %l18 ]
  %n18 = add i64 %i18, 1
  %c18 = icmp eq i64 %n18, %n
  br i1 %c18, label %l19, label %l18
l19:
  %i19 = phi i64 [ 0, %l18 ], [ %n19, %l19 ]
  %n19 = add i64 %i19, 1
  %c19 = icmp eq i64 %n19, %n
  br i1 %c19, label %l20, label %l19
l20:
  %i20 = phi i64 [ 0, %l19 ], [ %n20, %l20 ]
  %n20 = add i64 %i20, 1
  %c20 = icmp eq i64 %n20, %n
  br i1 %c20, label %l21, label %l20
l21:
  %i21 = phi i64 [ 0, %l20 ], [ %n21, %l21 ]
  %n21 = add i64 %i21, 1
  %c21 = icmp eq i64 %n21, %n
  br i1 %c21, label %l22, label %l21
l22:
  %i22 = phi i64 [ 0, %l21 ], [ %n22, %l22 ]
  %n22 = add i64 %i22, 1
  %c22 = icmp eq i64 %n22, %n
  br i1 %c22, label %l23, label %l22
l23:
  %i23 = phi i64 [ 0, %l22 ], [ %n23, %l23 ]
  %n23 = add i64 %i23, 1
  %c23 = icmp eq i64 %n23, %n
  br i1 %c23, label %l24, label %l23
l24:
  %i24 = phi i64 [ 0, %l23 ], [ %n24, %l24 ]
  %n24 = add i64 %i24, 1
  %c24 = icmp eq i64 %n24, %n
  br i1 %c24, label %l25, label %l24
l25:
  %i25 = phi i64 [ 0, %l24 ], [ %n25, %l25 ]
  %n25 = add i64 %i25, 1
  %c25 = icmp eq i64 %n25, %n
  br i1 %c25, label %l26, label %l25
l26:
  %i26 = phi i64 [ 0, %l25 ], [ %n26, %l26 ]
  %n26 = add i64 %i26, 1
  %c26 = icmp eq i64 %n26, %n
  br i1 %c26, label %l27, label %l26
l27:
  %i27 = phi i64 [ 0, %l26 ], [ %n27, %l27 ]
  %n27 = add i64 %i27, 1
  %c27 = icmp eq i64 %n27, %n
  br i1 %c27, label %l28, label %l27
l28:
  %i28 = phi i64 [ 0, %l27 ], [ %n28, %l28 ]
  %n28 = add i64 %i28, 1
  %c28 = icmp eq i64 %n28, %n
  br i1 %c28, label %l29, label %l28
l29:
  %i29 = phi i64 [ 0, %l28 ], [ %n29, %l29 ]
  %n29 = add i64 %i29, 1
  %c29 = icmp eq i64 %n29, %n
  br i1 %c29, label %l30, label %l29
l30:
  %i30 = phi i64 [ 0, %l29 ], [ %n30, %l30 ]
  %n30 = add i64 %i30, 1
  %c30 = icmp eq i64 %n30, %n
  br i1 %c30, label %l31, label %l30
l31:
  %i31 = phi i64 [ 0, %l30 ], [ %n31, %l31 ]
  %n31 = add i64 %i31, 1
  %c31 = icmp eq i64 %n31, %n
  br i1 %c31, label %l32, label %l31
l32:
  %i32 = phi i64 [ 0, %l31 ], [ %n32, %l32 ]
  %n32 = add i64 %i32, 1
  %c32 = icmp eq i64 %n32, %n
  br i1 %c32, label %l33, label %l32
l33:
  %i33 = phi i64 [ 0, %l32 ], [ %n33, %l33 ]
  %n33 = add i64 %i33, 1
  %c33 = icmp eq i64 %n33, %n
  br i1 %c33, label %l34, label %l33
l34:
  %i34 = phi i64 [ 0, %l33 ], [ %n34, %l34 ]
  %n34 = add i64 %i34, 1
  %c34 = icmp eq i64 %n34, %n
  br i1 %c34, label %l35, label %l34
l35:
  %i35 = phi i64 [ 0, %l34 ], [ %n35, %l35 ]
  %n35 = add i64 %i35, 1
  %c35 = icmp eq i64 %n35, %n
  br i1 %c35, label %l36, label %l35
l36:
  %i36 = phi i64 [ 0, %l35 ], [ %n36, %l36 ]
  %n36 = add i64 %i36, 1
  %c36 = icmp eq i64 %n36, %n
  br i1 %c36, label %l37, label %l36
l37:
  %i37 = phi i64 [ 0, %l36 ], [ %n37, %l37 ]
  %n37 = add i64 %i37, 1
  %c37 = icmp eq i64 %n37, %n
  br i1 %c37, label %l38, label %l37
l38:
  %i38 = phi i64 [ 0, %l37 ], [ %n38, %l38 ]
  %n38 = add i64 %i38, 1
  %c38 = icmp eq i64 %n38, %n
  br i1 %c38, label %l39, label %l38
l39:
  %i39 = phi i64 [ 0, %l38 ], [ %n39, %l39 ]
  %n39 = add i64 %i39, 1
  %c39 = icmp eq i64 %n39, %n
  br i1 %c39, label %l40, label %l39
l40:
  %i40 = phi i64 [ 0, %l39 ], [ %n40, %l40 ]
  %n40 = add i64 %i40, 1
  %c40 = icmp eq i64 %n40, %n
  br i1 %c40, label %l41, label %l40
l41:
  %i41 = phi i64 [ 0, %l40 ], [ %n41, %l41 ]
  %n41 = add i64 %i41, 1
  %c41 = icmp eq i64 %n41, %n
  br i1 %c41, label %l42, label %l41
l42:
  %i42 = phi i64 [ 0, %l41 ], [ %n42, %l42 ]
  %n42 = add i64 %i42, 1
  %c42 = icmp eq i64 %n42, %n
  br i1 %c42, label %l43, label %l42
l43:
  %i43 = phi i64 [ 0, %l42 ], [ %n43, %l43 ]
  %n43 = add i64 %i43, 1
  %c43 = icmp eq i64 %n43, %n
  br i1 %c43, label %l44, label %l43
l44:
  %i44 = phi i64 [ 0, %l43 ], [ %n44, %l44 ]
  %n44 = add i64 %i44, 1
  %c44 = icmp eq i64 %n44, %n
  br i1 %c44, label %l45, label %l44
l45:
  %i45 = phi i64 [ 0, %l44 ], [ %n45, %l45 ]
  %n45 = add i64 %i45, 1
  %c45 = icmp eq i64 %n45, %n
  br i1 %c45, label %l46, label %l45
l46:
  %i46 = phi i64 [ 0, %l45 ], [ %n46, %l46 ]
  %n46 = add i64 %i46, 1
  %c46 = icmp eq i64 %n46, %n
  br i1 %c46, label %l47, label %l46
l47:
  %i47 = phi i64 [ 0, %l46 ], [ %n47, %l47 ]
  %n47 = add i64 %i47, 1
  %c47 = icmp eq i64 %n47, %n
  br i1 %c47, label %l48, label %l47
l48:
  %i48 = phi i64 [ 0, %l47 ], [ %n48, %l48 ]
  %n48 = add i64 %i48, 1
  %c48 = icmp eq i64 %n48, %n
  br i1 %c48, label %l49, label %l48
l49:
  %i49 = phi i64 [ 0, %l48 ], [ %n49, %l49 ]
  %n49 = add i64 %i49, 1
  %c49 = icmp eq i64 %n49, %n
  br i1 %c49, label %l50, label %l49
l50:
  %i50 = phi i64 [ 0, %l49 ], [ %n50, %l50 ]
  %n50 = add i64 %i50, 1
  %c50 = icmp eq i64 %n50, %n
  br i1 %c50, label %l51, label %l50
l51:
  %i51 = phi i64 [ 0, %l50 ], [ %n51, %l51 ]
  %n51 = add i64 %i51, 1
  %c51 = icmp eq i64 %n51, %n
  br i1 %c51, label %l52, label %l51
l52:
  %i52 = phi i64 [ 0, %l51 ], [ %n52, %l52 ]
  %n52 = add i64 %i52, 1
  %c52 = icmp eq i64 %n52, %n
  br i1 %c52, label %l53, label %l52
l53:
  %i53 = phi i64 [ 0, %l52 ], [ %n53, %l53 ]
  %n53 = add i64 %i53, 1
  %c53 = icmp eq i64 %n53, %n
  br i1 %c53, label %l54, label %l53
l54:
  %i54 = phi i64 [ 0, %l53 ], [ %n54, %l54 ]
  %n54 = add i64 %i54, 1
  %c54 = icmp eq i64 %n54, %n
  br i1 %c54, label %l55, label %l54
l55:
  %i55 = phi i64 [ 0, %l54 ], [ %n55, %l55 ]
  %n55 = add i64 %i55, 1
  %c55 = icmp eq i64 %n55, %n
  br i1 %c55, label %l56, label %l55
l56:
  %i56 = phi i64 [ 0, %l55 ], [ %n56, %l56 ]
  %n56 = add i64 %i56, 1
  %c56 = icmp eq i64 %n56, %n
  br i1 %c56, label %l57, label %l56
l57:
  %i57 = phi i64 [ 0, %l56 ], [ %n57, %l57 ]
  %n57 = add i64 %i57, 1
  %c57 = icmp eq i64 %n57, %n
  br i1 %c57, label %l58, label %l57
l58:
  %i58 = phi i64 [ 0, %l57 ], [ %n58, %l58 ]
  %n58 = add i64 %i58, 1
  %c58 = icmp eq i64 %n58, %n
  br i1 %c58, label %l59, label %l58
l59:
  %i59 = phi i64 [ 0, %l58 ], [ %n59, %l59 ]
  %n59 = add i64 %i59, 1
  %c59 = icmp eq i64 %n59, %n
  br i1 %c59, label %l60, label %l59
l60:
  %i60 = phi i64 [ 0, %l59 ], [ %n60, %l60 ]
  %n60 = add i64 %i60, 1
  %c60 = icmp eq i64 %n60, %n
  br i1 %c60, label %l61, label %l60
l61:
  %i61 = phi i64 [ 0, %l60 ], [ %n61, %l61 ]
  %n61 = add i64 %i61, 1
  %c61 = icmp eq i64 %n61, %n
  br i1 %c61, label %l62, label %l61
l62:
  %i62 = phi i64 [ 0, %l61 ], [ %n62, %l62 ]
  %n62 = add i64 %i62, 1
  %c62 = icmp eq i64 %n62, %n
  br i1 %c62, label %l63, label %l62
l63:
  %i63 = phi i64 [ 0, %l62 ], [ %n63, %l63 ]
  %n63 = add i64 %i63, 1
  %c63 = icmp eq i64 %n63, %n
  br i1 %c63, label %leave, label %l63
leave:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.enable"}
