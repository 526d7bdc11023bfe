// func prefetch(granule *uint64)
TEXT ·prefetch(SB), 4, $0-8 // 4: there is no check for more stack
	MOVD granule+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET
