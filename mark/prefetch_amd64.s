//go:build amd64 && !race

#include "textflag.h"

// func prefetchObjects(arena *byte, refs *uint32, n int)
//
// For each ref: the cache line of the header, and the next one. A prefetch of
// any address is harmless.
TEXT ·prefetchObjects(SB), NOSPLIT, $0-24
	MOVQ arena+0(FP), AX
	MOVQ refs+8(FP), BX
	MOVQ n+16(FP), CX
	JMP  test

next:
	MOVL (BX), DX
	LEAQ (AX)(DX*8), DX
	PREFETCHT0 (DX)
	PREFETCHT0 64(DX)
	ADDQ $4, BX
	DECQ CX

test:
	TESTQ CX, CX
	JG    next
	RET

// func prefetchBits(words *word, refs *uint32, n int)
//
// For each ref: the line of its mark bit, with the intent to write.
TEXT ·prefetchBits(SB), NOSPLIT, $0-24
	MOVQ words+0(FP), AX
	MOVQ refs+8(FP), BX
	MOVQ n+16(FP), CX
	JMP  test

next:
	MOVL (BX), DX
	SHRQ $6, DX
	BYTE $0x0F; BYTE $0x0D; BYTE $0x0C; BYTE $0xD0 // PREFETCHW (AX)(DX*8)
	ADDQ $4, BX
	DECQ CX

test:
	TESTQ CX, CX
	JG    next
	RET

// func prefetchWords(words *uint64, indices *uint32, n int)
//
// For each index: the line of that word.
TEXT ·prefetchWords(SB), NOSPLIT, $0-24
	MOVQ words+0(FP), AX
	MOVQ indices+8(FP), BX
	MOVQ n+16(FP), CX
	JMP  test

next:
	MOVL (BX), DX
	PREFETCHT0 (AX)(DX*8)
	ADDQ $4, BX
	DECQ CX

test:
	TESTQ CX, CX
	JG    next
	RET

// func prefetchLine(address *uint32)
TEXT ·prefetchLine(SB), NOSPLIT, $0-8
	MOVQ address+0(FP), AX
	PREFETCHT0 (AX)
	RET
