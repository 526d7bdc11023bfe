package mark

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// The sizes are constants of package policy, because the simulator has the same ones.
// Here they only get short names.
const (
	batchObjects = policy.BatchObjects
	chunkRefs    = policy.ChunkRefs
	stackHigh    = policy.StackHigh
	drainTo      = policy.DrainTo
	stackRefs    = policy.StackRefs
	recoverRefs  = policy.RecoverRefs
)
