// Gap marks graphs of the GAP Benchmark Suite in both directions, and forward only, in turns, with one worker and
// with two. The graphs are .sg files of the suite's converter:
//
//	gapbs/converter -u 22 -k 4 -b u22k4.sg
//	go run ./testdata/make/gap u22k4.sg
//
// It prints medians in milliseconds. With -suite gapbs the suite's bfs runs in the same rounds, from the same roots, and the last
// column is its time over that in both directions: above 1 the suite takes longer.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/gap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/mark"
)

func main() {
	rounds := flag.Int("rounds", 7, "how many rounds there are")
	root := flag.Uint("root", 0, "the node to begin with")
	suite := flag.String("suite", "", "the folder of the suite, whose bfs is to run, too")
	flag.Parse()
	for _, file := range flag.Args() {
		if err := compare(file, *suite, uint32(*root), max(1, *rounds)); err != nil {
			fmt.Fprintln(os.Stderr, "gap:", err)
			os.Exit(1)
		}
	}
}

// compare prints a line for each number of workers.
func compare(file, suite string, root uint32, rounds int) error {
	forward, err := read(file)
	if err != nil {
		return err
	}
	both, err := mark.NewBidirectional(forward, forward)
	if err != nil {
		return err
	}
	for _, workers := range []int{1, 2} {
		m, err := mark.New(mark.Options{Workers: workers})
		if err != nil {
			return err
		}
		times := make([][]float64, 3)
		reached := uint64(0)
		for range rounds {
			for i, g := range []mark.Digraph{forward, both} {
				start := time.Now()
				r, err := m.MarkGraph(context.Background(), g, []uint32{root})
				if err != nil {
					return err
				}
				times[i] = append(times[i], time.Since(start).Seconds()*1000)
				if i > 0 && r.Count() != reached {
					return fmt.Errorf("%s: %d nodes in both directions, and %d forward", file, r.Count(), reached)
				}
				reached = r.Count()
			}
			if suite != "" {
				ms, err := bfs(suite, file, root, workers)
				if err != nil {
					return err
				}
				times[2] = append(times[2], ms)
			}
		}
		m.Close()
		fmt.Printf("%s, %d workers, %d reached: forward %.1f ms, both %.1f ms", filepath.Base(file), workers, reached, median(times[0]), median(times[1]))
		if suite != "" {
			fmt.Printf(", bfs %.1f ms, bfs/forward %.2f, bfs/both %.2f", median(times[2]), median(times[2])/median(times[0]), median(times[2])/median(times[1]))
		}
		fmt.Println()
	}
	return nil
}

var trial = regexp.MustCompile(`Trial Time: +([0-9.]+)`)

// bfs returns the median of three trials of the suite, in milliseconds.
func bfs(suite, file string, root uint32, workers int) (float64, error) {
	c := exec.Command(filepath.Join(suite, "bfs"), "-f", file, "-r", strconv.FormatUint(uint64(root), 10), "-n", "4")
	c.Env = append(os.Environ(), fmt.Sprint("OMP_NUM_THREADS=", workers))
	out, err := c.Output()
	if err != nil {
		return 0, fmt.Errorf("bfs: %w", err)
	}
	var ms []float64
	for _, t := range trial.FindAllSubmatch(out, -1)[1:] { // the first one is slower: it gets its memory from the system
		s, err := strconv.ParseFloat(string(t[1]), 64)
		if err != nil {
			return 0, err
		}
		ms = append(ms, s*1000)
	}
	return median(ms), nil
}

// read reads a graph as gcbench does, and numbers its nodes as they stand in the file.
func read(file string) (*mark.Adjacency, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := gap.Read(f, sink.Options{})
	if err != nil {
		return nil, err
	}
	number := make([]uint32, d.Heap.Granules())
	nodes := uint32(0)
	for _, obj := range d.Heap.Objects() {
		number[obj] = nodes
		nodes++
	}
	offsets, targets := []uint32{0}, []uint32(nil) // both directions together have fewer than 2^32 edges
	for _, obj := range d.Heap.Objects() {
		for _, to := range d.Heap.Refs(obj) {
			if to != heap.Nil {
				targets = append(targets, number[to])
			}
		}
		offsets = append(offsets, uint32(len(targets)))
	}
	return mark.NewAdjacency(offsets, targets)
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
