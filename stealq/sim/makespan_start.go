package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// OneQueue returns the paper's worst case: all tasks on processor 0. Both
// arguments are at least 1.
func OneQueue(processors, tasks int) []int {
	loads := make([]int, processors)
	loads[0] = tasks
	return loads
}

// BallsInBins returns loads of which each task has chosen its processor at
// random (Section 4, "Initial repartition of tasks").
func BallsInBins(processors, tasks int, seed uint64) []int {
	random := newRandom(seed, "balls")
	loads := make([]int, processors)
	for range tasks {
		loads[random.IntN(processors)]++
	}
	return loads
}

// newRandom returns a generator for one purpose of a seed. Neighbouring seeds of
// a PCG give related streams, and runs are counted with neighbouring seeds, so
// the seed of a ChaCha8 is a digest.
func newRandom(seed uint64, purpose string) *rand.Rand {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	return rand.New(rand.NewChaCha8(sha256.Sum256(append(b[:], purpose...))))
}
