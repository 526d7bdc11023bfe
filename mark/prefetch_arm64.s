//go:build arm64 && !race

#include "textflag.h"

// func prefetchObjects(arena *byte, refs *uint32, n int)
//
// For each ref: the cache line of the header, and the next one. A prefetch of
// any address is harmless.
TEXT ·prefetchObjects(SB), NOSPLIT, $0-24
	MOVD arena+0(FP), R0
	MOVD refs+8(FP), R1
	MOVD n+16(FP), R2
	CMP  $0, R2
	BLE  done

next:
	MOVWU.P 4(R1), R3
	ADD     R3<<3, R0, R3
	PRFM    (R3), PLDL1KEEP
	PRFM    64(R3), PLDL1KEEP
	SUBS    $1, R2
	BNE     next

done:
	RET

// func prefetchBits(words *word, refs *uint32, n int)
//
// For each ref: the line of its mark bit, with the intent to write.
TEXT ·prefetchBits(SB), NOSPLIT, $0-24
	MOVD words+0(FP), R0
	MOVD refs+8(FP), R1
	MOVD n+16(FP), R2
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

// func prefetchWords(words *uint64, indices *uint32, n int)
//
// For each index: the line of that word.
TEXT ·prefetchWords(SB), NOSPLIT, $0-24
	MOVD words+0(FP), R0
	MOVD indices+8(FP), R1
	MOVD n+16(FP), R2
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
