//go:build arm64 && !race && !interleave

#include "textflag.h"

// func dropNil(marks []Word, refs []uint32) (left int)
//
// It does what prefetchBits does, and what dropNilPlain does. Up to the first nil no ref
// moves. That loop costs no more than prefetchBits, and many heaps have hardly any nil.
// From the first nil on every ref is stored behind those that are kept, and counted only
// if it is not nil. So there is no branch there.
TEXT ·dropNil(SB), NOSPLIT, $0-56
	MOVD marks_base+0(FP), R0
	MOVD refs_base+24(FP), R1
	MOVD refs_len+32(FP), R2
	MOVD R1, R4                 // the end of the refs kept
	MOVD R1, R5
	CMP  $0, R2
	BLE  done

first:
	MOVWU (R4), R3
	CBZ   R3, drop
	ADD   $4, R4
	LSR   $6, R3
	ADD   R3<<3, R0, R3
	PRFM  (R3), PLDL1KEEP
	SUBS  $1, R2
	BNE   first

done:
	SUB  R5, R4
	LSR  $2, R4
	MOVD R4, left+48(FP)
	RET

drop:
	MOVD R4, R1

next:
	MOVWU.P 4(R1), R3
	MOVW    R3, (R4)
	CMP     $0, R3
	CSET    NE, R6
	ADD     R6<<2, R4
	LSR     $6, R3
	ADD     R3<<3, R0, R3
	PRFM    (R3), PLDL1KEEP
	SUBS    $1, R2
	BNE     next
	B       done

// func collectRefs(arena []byte, batch, out []uint32) (refs, objects int)
//
// It does what collectRefsPlain does. For each object it always copies 8 references, even
// if the object has fewer. The references of the next object then overwrite the surplus.
// So the number of references decides only where the next copy begins, and there is no
// branch on it. An object with more than 8 references takes a branch to label more. There
// 16 references are copied, or 32.
TEXT ·collectRefs(SB), NOSPLIT, $0-88
	MOVD arena_base+0(FP), R0
	MOVD arena_len+8(FP), R1
	MOVD batch_base+24(FP), R2
	MOVD batch_len+32(FP), R3
	MOVD out_base+48(FP), R4
	MOVD R4, R5
	SUB  $136, R1               // the last offset with a header and 32 references
	MOVD $0, R6                 // objects collected
	B    test

next:
	MOVWU (R2)(R6<<2), R7
	LSL   $3, R7
	CMP   R1, R7
	BGT   done
	ADD   R0, R7
	MOVWU (R7), R8              // number of references
	ADD   $8, R7
	VLD1.P 32(R7), [V0.B16, V1.B16]
	CMP   $8, R8
	BHI   more
	VST1  [V0.B16, V1.B16], (R4)

kept:
	ADD R8<<2, R4
	ADD $1, R6

test:
	CMP R3, R6
	BLT next

done:
	SUB  R5, R4
	LSR  $2, R4
	MOVD R4, refs+72(FP)
	MOVD R6, objects+80(FP)
	RET

more:
	CMP    $32, R8
	BHI    done
	MOVD   R4, R9
	VST1.P [V0.B16, V1.B16], 32(R9)
	VLD1.P 32(R7), [V0.B16, V1.B16]
	VST1.P [V0.B16, V1.B16], 32(R9)
	CMP    $16, R8
	BLS    kept
	VLD1   (R7), [V0.B16, V1.B16, V2.B16, V3.B16]
	VST1   [V0.B16, V1.B16, V2.B16, V3.B16], (R9)
	B      kept

// REFS is the loop of claimAlone and filterWhite. It stores every ref at R4. Then R4 moves on only if the bit was clear. So
// there is no branch on the bit. TAKE gets the word in R11, and may set the bit. The loop stops at a ref beyond the bitmap.
//
//	R0 bitmap, R1 its words; R2 refs, R3 how many; R6 refs looked at
#define REFS(TAKE) \
	B test; \
next: \
	MOVWU (R2)(R6<<2), R7; \
	LSR   $6, R7, R9; \
	CMP   R1, R9; \
	BHS   done; \
	MOVD  (R0)(R9<<3), R11; \
	MOVW  R7, (R4); \
	TAKE; \
	AND   $1, R11; \
	EOR   $1, R11; \
	ADD   R11<<2, R4; \
	ADD   $1, R6; \
test: \
	CMP R3, R6; \
	BLT next

#define WHETHERSET LSR R7, R11
#define ANDSET     LSL R7, R13, R12; ORR R11, R12, R12; MOVD R12, (R0)(R9<<3); LSR R7, R11

// func claimAlone(marks []Word, refs, stack []uint32) (pushed, done int)
//
// It does what claimAlonePlain does. It stores every ref at the top of the stack. Then it
// moves the top only if the bit was clear. So there is no branch on the bit.
TEXT ·claimAlone(SB), NOSPLIT, $0-88
	MOVD marks_base+0(FP), R0
	MOVD marks_len+8(FP), R1
	MOVD refs_base+24(FP), R2
	MOVD refs_len+32(FP), R3
	MOVD stack_base+48(FP), R4
	MOVD R4, R5
	MOVD $0, R6
	MOVD $1, R13
	REFS(ANDSET)

done:
	SUB  R5, R4
	LSR  $2, R4
	MOVD R4, pushed+72(FP)
	MOVD R6, done+80(FP)
	RET

// func filterWhite(marks []Word, refs []uint32) (white, done int)
//
// It does what filterWhitePlain does. It stores every ref behind those that are kept. Then
// it moves on only if the bit is clear. So there is no branch on the bit.
TEXT ·filterWhite(SB), NOSPLIT, $0-64
	MOVD marks_base+0(FP), R0
	MOVD marks_len+8(FP), R1
	MOVD refs_base+24(FP), R2
	MOVD refs_len+32(FP), R3
	MOVD R2, R4
	MOVD $0, R6
	REFS(WHETHERSET)

done:
	SUB  R2, R4
	LSR  $2, R4
	MOVD R4, white+48(FP)
	MOVD R6, done+56(FP)
	RET
