//go:build amd64 && !race && !interleave

#include "textflag.h"

// EACH is the loop of what asks the memory for something for each number of a list. The list begins at BX, and has CX
// numbers. ASK finds the number in DX, and may overwrite it. A prefetch of any address is harmless.
#define EACH(ASK) \
	JMP test; \
next: \
	MOVL (BX), DX; \
	ASK; \
	ADDQ $4, BX; \
	DECQ CX; \
test: \
	TESTQ CX, CX; \
	JG    next

#define OBJECT LEAQ (AX)(DX*8), DX; PREFETCHT1 (DX); PREFETCHT1 (DX)(SI*1)
#define BIT    SHRQ $6, DX; PREFETCHT0 (AX)(DX*8)
#define WIDE   PREFETCHT0 (AX)(DX*8); PREFETCHT0 8(AX)(DX*8)
#define NARROW PREFETCHT0 (AX)(DX*4)

// BITTOSET is BIT with PREFETCHW (AX)(DX*8), for which the assembler has no name.
#define BITTOSET SHRQ $6, DX; BYTE $0x0F; BYTE $0x0D; BYTE $0x0C; BYTE $0xD0

// func prefetchObjects(arena []byte, objects []uint32, reach int)
//
// For each object it asks for two lines: that of the header, and that of the byte which
// lies reach bytes further. Both go into the second-level cache. A prefetch of any
// address is harmless.
TEXT ·prefetchObjects(SB), NOSPLIT, $0-56
	MOVQ arena_base+0(FP), AX
	MOVQ objects_base+24(FP), BX
	MOVQ objects_len+32(FP), CX
	MOVQ reach+48(FP), SI
	EACH(OBJECT)
	RET

// func prefetchBits(marks []Word, refs []uint32)
//
// For each ref it asks for the line of its mark bit.
TEXT ·prefetchBits(SB), NOSPLIT, $0-48
	MOVQ marks_base+0(FP), AX
	MOVQ refs_base+24(FP), BX
	MOVQ refs_len+32(FP), CX
	EACH(BIT)
	RET

// func prefetchBitsToSet(marks []Word, refs []uint32)
//
// For each ref it asks for the line of its mark bit, in order to write to it.
TEXT ·prefetchBitsToSet(SB), NOSPLIT, $0-48
	MOVQ marks_base+0(FP), AX
	MOVQ refs_base+24(FP), BX
	MOVQ refs_len+32(FP), CX
	EACH(BITTOSET)
	RET

// func prefetchWide(offsets []uint64, nodes []uint32)
TEXT ·prefetchWide(SB), NOSPLIT, $0-48
	MOVQ offsets_base+0(FP), AX
	MOVQ nodes_base+24(FP), BX
	MOVQ nodes_len+32(FP), CX
	EACH(WIDE)
	RET

// func prefetchNarrow(offsets, nodes []uint32)
TEXT ·prefetchNarrow(SB), NOSPLIT, $0-48
	MOVQ offsets_base+0(FP), AX
	MOVQ nodes_base+24(FP), BX
	MOVQ nodes_len+32(FP), CX
	EACH(NARROW)
	RET

// func prefetchToWrite(refs []uint32)
TEXT ·prefetchToWrite(SB), NOSPLIT, $0-24
	MOVQ refs_base+0(FP), AX
	MOVQ refs_len+8(FP), CX
	JMP  test

next:
	BYTE $0x0F; BYTE $0x0D; BYTE $0x08 // PREFETCHW (AX)
	ADDQ $64, AX
	SUBQ $16, CX

test:
	TESTQ CX, CX
	JG    next
	RET
