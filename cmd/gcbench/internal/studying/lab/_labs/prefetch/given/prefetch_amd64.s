// func prefetch(granule *uint64)
TEXT ·prefetch(SB), 4, $0-8 // 4: there is no check for more stack
	MOVQ       granule+0(FP), AX
	PREFETCHT0 (AX)
	RET
