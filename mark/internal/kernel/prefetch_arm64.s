//go:build arm64 && !race && !interleave

#include "textflag.h"

// EACH is the loop of what asks the memory for something for each number of a list. The list begins at R1, and has R2
// numbers. ASK finds the number in R3, and may overwrite it. A prefetch of any address is harmless.
#define EACH(ASK) \
	CMP $0, R2; \
	BLE done; \
next: \
	MOVWU.P 4(R1), R3; \
	ASK; \
	SUBS $1, R2; \
	BNE  next

#define OBJECT   ADD R3<<3, R0, R3; PRFM (R3), PLDL2KEEP; ADD R4, R3, R3; PRFM (R3), PLDL2KEEP
#define BIT      LSR $6, R3; ADD R3<<3, R0, R3; PRFM (R3), PLDL1KEEP
#define BITTOSET LSR $6, R3; ADD R3<<3, R0, R3; PRFM (R3), PSTL1KEEP
#define WIDE     ADD R3<<3, R0, R3; PRFM (R3), PLDL1KEEP; PRFM 8(R3), PLDL1KEEP
#define NARROW   ADD R3<<2, R0, R3; PRFM (R3), PLDL1KEEP

// func prefetchObjects(arena []byte, objects []uint32, reach int)
//
// For each object it asks for two lines: that of the header, and that of the byte which
// lies reach bytes further. Both go into the second-level cache. A prefetch of any
// address is harmless.
TEXT ·prefetchObjects(SB), NOSPLIT, $0-56
	MOVD arena_base+0(FP), R0
	MOVD objects_base+24(FP), R1
	MOVD objects_len+32(FP), R2
	MOVD reach+48(FP), R4
	EACH(OBJECT)

done:
	RET

// func prefetchBits(marks []Word, refs []uint32)
//
// For each ref it asks for the line of its mark bit.
TEXT ·prefetchBits(SB), NOSPLIT, $0-48
	MOVD marks_base+0(FP), R0
	MOVD refs_base+24(FP), R1
	MOVD refs_len+32(FP), R2
	EACH(BIT)

done:
	RET

// func prefetchBitsToSet(marks []Word, refs []uint32)
//
// For each ref it asks for the line of its mark bit, in order to write to it.
TEXT ·prefetchBitsToSet(SB), NOSPLIT, $0-48
	MOVD marks_base+0(FP), R0
	MOVD refs_base+24(FP), R1
	MOVD refs_len+32(FP), R2
	EACH(BITTOSET)

done:
	RET

// func prefetchWide(offsets []uint64, nodes []uint32)
TEXT ·prefetchWide(SB), NOSPLIT, $0-48
	MOVD offsets_base+0(FP), R0
	MOVD nodes_base+24(FP), R1
	MOVD nodes_len+32(FP), R2
	EACH(WIDE)

done:
	RET

// func prefetchNarrow(offsets, nodes []uint32)
TEXT ·prefetchNarrow(SB), NOSPLIT, $0-48
	MOVD offsets_base+0(FP), R0
	MOVD nodes_base+24(FP), R1
	MOVD nodes_len+32(FP), R2
	EACH(NARROW)

done:
	RET

// func prefetchToWrite(refs []uint32)
TEXT ·prefetchToWrite(SB), NOSPLIT, $0-24
	MOVD refs_base+0(FP), R0
	MOVD refs_len+8(FP), R1
	CMP  $0, R1
	BLE  done

next:
	PRFM (R0), PSTL1KEEP
	ADD  $64, R0
	SUBS $16, R1
	BGT  next

done:
	RET
