package overflow_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

// One operation is one reference stored and taken again, in all of these.

func BenchmarkList(b *testing.B) {
	for _, grain := range []int{1, 64, 256} {
		b.Run(fmt.Sprintf("tier=list/grain=%d/mode=alone", grain), func(b *testing.B) {
			l := overflow.NewList(overflow.NewPool(64, grain))
			refs, buf := make([]uint32, grain), make([]uint32, grain)
			for i := 0; i < b.N; i += grain {
				l.Publish(refs)
				l.Take(buf)
			}
		})
		b.Run(fmt.Sprintf("tier=list/grain=%d/mode=shared", grain), func(b *testing.B) {
			l := overflow.NewList(overflow.NewPool(64, grain))
			b.RunParallel(func(pb *testing.PB) {
				refs, buf := make([]uint32, grain), make([]uint32, grain)
				for i := 0; pb.Next(); i++ {
					if i%grain == 0 {
						l.Publish(refs)
						l.Take(buf)
					}
				}
			})
		})
	}
}

// BenchmarkPending adds every stride-th reference of a large set and takes all.
func BenchmarkPending(b *testing.B) {
	const n = 1 << 24
	for _, stride := range []int{1, 64, 4099} {
		for _, size := range []int{64, 1024} {
			b.Run(fmt.Sprintf("tier=pending/stride=%d/buf=%d/mode=alone", stride, size), func(b *testing.B) {
				s, buf := overflow.NewPending(n), make([]uint32, size)
				for i := 0; i < b.N; {
					for r := 0; r < n && i < b.N; r, i = r+stride, i+1 {
						s.Add(uint32(r))
					}
					for s.Take(buf, 0) > 0 {
					}
				}
			})
		}
	}
}

// BenchmarkPendingShared: all goroutines add into and take from the same chunks.
func BenchmarkPendingShared(b *testing.B) {
	for _, chunks := range []int{1, 64} {
		b.Run(fmt.Sprintf("tier=pending/chunks=%d/mode=shared", chunks), func(b *testing.B) {
			n := uint32(chunks * overflow.ChunkRefs)
			s := overflow.NewPending(uint64(n))
			var ids atomic.Uint32
			b.RunParallel(func(pb *testing.PB) {
				id := ids.Add(1)
				buf := make([]uint32, 1024)
				for i := uint32(1); pb.Next(); i++ {
					s.Add((i*8 + id) % n)
					if i%512 == 0 {
						s.Take(buf, int(id))
					}
				}
			})
		})
	}
}

// BenchmarkPendingEmpty is what an idle worker pays to look.
func BenchmarkPendingEmpty(b *testing.B) {
	for _, n := range []uint64{1 << 22, 1 << 28} {
		b.Run(fmt.Sprintf("tier=pending/refs=%d", n), func(b *testing.B) {
			s := overflow.NewPending(n)
			for b.Loop() {
				if !s.Empty() {
					b.Fatal("not empty")
				}
			}
		})
	}
}
