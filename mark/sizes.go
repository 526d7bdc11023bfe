package mark

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// The sizes are those of package policy, so the simulator has the same ones.
const (
	batchObjects = policy.BatchObjects
	chunkRefs    = policy.ChunkRefs
	cursors      = policy.Cursors
	stackHigh    = policy.StackHigh
	stackRefs    = policy.StackRefs
	recoverRefs  = policy.RecoverRefs
	rootsObject  = policy.RootsObject
)
