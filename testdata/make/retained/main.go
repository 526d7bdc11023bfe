// Retained measures package dominators, and compares its retained sizes with those of VisualVM's library.
//
//	go run ./testdata/make/retained                             random graphs of 10 million nodes, and paths
//	go run ./testdata/make/retained javac.heap git.heap         heaps, which gcbench convert has made of dumps or of a git repository
//	go run ./testdata/make/retained -sizes sizes.txt app.hprof  the sizes that Sizes.java has written
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/hprof"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/dominators"
)

func main() {
	nodes := flag.Int("nodes", 10_000_000, "how many nodes the graphs have")
	rounds := flag.Int("rounds", 3, "how many rounds there are; the table has the fastest")
	sizes := flag.String("sizes", "", "a file that Sizes.java has written of the dump")
	flag.Parse()
	if err := run(*nodes, *rounds, *sizes, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(nodes, rounds int, sizes string, files []string) error {
	if sizes != "" {
		return compare(files[0], sizes)
	}
	fmt.Printf("%-24s %10s %10s %9s %8s %8s %9s\n", "graph", "nodes", "edges", "ms", "ns/node", "marks", "B/node")
	if len(files) == 0 {
		g, err := random(nodes, 3)
		if err != nil {
			return err
		}
		for _, c := range []struct {
			name string
			g    mark.Digraph
		}{{"random", g}, {"path", path(nodes, false)}, {"path, edges back", path(nodes, true)}} {
			if err := measure(c.name, c.g, []uint32{0}, rounds); err != nil {
				return err
			}
		}
	}
	for _, file := range files {
		h, err := heap.OpenSnapshot(file)
		if err != nil {
			return err
		}
		if err := measure(filepath.Base(file), h.Heap().Graph(), h.Heap().Graph().Roots(), rounds); err != nil {
			return err
		}
		h.Close()
	}
	return nil
}

func random(nodes, degree int) (*mark.Adjacency, error) {
	r := rand.New(rand.NewPCG(1, 2))
	offsets, targets := make([]uint32, nodes+1), make([]uint32, nodes*degree)
	for i := range targets {
		targets[i] = r.Uint32N(uint32(nodes))
	}
	for i := range offsets {
		offsets[i] = uint32(i * degree)
	}
	return mark.NewAdjacency(offsets, targets)
}

// path is a list, without edges back to its first node or with one from each node.
func path(nodes int, back bool) mark.Digraph {
	return mark.Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 {
		if int(node)+1 < nodes {
			buf = append(buf, node+1)
		}
		if back {
			buf = append(buf, 0)
		}
		return buf
	}}
}

// measure prints a row: the fastest of some rounds, and the most memory of the first, without the edges turned round.
func measure(name string, g mark.Digraph, roots []uint32, rounds int) error {
	marks, trees := time.Duration(1<<62), time.Duration(1<<62)
	most, edges, reached := uint64(0), uint64(0), 0
	for range rounds {
		start := time.Now()
		if _, err := mark.Graph(context.Background(), g, roots, mark.Options{}); err != nil {
			return err
		}
		marked := time.Now()
		tree, err := dominators.Of(context.Background(), g, roots, mark.Options{})
		if err != nil {
			return err
		}
		marks, trees = min(marks, marked.Sub(start)), min(trees, time.Since(marked))
		if reached == 0 {
			reached = tree.Len()
			var buf []uint32
			for node := range tree.All() {
				buf = g.AppendSuccessors(buf[:0], node)
				edges += uint64(len(buf))
			}
			tree = nil
			most = peak(func() { tree, err = dominators.Of(context.Background(), g, roots, mark.Options{}) })
		}
	}
	each := float64(reached)
	fmt.Printf("%-24s %10d %10d %9.0f %8.0f %8.1f %9.1f\n", name, reached, edges, trees.Seconds()*1e3, float64(trees)/each, float64(trees)/float64(marks), (float64(most)-4*float64(edges))/each-4)
	return nil
}

// peak is how much the heap grows while f runs. The garbage is collected often, and f takes longer.
func peak(f func()) (most uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan bool)
	go func() {
		f()
		close(done)
	}()
	for {
		select {
		case <-done:
			return most
		case <-time.After(5 * time.Millisecond):
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
		}
	}
}

// compare weighs objects as the file says, and counts for how many the retained size is that of the file.
func compare(dump, sizes string) error {
	in, err := os.Open(dump)
	if err != nil {
		return err
	}
	defer in.Close()
	h, err := hprof.Read(bufio.NewReader(in), sink.Options{})
	if err != nil {
		return err
	}
	size, kept := map[heap.Ref]uint64{}, map[heap.Ref]uint64{}
	file, err := os.Open(sizes)
	if err != nil {
		return err
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var id, own, retained uint64
		if _, err := fmt.Sscan(lines.Text(), &id, &own, &retained); err != nil {
			return err
		}
		if ref, ok := h.Ref(id); ok {
			size[ref], kept[ref] = own, retained
		}
	}
	g := h.Heap.Graph()
	strong := mark.Func{Nodes: g.NumNodes(), Successors: func(buf []uint32, node uint32) []uint32 {
		for i, to := range h.Heap.Refs(heap.Ref(node)) {
			if to != heap.Nil && h.Reference(heap.Ref(node), int(i)) != "referent" {
				buf = append(buf, uint32(to))
			}
		}
		return buf
	}}
	for _, c := range []struct {
		name string
		g    mark.Digraph
	}{{"soft references are followed", g}, {"no referent is followed", strong}} {
		tree, err := dominators.Of(context.Background(), c.g, g.Roots(), mark.Options{})
		if err != nil {
			return err
		}
		ours := tree.Retained(func(node uint32) uint64 { return size[heap.Ref(node)] })
		equal, more, less := 0, 0, 0
		for ref, theirs := range kept {
			switch got := ours.Of(uint32(ref)); {
			case got == theirs:
				equal++
			case got > theirs:
				more++
			default:
				less++
			}
		}
		fmt.Printf("%s: of %d objects %d are equal, %d keep more here, %d keep less\n", c.name, len(kept), equal, more, less)
	}
	return nil
}
