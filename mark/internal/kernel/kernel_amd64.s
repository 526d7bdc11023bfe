//go:build amd64 && !race && !interleave

#include "textflag.h"

// func dropNil(marks []Word, refs []uint32) (left int)
//
// It does what prefetchBits does, and what dropNilPlain does. Up to the first nil no ref
// moves. That loop costs no more than prefetchBits, and many heaps have hardly any nil.
// From the first nil on every ref is stored behind those that are kept, and counted only
// if it is not nil. So there is no branch there.
//
// The loops begin at multiples of 32 bytes. A jump that crosses such a boundary is slow on
// some processors: with one of these loops uniform took 1.2 times as long.
TEXT ·dropNil(SB), NOSPLIT, $0-56
	MOVQ marks_base+0(FP), AX
	MOVQ refs_base+24(FP), BX
	MOVQ refs_len+32(FP), R10   // refs kept, if there is no nil
	LEAQ (BX)(R10*4), SI        // the end of refs; CX counts up to it
	MOVQ R10, CX
	NEGQ CX
	JZ   done

	PCALIGN $32

first:
	MOVL       (SI)(CX*4), DX
	TESTL      DX, DX
	JZ         drop
	SHRL       $6, DX
	PREFETCHT0 (AX)(DX*8)
	INCQ       CX
	JNZ        first

done:
	MOVQ R10, left+48(FP)
	RET

drop:
	ADDQ CX, R10                // refs before the first nil

	PCALIGN $32

next:
	MOVL       (SI)(CX*4), DX
	MOVL       DX, (BX)(R10*4)
	CMPL       DX, $1           // carry: the ref is nil
	SBBQ       $-1, R10
	SHRL       $6, DX
	PREFETCHT0 (AX)(DX*8)
	INCQ       CX
	JNZ        next
	JMP        done

// COLLECT is the loop of collectRefs and collectEight. For each object it always copies 8
// references, even if the object has fewer. The references of the next object then overwrite
// the surplus. So the number of references decides only where the next copy begins, and there
// is no branch on it. An object with more than 8 references takes a branch to label more.
// There 16 references are copied, or 32. LOAD and STORE move 8 of them.
//
//	AX arena, R8 its bytes, then the last offset with a header and 32 references
//	BX batch, CX how many, R10 objects collected; DI where the next references go, SI where the first went
#define COLLECT(LOAD, STORE) \
	MOVQ DI, SI; \
	SUBQ $136, R8; \
	XORQ R10, R10; \
	JMP  test; \
next: \
	MOVL (BX)(R10*4), DX; \
	SHLQ $3, DX; \
	CMPQ DX, R8; \
	JGT  done; \
	ADDQ AX, DX; \
	MOVL (DX), R9; \
	LOAD(8); \
	CMPL R9, $8; \
	JHI  more; \
	STORE(0); \
kept: \
	LEAQ (DI)(R9*4), DI; \
	INCQ R10; \
test: \
	CMPQ R10, CX; \
	JLT  next; \
	JMP  done; \
more: \
	CMPL R9, $32; \
	JHI  done; \
	STORE(0); \
	LOAD(40); \
	STORE(32); \
	CMPL R9, $16; \
	JLS  kept; \
	LOAD(72); \
	STORE(64); \
	LOAD(104); \
	STORE(96); \
	JMP  kept

#define LOADTWICE(at)  MOVUPS at(DX), X0; MOVUPS at+16(DX), X1
#define STORETWICE(at) MOVUPS X0, at(DI); MOVUPS X1, at+16(DI)
#define LOADONCE(at)   VMOVDQU at(DX), Y0
#define STOREONCE(at)  VMOVDQU Y0, at(DI)

// func collectRefs(arena []byte, batch, out []uint32) (refs, objects int)
TEXT ·collectRefs(SB), NOSPLIT, $0-88
	MOVQ arena_base+0(FP), AX
	MOVQ arena_len+8(FP), R8
	MOVQ batch_base+24(FP), BX
	MOVQ batch_len+32(FP), CX
	MOVQ out_base+48(FP), DI
	COLLECT(LOADTWICE, STORETWICE)

done:
	SUBQ DI, SI
	NEGQ SI
	SHRQ $2, SI
	MOVQ SI, refs+72(FP)
	MOVQ R10, objects+80(FP)
	RET

// func collectEight(arena []byte, batch, out []uint32) (refs, objects int)
TEXT ·collectEight(SB), NOSPLIT, $0-88
	MOVQ arena_base+0(FP), AX
	MOVQ arena_len+8(FP), R8
	MOVQ batch_base+24(FP), BX
	MOVQ batch_len+32(FP), CX
	MOVQ out_base+48(FP), DI
	COLLECT(LOADONCE, STOREONCE)

done:
	SUBQ DI, SI
	NEGQ SI
	SHRQ $2, SI
	MOVQ SI, refs+72(FP)
	MOVQ R10, objects+80(FP)
	VZEROUPPER
	RET

// REFS is the loop of claimAlone and filterWhite. It stores every ref at DI. Then DI moves on only if the bit was clear,
// which TEST leaves in the carry. So there is no branch on the bit. The loop stops at a ref beyond the bitmap.
//
//	AX bitmap, R8 its words; BX refs, CX how many; R10 refs looked at
#define REFS(TEST) \
	JMP test; \
next: \
	MOVL (BX)(R10*4), DX; \
	MOVL DX, R9; \
	SHRL $6, R9; \
	CMPQ R9, R8; \
	JAE  done; \
	MOVQ (AX)(R9*8), R11; \
	MOVL DX, (DI); \
	TEST; \
	SBBQ R12, R12; \
	LEAQ 4(DI)(R12*4), DI; \
	INCQ R10; \
test: \
	CMPQ R10, CX; \
	JLT  next

#define WHETHERSET BTQ  DX, R11
#define ANDSET     BTSQ DX, R11; MOVQ R11, (AX)(R9*8)

// func claimAlone(marks []Word, refs, stack []uint32) (pushed, done int)
//
// It does what claimAlonePlain does. It stores every ref at the top of the stack. Then it
// moves the top only if the bit was clear. So there is no branch on the bit.
TEXT ·claimAlone(SB), NOSPLIT, $0-88
	MOVQ marks_base+0(FP), AX
	MOVQ marks_len+8(FP), R8
	MOVQ refs_base+24(FP), BX
	MOVQ refs_len+32(FP), CX
	MOVQ stack_base+48(FP), DI
	MOVQ DI, SI
	XORQ R10, R10
	REFS(ANDSET)

done:
	SUBQ DI, SI
	NEGQ SI
	SHRQ $2, SI
	MOVQ SI, pushed+72(FP)
	MOVQ R10, done+80(FP)
	RET

// func filterWhite(marks []Word, refs []uint32) (white, done int)
//
// It does what filterWhitePlain does. It stores every ref behind those that are kept. Then
// it moves on only if the bit is clear. So there is no branch on the bit.
TEXT ·filterWhite(SB), NOSPLIT, $0-64
	MOVQ marks_base+0(FP), AX
	MOVQ marks_len+8(FP), R8
	MOVQ refs_base+24(FP), BX
	MOVQ refs_len+32(FP), CX
	MOVQ BX, DI
	XORQ R10, R10
	REFS(WHETHERSET)

done:
	SUBQ BX, DI
	SHRQ $2, DI
	MOVQ DI, white+48(FP)
	MOVQ R10, done+56(FP)
	RET
