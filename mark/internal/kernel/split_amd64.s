//go:build amd64 && !race && !interleave

#include "textflag.h"

// SPLITONE divides the ref in DX. Both copies of it are written, and only one of the two positions moves on. So there is no
// branch. The sum in AX says whether the ref counts: it does not if it is nil in a heap. SBBL makes DX all ones if the
// hash is below the limit, and XORL if the ref stays.
//
//	R11, DI the two places   R9, R10 how many are there   CX shift, R8 limit, R13 flip, R12 zero
#define SPLITONE \
	MOVL  DX, (R11)(R9*4); \
	MOVL  DX, (DI)(R10*4); \
	LEAQ  (DX)(R12*1), AX; \
	SHRQ  $32, AX; \
	SHRL  CX, DX; \
	IMULL $0x9e3779b1, DX; \
	CMPL  DX, R8; \
	SBBL  DX, DX; \
	XORL  R13, DX; \
	ANDL  AX, DX; \
	ADDQ  DX, R9; \
	SUBL  DX, AX; \
	ADDQ  AX, R10

// func splitScalar(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int)
TEXT ·splitScalar(SB), NOSPLIT, $0-88
	MOVQ refs_base+0(FP), R11
	MOVQ refs_len+8(FP), BX
	MOVQ out_base+24(FP), DI
	MOVL shift+48(FP), CX
	MOVL limit+52(FP), R8
	MOVQ zero+64(FP), R12
	MOVL flip+56(FP), R13
	LEAQ (R11)(BX*4), SI        // the end of refs; BX counts up to it
	XORL R9, R9                 // stay
	XORL R10, R10               // leave
	NEGQ BX
	JZ   done

	PCALIGN $32

next:
	MOVL  (SI)(BX*4), DX
	SPLITONE
	INCQ  BX
	JNZ   next

done:
	MOVQ R9, stay+72(FP)
	MOVQ R10, leave+80(FP)
	RET

// func splitEight(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int)
//
// It takes 8 refs at a time, where splitWide takes 16. VPERMD moves those of a mask to the front, as compress says for
// this mask. All 8 lanes are stored: see splitWide. The last refs, fewer than 8, are taken one by one.
//
//	Y1 hash factor, Y2 limit, Y7 the sign bit, with which unsigned numbers compare as signed ones, X3 shift
//	Y6 flip, Y8 zero, Y10 all ones in a heap, 0 in a graph
TEXT ·splitEight(SB), NOSPLIT, $0-88
	MOVQ         refs_base+0(FP), R11
	MOVQ         refs_len+8(FP), SI
	MOVQ         out_base+24(FP), DI
	MOVL         shift+48(FP), CX
	MOVL         limit+52(FP), R8
	MOVL         flip+56(FP), R13
	MOVQ         zero+64(FP), R12
	MOVQ         R11, BX
	XORL         R9, R9         // stay
	XORL         R10, R10       // leave
	SUBQ         $8, SI
	JLT          last
	MOVL         $0x9e3779b1, AX
	VMOVD        AX, X1
	VPBROADCASTD X1, Y1
	MOVL         $0x80000000, AX
	VMOVD        AX, X7
	VPBROADCASTD X7, Y7
	VMOVD        R8, X2
	VPBROADCASTD X2, Y2
	VPXOR        Y7, Y2, Y2
	VMOVD        R13, X6
	VPBROADCASTD X6, Y6
	VMOVD        CX, X3
	VPXOR        Y8, Y8, Y8
	MOVQ         R12, AX
	SHRQ         $32, AX
	DECL         AX             // all ones in a heap, 0 in a graph
	VMOVD        AX, X10
	VPBROADCASTD X10, Y10
	LEAQ         ·compress(SB), DX

	PCALIGN $32

eight:
	VMOVDQU   (BX), Y0
	VPSRLD    X3, Y0, Y4
	VPMULLD   Y1, Y4, Y4
	VPXOR     Y7, Y4, Y4
	VPCMPGTD  Y4, Y2, Y5        // all ones if the hash is below the limit
	VPXOR     Y6, Y5, Y5        // all ones if the ref stays
	VPCMPEQD  Y8, Y0, Y9
	VPAND     Y10, Y9, Y9       // all ones if the ref is nil
	VPANDN    Y5, Y9, Y4
	VPOR      Y5, Y9, Y9
	VMOVMSKPS Y4, AX            // those that stay
	VMOVMSKPS Y9, R12
	XORL      $255, R12         // those that leave
	VPMOVZXBD (DX)(AX*8), Y4
	VPMOVZXBD (DX)(R12*8), Y5
	VPERMD    Y0, Y4, Y4
	VPERMD    Y0, Y5, Y5
	VMOVDQU   Y4, (R11)(R9*4)
	VMOVDQU   Y5, (DI)(R10*4)
	POPCNTL   AX, AX
	POPCNTL   R12, R12
	ADDQ      AX, R9
	ADDQ      R12, R10
	ADDQ      $32, BX
	SUBQ      $8, SI
	JGE       eight
	VZEROUPPER
	MOVQ      zero+64(FP), R12

last:
	ADDQ $8, SI
	JZ   done

one:
	MOVL  (BX), DX
	SPLITONE
	ADDQ  $4, BX
	DECQ  SI
	JNZ   one

done:
	MOVQ R9, stay+72(FP)
	MOVQ R10, leave+80(FP)
	RET

// func splitWide(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int)
//
// It takes 16 refs at a time. Of 16 lanes VPCOMPRESSD moves those of a mask to the front.
// All 16 lanes are stored, and the next store overwrites what does not count. So it may
// store up to 15 refs behind those that count, and these places lie before the next refs to
// be read. The last refs, fewer than 16, are stored exactly.
//
//	Z1 hash factor, Z2 limit, X3 shift
//	K1 refs that count, K2 those that stay, K4 those that leave
//	K3 all ones in a graph, 0 in a heap, K6 flip
TEXT ·splitWide(SB), NOSPLIT, $0-88
	MOVQ         refs_base+0(FP), R11
	MOVQ         refs_len+8(FP), CX
	MOVQ         out_base+24(FP), DI
	MOVL         $0x9e3779b1, AX
	VPBROADCASTD AX, Z1
	MOVL         limit+52(FP), AX
	VPBROADCASTD AX, Z2
	MOVL         shift+48(FP), AX
	VMOVD        AX, X3
	MOVQ         zero+64(FP), AX
	SHRQ         $32, AX
	NEGL         AX
	KMOVW        AX, K3
	MOVL         flip+56(FP), AX
	KMOVW        AX, K6
	MOVQ         R11, BX
	XORL         R9, R9         // stay
	XORL         R10, R10       // leave
	SUBQ         $16, CX
	JLT          tail

	PCALIGN $32

next:
	VMOVDQU32     (BX), Z0
	VPSRLD        X3, Z0, Z4
	VPMULLD       Z1, Z4, Z4
	VPTESTMD      Z0, Z0, K1
	KORW          K3, K1, K1
	VPCMPUD       $1, Z2, Z4, K1, K2
	KXORW         K6, K2, K2
	KANDW         K1, K2, K2
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
	VPTESTMD      Z0, Z0, K1
	KORW          K3, K1, K1
	KANDW         K5, K1, K1
	VPCMPUD       $1, Z2, Z4, K1, K2
	KXORW         K6, K2, K2
	KANDW         K1, K2, K2
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
	MOVQ R9, stay+72(FP)
	MOVQ R10, leave+80(FP)
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
