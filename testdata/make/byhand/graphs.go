package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/git"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// input is a graph, in each of the forms in which a program may have it.
type input struct {
	name    string
	edges   [][2]uint32
	text    []byte   // the edges as lines of two names; the first name is the root
	offsets []uint32 // the successors of node i are targets[offsets[i]:offsets[i+1]]
	targets []uint32
	graph   *mark.Adjacency // of these arrays
	roots   []uint32        // one

	isPath bool // one long path: only questions about searches are asked

	far   uint32   // a node that is as far from the root as any
	cut   uint32   // of the root's successors, the one that keeps most
	later []uint32 // further roots
	some  []uint32 // a hundred nodes whose paths are asked for
	pairs []reach.Ephemeron

	markers map[int]*mark.Marker // by number of workers, for those who ask often
	seen    []bool               // for loops that are asked often
}

func (in *input) nodes() int { return len(in.offsets) - 1 }

// source is where a graph comes from.
type source struct {
	name string
	load func(ctx context.Context) (*input, error)
}

func sources(edges int) []source {
	return []source{
		{"imports", imports}, {"git", objects}, {"random", func(context.Context) (*input, error) { return random(edges) }},
		{"in order", func(context.Context) (*input, error) { return chain("in order", edges/5, false) }},
		{"shuffled", func(context.Context) (*input, error) { return chain("shuffled", edges/5, true) }},
	}
}

// chain is a path of so many nodes, numbered in its order or at random.
func chain(name string, nodes int, shuffled bool) (*input, error) {
	order := make([]uint32, nodes)
	for i := range order {
		order[i] = uint32(i)
	}
	if shuffled {
		rand.New(rand.NewPCG(5, 6)).Shuffle(nodes-1, func(i, j int) { order[i+1], order[j+1] = order[j+1], order[i+1] })
	}
	in := &input{name: name, isPath: true}
	for i := range nodes - 1 {
		in.edges = append(in.edges, [2]uint32{order[i], order[i+1]})
	}
	return in, in.build(nodes)
}

// imports is the graph of the standard library: which package imports which. The question is
// what net/http needs.
func imports(ctx context.Context) (*input, error) {
	const lines = `{{$from := .ImportPath}}{{range .Imports}}{{$from}} {{.}}{{"\n"}}{{end}}`
	text, err := exec.CommandContext(ctx, "go", "list", "-f", lines, "std").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return named("imports", text, "net/http")
}

// objects is the graph of this git repository: commits, trees, tags and blobs. The roots are
// the refs.
func objects(ctx context.Context) (*input, error) {
	d, err := git.Read(ctx, ".", sink.Options{})
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for ref := range d.Objects() {
		for range d.RootsOf(ref) {
			fmt.Fprintln(&text, "roots", d.Text(ref))
		}
		for _, to := range d.Heap.Refs(ref) {
			if to != heap.Nil {
				fmt.Fprintln(&text, d.Text(ref), d.Text(to))
			}
		}
	}
	return named("git", text.Bytes(), "roots")
}

// random is a graph in which five edges lead from each node to random nodes. The seed is fixed.
func random(edges int) (*input, error) {
	r := rand.New(rand.NewPCG(1, 2))
	nodes := uint32(max(1, edges/5))
	in := &input{name: "random"}
	var text bytes.Buffer
	for i := range 5 * nodes {
		from, to := i/5, r.Uint32N(nodes)
		in.edges = append(in.edges, [2]uint32{from, to})
		fmt.Fprintln(&text, from, to)
	}
	in.text = text.Bytes()
	return in, in.build(int(nodes))
}

// named reads a graph from lines of two names. An edge from the root to itself comes first, so
// that the root has the number 0.
func named(name string, text []byte, root string) (*input, error) {
	in := &input{name: name, text: slices.Concat([]byte(root+" "+root+"\n"), text)}
	var numbers mark.Numbering[string]
	for lines := bufio.NewScanner(bytes.NewReader(in.text)); lines.Scan(); {
		from, to, _ := strings.Cut(lines.Text(), " ")
		in.edges = append(in.edges, [2]uint32{numbers.Add(from), numbers.Add(to)})
	}
	return in, in.build(numbers.Len())
}

// sorted makes the arrays of an Adjacency by a counting sort.
func sorted(edges [][2]uint32, nodes int) (offsets, targets []uint32) {
	offsets, targets = make([]uint32, nodes+1), make([]uint32, len(edges))
	for _, e := range edges {
		offsets[e[0]+1]++
	}
	for i := range nodes {
		offsets[i+1] += offsets[i]
	}
	next := slices.Clone(offsets)
	for _, e := range edges {
		targets[next[e[0]]] = e[1]
		next[e[0]]++
	}
	return offsets, targets
}

// build makes the arrays of the edges. The loops by hand need them, too.
func (in *input) build(nodes int) (err error) {
	in.offsets, in.targets = sorted(in.edges, nodes)
	in.roots = []uint32{0}
	in.graph, err = mark.NewAdjacency(in.offsets, in.targets)
	in.markers, in.seen = map[int]*mark.Marker{}, make([]bool, nodes)
	in.choose()
	return err
}

// choose chooses what the questions are about. The random choices have a fixed seed.
func (in *input) choose() {
	r := rand.New(rand.NewPCG(3, 4))
	node := func() uint32 { return r.Uint32N(uint32(in.nodes())) }
	in.far = farthest(in)
	least := in.nodes() + 1
	for _, to := range in.successors(in.roots[0]) {
		seen := make([]bool, in.nodes())
		seen[to] = true
		if left := search(in, in.roots, seen); left < least {
			in.cut, least = to, left
		}
	}
	for range 10 {
		in.later = append(in.later, node())
	}
	in.some = append(in.some, in.far)
	for range 99 {
		in.some = append(in.some, in.near(node()))
	}
	for range 1 + in.nodes()/10 {
		in.pairs = append(in.pairs, reach.Ephemeron{Table: node(), Key: node(), Value: node()})
	}
}

// near is a node itself, but on a path one of the first thousand: a hundred long paths would only be copied.
func (in *input) near(node uint32) uint32 {
	if !in.isPath {
		return node
	}
	at := in.roots[0]
	for range node % min(1000, uint32(in.nodes())) {
		if next := in.successors(at); len(next) > 0 {
			at = next[0]
		}
	}
	return at
}

// asFunc is the graph as a function.
func (in *input) asFunc() mark.Func {
	return mark.Func{Nodes: in.nodes(), Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, in.successors(node)...) }}
}
