package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// BenchmarkScan times the scan loop alone, on objects and a bitmap that lie in
// the first or second cache, for references that are white or already marked.
// Beside it stands the plain loop that tests compare it with.
func BenchmarkScan(b *testing.B) {
	for _, degree := range []int{1, 3, 16, 100} {
		var build heap.Builder
		const objects = 2000
		random := rand.New(rand.NewPCG(1, 1))
		for range objects {
			refs := make([]uint32, degree)
			for i := range refs {
				refs[i] = uint32(random.IntN(objects))
			}
			build.Add(0, refs...)
		}
		h, err := build.Build()
		if err != nil {
			b.Fatal(err)
		}
		var batches [][]uint32
		for _, obj := range h.Objects() {
			if n := len(batches); n == 0 || len(batches[n-1]) == batchObjects {
				batches = append(batches, nil)
			}
			batches[len(batches)-1] = append(batches[len(batches)-1], uint32(obj))
		}
		for _, marked := range []bool{false, true} {
			for _, kernel := range []string{"alone", "shared", "plain"} {
				b.Run(fmt.Sprintf("degree=%d/marked=%v/kernel=%s", degree, marked, kernel), func(b *testing.B) {
					benchmarkScan(b, h, batches, marked, kernel)
					b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(objects*degree), "ns/ref")
				})
			}
		}
	}
}

func benchmarkScan(b *testing.B, h *heap.Heap, batches [][]uint32, marked bool, kernel string) {
	workers := 1
	if kernel == "shared" {
		workers = 2
	}
	m, err := New(Options{Workers: workers})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	w := m.workers[0]
	m.Marks.Resize(h.Granules())
	s := m.reads(h)
	m.decide(s)
	m.gather()
	w.setAlone(workers == 1)
	for b.Loop() {
		if !marked {
			m.Marks.Clear()
		}
		for _, batch := range batches {
			w.Bottom, w.Top = 0, 0
			if kernel == "plain" {
				plainScan(h, &m.Marks, batch)
			} else {
				s.scan(w, batch)
			}
		}
	}
}
