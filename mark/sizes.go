package mark

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// The sizes are constants of package policy, because the simulator has the same ones.
// These are their short names in this package, and have no values of their own.
const (
	batchObjects = policy.BatchObjects
	chunkRefs    = policy.ChunkRefs
	cursors      = policy.Cursors
	stackHigh    = policy.StackHigh
	stackRefs    = policy.StackRefs
	recoverRefs  = policy.RecoverRefs
	rootsObject  = policy.RootsObject
)
