//go:build amd64 && !race && !interleave

#include "textflag.h"

// func splitTwoScalar(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int)
//
// Both copies of a ref are written, and only one of the two positions moves on. So there is
// no branch but that of the loop.
TEXT ·splitTwoScalar(SB), NOSPLIT, $0-80
	MOVQ refs_base+0(FP), R11
	MOVQ refs_len+8(FP), BX
	MOVQ out_base+24(FP), DI
	MOVL shift+48(FP), CX
	MOVL id+52(FP), R8
	MOVQ zero+56(FP), R12
	LEAQ (R11)(BX*4), SI        // the end of refs; BX counts up to it
	XORL R9, R9                 // own
	XORL R10, R10               // foreign
	NEGQ BX
	JZ   done

	PCALIGN $32

next:
	MOVL  (SI)(BX*4), DX
	MOVL  DX, (R11)(R9*4)
	MOVL  DX, (DI)(R10*4)
	LEAQ  (DX)(R12*1), AX
	SHRQ  $32, AX               // 1 if the ref counts, 0 if it is nil in a heap
	SHRL  CX, DX
	IMULL $0x9e3779b1, DX
	SHRL  $31, DX
	XORL  R8, DX                // 1 if the ref is foreign
	ANDL  AX, DX
	ADDQ  DX, R10
	SUBL  DX, AX
	ADDQ  AX, R9
	INCQ  BX
	JNZ   next

done:
	MOVQ R9, own+64(FP)
	MOVQ R10, foreign+72(FP)
	RET

// func splitTwoWide(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int)
//
// It takes 16 refs at a time. Of 16 lanes VPCOMPRESSD moves those of a mask to the front.
// All 16 lanes are stored, and the next store overwrites what does not count. So it may
// store up to 15 refs behind those that count, and these places lie before the next refs to
// be read. The last refs, fewer than 16, are stored exactly.
//
//	Z1 hash factor, Z2 id, X3 shift
//	K1 refs that count, K2 own, K4 foreign, K3 all ones in a graph, 0 in a heap
TEXT ·splitTwoWide(SB), NOSPLIT, $0-80
	MOVQ         refs_base+0(FP), R11
	MOVQ         refs_len+8(FP), CX
	MOVQ         out_base+24(FP), DI
	MOVL         $0x9e3779b1, AX
	VPBROADCASTD AX, Z1
	MOVL         id+52(FP), AX
	VPBROADCASTD AX, Z2
	MOVL         shift+48(FP), AX
	VMOVD        AX, X3
	MOVQ         zero+56(FP), AX
	SHRQ         $32, AX
	NEGL         AX
	KMOVW        AX, K3
	MOVQ         R11, BX
	XORL         R9, R9         // own
	XORL         R10, R10       // foreign
	SUBQ         $16, CX
	JLT          tail

	PCALIGN $32

next:
	VMOVDQU32     (BX), Z0
	VPSRLD        X3, Z0, Z4
	VPMULLD       Z1, Z4, Z4
	VPSRLD        $31, Z4, Z4
	VPTESTMD      Z0, Z0, K1
	KORW          K3, K1, K1
	VPCMPEQD      Z2, Z4, K1, K2
	KANDNW        K1, K2, K4
	VPCOMPRESSD.Z Z0, K2, Z5
	VPCOMPRESSD.Z Z0, K4, Z6
	VMOVDQU32     Z5, (R11)(R9*4)
	VMOVDQU32     Z6, (DI)(R10*4)
	KMOVW         K2, AX
	KMOVW         K4, DX
	POPCNTL       AX, AX
	POPCNTL       DX, DX
	ADDQ          AX, R9
	ADDQ          DX, R10
	ADDQ          $64, BX
	SUBQ          $16, CX
	JGE           next

tail:
	ADDQ          $16, CX
	JZ            done
	MOVL          $1, AX
	SHLL          CX, AX
	DECL          AX
	KMOVW         AX, K5
	VMOVDQU32.Z   (BX), K5, Z0
	VPSRLD        X3, Z0, Z4
	VPMULLD       Z1, Z4, Z4
	VPSRLD        $31, Z4, Z4
	VPTESTMD      Z0, Z0, K1
	KORW          K3, K1, K1
	KANDW         K5, K1, K1
	VPCMPEQD      Z2, Z4, K1, K2
	KANDNW        K1, K2, K4
	VPCOMPRESSD   Z0, K2, (R11)(R9*4)
	VPCOMPRESSD   Z0, K4, (DI)(R10*4)
	KMOVW         K2, AX
	KMOVW         K4, DX
	POPCNTL       AX, AX
	POPCNTL       DX, DX
	ADDQ          AX, R9
	ADDQ          DX, R10

done:
	VZEROUPPER
	MOVQ R9, own+64(FP)
	MOVQ R10, foreign+72(FP)
	RET

// func cpuid(leaf, sub uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL sub+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() (a uint32)
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, a+0(FP)
	RET
