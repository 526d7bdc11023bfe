package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// OneQueue returns the loads of the paper's worst case: all tasks are on processor 0.
// Both arguments must be at least 1.
func OneQueue(processors, tasks int) []int {
	loads := make([]int, processors)
	loads[0] = tasks
	return loads
}

// BallsInBins returns loads for which each task has chosen its processor at random
// (section 4, "Initial repartition of tasks"). There must be at least 1 processor.
func BallsInBins(processors, tasks int, seed uint64) []int {
	random := newRandom(seed, "balls")
	loads := make([]int, processors)
	for range tasks {
		loads[random.IntN(processors)]++
	}
	return loads
}

// newRandom returns a generator for one purpose of a seed. Runs are counted with
// neighbouring seeds, and neighbouring seeds of a PCG give related streams. This is
// therefore a ChaCha8 whose seed is a digest.
func newRandom(seed uint64, purpose string) *rand.Rand {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	return rand.New(rand.NewChaCha8(sha256.Sum256(append(b[:], purpose...))))
}
