//go:build arm64 && !race && !interleave

#include "textflag.h"

// func prefetchObjects(arena []byte, objects []uint32, reach int)
//
// For each object: the line of the header, and the one reach bytes further, into
// the second-level cache. A prefetch of any address is harmless.
TEXT ·prefetchObjects(SB), NOSPLIT, $0-56
	MOVD arena_base+0(FP), R0
	MOVD objects_base+24(FP), R1
	MOVD objects_len+32(FP), R2
	MOVD reach+48(FP), R4
	CMP  $0, R2
	BLE  done

next:
	MOVWU.P 4(R1), R3
	ADD     R3<<3, R0, R3
	PRFM    (R3), PLDL2KEEP
	ADD     R4, R3, R3
	PRFM    (R3), PLDL2KEEP
	SUBS    $1, R2
	BNE     next

done:
	RET

// func prefetchBits(marks []Word, refs []uint32)
//
// For each ref: the line of its mark bit.
TEXT ·prefetchBits(SB), NOSPLIT, $0-48
	MOVD marks_base+0(FP), R0
	MOVD refs_base+24(FP), R1
	MOVD refs_len+32(FP), R2
	CMP  $0, R2
	BLE  done

next:
	MOVWU.P 4(R1), R3
	LSR     $6, R3
	ADD     R3<<3, R0, R3
	PRFM    (R3), PLDL1KEEP
	SUBS    $1, R2
	BNE     next

done:
	RET

// func prefetchBitsToSet(marks []Word, refs []uint32)
//
// For each ref: the line of its mark bit, to be written.
TEXT ·prefetchBitsToSet(SB), NOSPLIT, $0-48
	MOVD marks_base+0(FP), R0
	MOVD refs_base+24(FP), R1
	MOVD refs_len+32(FP), R2
	CMP  $0, R2
	BLE  done

next:
	MOVWU.P 4(R1), R3
	LSR     $6, R3
	ADD     R3<<3, R0, R3
	PRFM    (R3), PSTL1KEEP
	SUBS    $1, R2
	BNE     next

done:
	RET

// func prefetchWords(words []uint64, indices []uint32)
//
// For each index: the line of that word.
TEXT ·prefetchWords(SB), NOSPLIT, $0-48
	MOVD words_base+0(FP), R0
	MOVD indices_base+24(FP), R1
	MOVD indices_len+32(FP), R2
	CMP  $0, R2
	BLE  done

next:
	MOVWU.P 4(R1), R3
	ADD     R3<<3, R0, R3
	PRFM    (R3), PLDL1KEEP
	SUBS    $1, R2
	BNE     next

done:
	RET

// func prefetchLine(address *uint32)
TEXT ·prefetchLine(SB), NOSPLIT, $0-8
	MOVD address+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET

// func collectRefs(arena []byte, batch, out []uint32) (refs, objects int)
//
// Each object's references are copied 8 (then 16, then 32) at a time, more than
// there are, and the next object's overwrite the surplus: so how many an object
// has decides an address and no branch. See collectRefsPlain.
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

// func claimAlone(marks []Word, refs, stack []uint32) (pushed, done int)
//
// See claimAlonePlain.
TEXT ·claimAlone(SB), NOSPLIT, $0-88
	MOVD marks_base+0(FP), R0
	MOVD marks_len+8(FP), R1
	MOVD refs_base+24(FP), R2
	MOVD refs_len+32(FP), R3
	MOVD stack_base+48(FP), R4
	MOVD R4, R5
	MOVD $0, R6
	MOVD $1, R13
	B    test

next:
	MOVWU (R2)(R6<<2), R7
	LSR   $6, R7, R9
	CMP   R1, R9
	BHS   done
	MOVD  (R0)(R9<<3), R11
	MOVW  R7, (R4)
	LSL   R7, R13, R12
	ORR   R11, R12, R12
	MOVD  R12, (R0)(R9<<3)
	LSR   R7, R11
	AND   $1, R11
	EOR   $1, R11
	ADD   R11<<2, R4
	ADD   $1, R6

test:
	CMP R3, R6
	BLT next

done:
	SUB  R5, R4
	LSR  $2, R4
	MOVD R4, pushed+72(FP)
	MOVD R6, done+80(FP)
	RET

// func filterWhite(marks []Word, refs []uint32) (white, done int)
//
// See filterWhitePlain.
TEXT ·filterWhite(SB), NOSPLIT, $0-64
	MOVD marks_base+0(FP), R0
	MOVD marks_len+8(FP), R1
	MOVD refs_base+24(FP), R2
	MOVD refs_len+32(FP), R3
	MOVD R2, R4
	MOVD $0, R6
	B    test

next:
	MOVWU (R2)(R6<<2), R7
	LSR   $6, R7, R9
	CMP   R1, R9
	BHS   done
	MOVD  (R0)(R9<<3), R11
	MOVW  R7, (R4)
	LSR   R7, R11
	AND   $1, R11
	EOR   $1, R11
	ADD   R11<<2, R4
	ADD   $1, R6

test:
	CMP R3, R6
	BLT next

done:
	SUB  R2, R4
	LSR  $2, R4
	MOVD R4, white+48(FP)
	MOVD R6, done+56(FP)
	RET
