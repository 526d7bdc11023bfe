//go:build arm64 && !race && !interleave

#include "textflag.h"

// Offsets have 64 bits or 32. Both loops below are macros, because only the instructions
// that read the two offsets of node R7 differ. They overwrite R7.
#define WIDE(from, to)   ADD R7<<3, R0, R7; MOVD (R7), from; MOVD 8(R7), to
#define NARROW(from, to) ADD R7<<2, R0, R7; MOVWU (R7), from; MOVWU 4(R7), to

// PREFETCH is the loop of PrefetchTargets. The first load of COLLECT reaches 4 successors. So
// the second line is that of the last successor, but not before that of the fourth. A node
// without successors has no line. In its place an address is asked for that is in the cache.
//
//	R0 offsets, R1 number of nodes, R2 targets, R3 the next of nodes, R4 how many are left
#define PREFETCH(BOUNDS) \
next: \
	MOVWU.P 4(R3), R7; \
	CMP     R1, R7; \
	BGE     skip; \
	BOUNDS(R8, R9); \
	CMP     R8, R9; \
	ADD     R8<<2, R2, R8; \
	ADD     R9<<2, R2, R9; \
	CSEL    EQ, R3, R8, R8; \
	CSEL    EQ, R3, R9, R9; \
	SUB     $4, R9; \
	ADD     $12, R8, R10; \
	CMP     R10, R9; \
	CSEL    LO, R10, R9, R9; \
	PRFM    (R8), PLDL2KEEP; \
	PRFM    (R9), PLDL2KEEP; \
skip: \
	SUBS $1, R4; \
	BNE  next

// COLLECT is the loop of collectPlain. For a node of up to 8 successors it always copies
// twice 4. The first 4 begin at the first successor, and the last 4 end at the last one. So
// they overlap, and what is read beyond the last successor are 3 at most. The number of
// successors decides only where a copy begins. So there is no branch on it. A node with more
// than 8 takes a branch to label more. There the last copies end at the last successor, too.
// For a node without successors something is read that is in the cache.
//
//	R0 offsets, R1 number of nodes, R2 targets, R5 the last place where 32 can be read
//	R3 nodes, R4 how many; R11 where the next successors go; R12 out
//	R6 nodes taken; R9 number of successors; R10 and R13 where the last 4 lie and go
#define COLLECT(BOUNDS) \
	B test; \
next: \
	MOVWU (R3)(R6<<2), R7; \
	CMP   R1, R7; \
	BGE   done; \
	BOUNDS(R8, R9); \
	CMP   R5, R8; \
	BHI   done; \
	SUBS  R8, R9; \
	ADD   R8<<2, R2, R8; \
	CSEL  EQ, R12, R8, R8; \
	SUBS  $4, R9, R10; \
	CSEL  LO, ZR, R10, R10; \
	ADD   R10<<2, R11, R13; \
	ADD   R10<<2, R8, R10; \
	CMP   $8, R9; \
	BHI   more; \
	VLD1  (R8), [V0.B16]; \
	VLD1  (R10), [V1.B16]; \
	VST1  [V0.B16], (R11); \
	VST1  [V1.B16], (R13); \
kept: \
	ADD R9<<2, R11; \
	ADD $1, R6; \
test: \
	CMP R4, R6; \
	BLT next; \
	B   done; \
more: \
	CMP    $32, R9; \
	BHI    done; \
	VLD1.P 32(R8), [V0.B16, V1.B16]; \
	VST1   [V0.B16, V1.B16], (R11); \
	CMP    $16, R9; \
	BLS    last; \
	VLD1   (R8), [V0.B16, V1.B16]; \
	ADD    $32, R11, R14; \
	VST1   [V0.B16, V1.B16], (R14); \
	SUB    $48, R10, R14; \
	VLD1   (R14), [V0.B16, V1.B16]; \
	SUB    $48, R13, R14; \
	VST1   [V0.B16, V1.B16], (R14); \
last: \
	SUB  $16, R10; \
	SUB  $16, R13; \
	VLD1 (R10), [V0.B16, V1.B16]; \
	VST1 [V0.B16, V1.B16], (R13); \
	B    kept

// func prefetchTargetsWide(offsets []uint64, targets, nodes []uint32)
TEXT ·prefetchTargetsWide(SB), NOSPLIT, $0-72
	MOVD offsets_base+0(FP), R0
	MOVD offsets_len+8(FP), R1
	MOVD targets_base+24(FP), R2
	MOVD nodes_base+48(FP), R3
	MOVD nodes_len+56(FP), R4
	SUB  $1, R1
	CBZ  R4, done
	PREFETCH(WIDE)

done:
	RET

// func prefetchTargetsNarrow(offsets, targets, nodes []uint32)
TEXT ·prefetchTargetsNarrow(SB), NOSPLIT, $0-72
	MOVD offsets_base+0(FP), R0
	MOVD offsets_len+8(FP), R1
	MOVD targets_base+24(FP), R2
	MOVD nodes_base+48(FP), R3
	MOVD nodes_len+56(FP), R4
	SUB  $1, R1
	CBZ  R4, done
	PREFETCH(NARROW)

done:
	RET

// func collectWide(offsets []uint64, targets, nodes, out []uint32) (refs, taken int)
TEXT ·collectWide(SB), NOSPLIT, $0-112
	MOVD offsets_base+0(FP), R0
	MOVD offsets_len+8(FP), R1
	MOVD targets_base+24(FP), R2
	MOVD targets_len+32(FP), R5
	MOVD nodes_base+48(FP), R3
	MOVD nodes_len+56(FP), R4
	MOVD out_base+72(FP), R11
	MOVD R11, R12
	SUB  $1, R1
	MOVD $0, R6
	SUBS $32, R5
	BLT  done
	COLLECT(WIDE)

done:
	SUB  R12, R11
	LSR  $2, R11
	MOVD R11, refs+96(FP)
	MOVD R6, taken+104(FP)
	RET

// func collectNarrow(offsets, targets, nodes, out []uint32) (refs, taken int)
TEXT ·collectNarrow(SB), NOSPLIT, $0-112
	MOVD offsets_base+0(FP), R0
	MOVD offsets_len+8(FP), R1
	MOVD targets_base+24(FP), R2
	MOVD targets_len+32(FP), R5
	MOVD nodes_base+48(FP), R3
	MOVD nodes_len+56(FP), R4
	MOVD out_base+72(FP), R11
	MOVD R11, R12
	SUB  $1, R1
	MOVD $0, R6
	SUBS $32, R5
	BLT  done
	COLLECT(NARROW)

done:
	SUB  R12, R11
	LSR  $2, R11
	MOVD R11, refs+96(FP)
	MOVD R6, taken+104(FP)
	RET
