//go:build amd64 && !race && !interleave

#include "textflag.h"

// Offsets have 64 bits or 32. Both loops below are macros, because only the instructions
// that read the two offsets of node DX differ.
#define WIDE(from, to)   MOVQ (AX)(DX*8), from; MOVQ 8(AX)(DX*8), to
#define NARROW(from, to) MOVL (AX)(DX*4), from; MOVL 4(AX)(DX*4), to

// PREFETCH is the loop of PrefetchTargets. The first load of COLLECT reaches 4 successors. So
// the second line is that of the last successor, but not before that of the fourth. A node
// without successors has no line. In its place an address is asked for that is in the cache.
//
//	AX offsets, R9 number of nodes, R8 targets, BX end of nodes, CX counts up to it
#define PREFETCH(BOUNDS) \
next: \
	MOVL       (BX)(CX*4), DX; \
	CMPQ       DX, R9; \
	JGE        skip; \
	BOUNDS(SI, DI); \
	LEAQ       (R8)(SI*4), R10; \
	LEAQ       12(R8)(SI*4), R12; \
	LEAQ       -4(R8)(DI*4), R11; \
	CMPQ       R11, R12; \
	CMOVQCS    R12, R11; \
	CMPQ       SI, DI; \
	CMOVQEQ    BX, R10; \
	CMOVQEQ    BX, R11; \
	PREFETCHT1 (R10); \
	PREFETCHT1 (R11); \
skip: \
	INCQ CX; \
	JNZ  next

// COLLECT is the loop of collectPlain. For a node of up to 8 successors it always copies
// twice 4. The first 4 begin at the first successor, and the last 4 end at the last one. So
// they overlap, and what is read beyond the last successor are 3 at most. The number of
// successors decides only where a copy begins. So there is no branch on it. A node with more
// than 8 takes a branch to label more. There the last copies end at the last successor, too.
// For a node without successors something is read that is in the cache.
//
//	AX offsets, R9 number of nodes, R8 targets, R11 the last place where 32 can be read
//	BX nodes, CX how many; DI where the next successors go; R14 out
//	R10 nodes taken; R12 number of successors; R13 where the last 4 begin
#define COLLECT(BOUNDS) \
	JMP test; \
	PCALIGN $32; \
next: \
	MOVL    (BX)(R10*4), DX; \
	CMPQ    DX, R9; \
	JGE     done; \
	BOUNDS(SI, R12); \
	CMPQ    SI, R11; \
	JHI     done; \
	SUBQ    SI, R12; \
	LEAQ    (R8)(SI*4), SI; \
	CMOVQEQ R14, SI; \
	XORL    DX, DX; \
	MOVQ    R12, R13; \
	SUBQ    $4, R13; \
	CMOVQCS DX, R13; \
	CMPQ    R12, $8; \
	JHI     more; \
	MOVUPS  (SI), X0; \
	MOVUPS  (SI)(R13*4), X1; \
	MOVUPS  X0, (DI); \
	MOVUPS  X1, (DI)(R13*4); \
kept: \
	LEAQ (DI)(R12*4), DI; \
	INCQ R10; \
test: \
	CMPQ R10, CX; \
	JLT  next; \
	JMP  done; \
more: \
	CMPQ   R12, $32; \
	JHI    done; \
	MOVUPS (SI), X0; \
	MOVUPS 16(SI), X1; \
	MOVUPS X0, (DI); \
	MOVUPS X1, 16(DI); \
	CMPQ   R12, $16; \
	JLS    last; \
	MOVUPS 32(SI), X0; \
	MOVUPS 48(SI), X1; \
	MOVUPS X0, 32(DI); \
	MOVUPS X1, 48(DI); \
	MOVUPS -48(SI)(R13*4), X0; \
	MOVUPS -32(SI)(R13*4), X1; \
	MOVUPS X0, -48(DI)(R13*4); \
	MOVUPS X1, -32(DI)(R13*4); \
last: \
	MOVUPS -16(SI)(R13*4), X0; \
	MOVUPS (SI)(R13*4), X1; \
	MOVUPS X0, -16(DI)(R13*4); \
	MOVUPS X1, (DI)(R13*4); \
	JMP    kept

// func prefetchTargetsWide(offsets []uint64, targets, nodes []uint32)
TEXT ·prefetchTargetsWide(SB), NOSPLIT, $0-72
	MOVQ offsets_base+0(FP), AX
	MOVQ offsets_len+8(FP), R9
	MOVQ targets_base+24(FP), R8
	MOVQ nodes_base+48(FP), BX
	MOVQ nodes_len+56(FP), CX
	DECQ R9
	LEAQ (BX)(CX*4), BX
	NEGQ CX
	JZ   done
	PREFETCH(WIDE)

done:
	RET

// func prefetchTargetsNarrow(offsets, targets, nodes []uint32)
TEXT ·prefetchTargetsNarrow(SB), NOSPLIT, $0-72
	MOVQ offsets_base+0(FP), AX
	MOVQ offsets_len+8(FP), R9
	MOVQ targets_base+24(FP), R8
	MOVQ nodes_base+48(FP), BX
	MOVQ nodes_len+56(FP), CX
	DECQ R9
	LEAQ (BX)(CX*4), BX
	NEGQ CX
	JZ   done
	PREFETCH(NARROW)

done:
	RET

// func collectWide(offsets []uint64, targets, nodes, out []uint32) (refs, taken int)
TEXT ·collectWide(SB), NOSPLIT, $0-112
	MOVQ offsets_base+0(FP), AX
	MOVQ offsets_len+8(FP), R9
	MOVQ targets_base+24(FP), R8
	MOVQ targets_len+32(FP), R11
	MOVQ nodes_base+48(FP), BX
	MOVQ nodes_len+56(FP), CX
	MOVQ out_base+72(FP), DI
	MOVQ DI, R14
	DECQ R9
	XORL R10, R10
	SUBQ $32, R11
	JLT  done
	COLLECT(WIDE)

done:
	SUBQ R14, DI
	SHRQ $2, DI
	MOVQ DI, refs+96(FP)
	MOVQ R10, taken+104(FP)
	RET

// func collectNarrow(offsets, targets, nodes, out []uint32) (refs, taken int)
TEXT ·collectNarrow(SB), NOSPLIT, $0-112
	MOVQ offsets_base+0(FP), AX
	MOVQ offsets_len+8(FP), R9
	MOVQ targets_base+24(FP), R8
	MOVQ targets_len+32(FP), R11
	MOVQ nodes_base+48(FP), BX
	MOVQ nodes_len+56(FP), CX
	MOVQ out_base+72(FP), DI
	MOVQ DI, R14
	DECQ R9
	XORL R10, R10
	SUBQ $32, R11
	JLT  done
	COLLECT(NARROW)

done:
	SUBQ R14, DI
	SHRQ $2, DI
	MOVQ DI, refs+96(FP)
	MOVQ R10, taken+104(FP)
	RET
