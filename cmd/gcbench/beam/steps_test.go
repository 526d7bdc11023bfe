package main

import (
	"encoding/binary"
	"errors"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// counted are messages 0 to n-1 to each of some parts, with an n for each, and then an
// error if there is one.
func counted(numbers []int, err error) iter.Seq2[shard.Message, error] {
	return func(yield func(shard.Message, error) bool) {
		for part, n := range numbers {
			for ref := range n {
				if !yield(shard.MessageTo(part, heap.Ref(ref)), nil) {
					return
				}
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

// TestInBatches around the size of a batch: everything comes out in order, in batches that are
// full but for the last one to each part, and none is empty or for two parts.
func TestInBatches(t *testing.T) {
	sizes := []int{0, 1, batchRefs - 1, batchRefs, batchRefs + 1, 2 * batchRefs, 2*batchRefs + 1}
	for _, first := range sizes {
		for _, second := range sizes {
			numbers := []int{first, 0, second}
			got, last := make([]int, len(numbers)), 0
			require.NoError(t, inBatches(counted(numbers, nil), func(part int, batch []byte) {
				require.GreaterOrEqual(t, part, last)
				require.NotEmpty(t, batch)
				require.Zero(t, got[part]%batchRefs, "the batch before is not full")
				require.LessOrEqual(t, len(batch), batchRefs*refBytes)
				for ; len(batch) > 0; batch = batch[refBytes:] {
					if int(binary.LittleEndian.Uint32(batch)) != got[part] {
						t.Fatalf("part %d: ref %d is not the next one, %d", part, binary.LittleEndian.Uint32(batch), got[part])
					}
					got[part]++
				}
				last = part
			}))
			require.Equal(t, numbers, got)
		}
	}
}

func TestInBatchesEndsAtAnError(t *testing.T) {
	damaged := errors.New("damaged")
	require.ErrorIs(t, inBatches(counted([]int{3}, damaged), func(int, []byte) {}), damaged)
}
