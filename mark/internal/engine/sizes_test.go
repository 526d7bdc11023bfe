package engine

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
)

// These are short names for what tests say often.
const (
	batchObjects = policy.BatchObjects
	chunkRefs    = policy.ChunkRefs
	stackHigh    = policy.StackHigh
	drainTo      = policy.DrainTo
	stackRefs    = policy.StackRefs
	recoverRefs  = policy.RecoverRefs
)

type chunk = ranges.Chunk
