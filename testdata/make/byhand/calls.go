package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
	"github.com/seed-3ccf4018/halfmark/mark/walk"
)

// questions are the rows of the table: the call of the library beside the loop.
func questions() []question {
	return []question{
		{name: "is it reachable", ask: reachable, hand: handReachable, paths: true},
		{name: "reachable, Func", ask: reachableFunc, hand: handReachable, paths: true},
		{name: "asked again", ask: again, hand: handAgain},
		{name: "what is not", ask: unreached, hand: handUnreached},
		{name: "why", ask: path, hand: handPath, paths: true},
		{name: "why, Func", ask: pathFunc, hand: handPath, paths: true},
		{name: "why, 100 nodes", ask: paths100, hand: handPaths, paths: true},
		{name: "why, by a tree", ask: pathAgain, hand: handPath, paths: true},
		{name: "how far", ask: levels, hand: handLevels, paths: true},
		{name: "what does it keep", ask: retained, hand: handRetained},
		{name: "what does a root keep", ask: retainedByRoots, hand: handRetainedByRoots},
		{name: "from which of 10 sets", ask: origins, hand: handOrigins},
		{name: "who refers to it", ask: referrers, hand: handReferrers},
		{name: "turned round", ask: reverse, hand: handReverse},
		{name: "found while walked", ask: found, hand: handFound},
		{name: "each call waits", ask: waiting, hand: handWaiting, most: 1000},
		{name: "calls that can fail", ask: fallible, hand: handFallible},
		{name: "more roots later", ask: extend, hand: handExtend},
		{name: "ephemerons", ask: ephemerons, hand: handEphemerons},
		{name: "from edges", ask: adjacency, hand: handAdjacency},
		{name: "from edges, sorted", ask: adjacency, hand: handSorted},
		{name: "from pairs, sorted", ask: pairs, hand: handSorted},
		{name: "stop at a node", ask: until, hand: handUntil},
		{name: "with progress", ask: progress, hand: handReachable},
		{name: "files of names", ask: names, hand: handNames},
	}
}

func reachable(ctx context.Context, in *input, o mark.Options) (string, error) {
	r, err := mark.Graph(ctx, in.graph, in.roots, o)
	return countOf(r, err)
}

func unreached(ctx context.Context, in *input, o mark.Options) (string, error) {
	r, err := mark.Graph(ctx, in.graph, in.roots, o)
	if err != nil {
		return "", err
	}
	count, sum := 0, 0
	for node := range r.Unreached() {
		count++
		sum += int(node)
	}
	return fmt.Sprintf("%d nodes, sum %d", count, sum), nil
}

// countOf is the answer of a mark: how many nodes it has reached.
func countOf(r *mark.Result, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return fmt.Sprint(r.Count(), " nodes"), nil
}

func path(ctx context.Context, in *input, o mark.Options) (string, error) {
	p, err := reach.Path(ctx, in.graph, in.roots, in.far, o)
	if err != nil {
		return "", err
	}
	return fmt.Sprint("path of ", len(p)), nil
}

func reachableFunc(ctx context.Context, in *input, o mark.Options) (string, error) {
	r, err := mark.Graph(ctx, in.asFunc(), in.roots, o)
	return countOf(r, err)
}

func pathFunc(ctx context.Context, in *input, o mark.Options) (string, error) {
	p, err := reach.Path(ctx, in.asFunc(), in.roots, in.far, o)
	if err != nil {
		return "", err
	}
	return fmt.Sprint("path of ", len(p)), nil
}

// pathAgain makes a tree, and asks it for one path.
func pathAgain(ctx context.Context, in *input, o mark.Options) (string, error) {
	t, err := reach.Search(ctx, in.graph, in.roots, o)
	if err != nil {
		return "", err
	}
	return fmt.Sprint("path of ", len(t.Path(in.far))), nil
}

func paths100(ctx context.Context, in *input, o mark.Options) (string, error) {
	t, err := reach.Search(ctx, in.graph, in.roots, o)
	if err != nil {
		return "", err
	}
	sum := 0
	for _, node := range in.some {
		sum += len(t.Path(node))
	}
	return fmt.Sprint("nodes on paths: ", sum), nil
}

func retainedByRoots(ctx context.Context, in *input, o mark.Options) (string, error) {
	s, err := reach.RetainedByRoots(ctx, in.graph, in.later, in.roots, o)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(s.Count(), " nodes"), nil
}

func origins(ctx context.Context, in *input, _ mark.Options) (string, error) {
	t, err := reach.FindOrigins(ctx, in.graph, in.sets())
	if err != nil {
		return "", err
	}
	sum := 0
	for _, mask := range t.All() {
		sum += bits.OnesCount64(mask)
	}
	return fmt.Sprint("bits: ", sum), nil
}

func referrers(ctx context.Context, in *input, o mark.Options) (string, error) {
	all, err := reach.Referrers(ctx, in.graph, in.roots, []uint32{in.far}, o)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(all[0]), nil
}

func reverse(ctx context.Context, in *input, o mark.Options) (string, error) {
	r, err := in.graph.Reverse(ctx, o.Workers)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(r.NumEdges(), " edges"), nil
}

func levels(ctx context.Context, in *input, o mark.Options) (string, error) {
	d, err := reach.Levels(ctx, in.graph, in.roots, o)
	if err != nil {
		return "", err
	}
	sum := 0
	for distance, nodes := range d.Sizes() {
		sum += distance * int(nodes)
	}
	return fmt.Sprintf("%d levels, sum %d", len(d.Sizes()), sum), nil
}

func retained(ctx context.Context, in *input, o mark.Options) (string, error) {
	s, err := reach.Retained(ctx, in.graph, in.roots, []uint32{in.cut}, o)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(s.Count(), " nodes"), nil
}

func found(ctx context.Context, in *input, o mark.Options) (string, error) {
	return walked(ctx, in, o, 0)
}

func waiting(ctx context.Context, in *input, o mark.Options) (string, error) {
	return walked(ctx, in, o, wait)
}

// walked finds the graph by calls each of which takes some time.
func walked(ctx context.Context, in *input, o mark.Options, each time.Duration) (string, error) {
	r, err := walk.Reach(ctx, in.roots, func(_ context.Context, node uint32, yield func(uint32) bool) error {
		if each > 0 {
			time.Sleep(each)
		}
		for _, to := range in.successors(node) {
			yield(to)
		}
		return nil
	}, walk.Options{Workers: o.Workers})
	if err != nil {
		return "", err
	}
	return fmt.Sprint(r.Count(), " keys"), nil
}

func fallible(ctx context.Context, in *input, o mark.Options) (string, error) {
	g := mark.TryFunc{Nodes: in.nodes(), Successors: func(_ []uint32, node uint32) ([]uint32, error) { return in.trySuccessors(node) }}
	r, err := mark.Graph(ctx, g, in.roots, o)
	return countOf(r, err)
}

// marker returns a Marker that is kept.
func (in *input) marker(o mark.Options) (*mark.Marker, error) {
	if m := in.markers[o.Workers]; m != nil {
		return m, nil
	}
	m, err := mark.New(o)
	in.markers[o.Workers] = m
	return m, err
}

func again(ctx context.Context, in *input, o mark.Options) (string, error) {
	m, err := in.marker(o)
	if err != nil {
		return "", err
	}
	r, err := m.MarkGraph(ctx, in.graph, in.roots)
	return countOf(r, err)
}

func extend(ctx context.Context, in *input, o mark.Options) (string, error) {
	m, err := in.marker(o)
	if err != nil {
		return "", err
	}
	r, err := m.MarkGraph(ctx, in.graph, in.roots)
	if err != nil {
		return "", err
	}
	first := r.Count()
	r, err = m.ExtendGraph(ctx, in.graph, in.later)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d, then %d nodes", first, r.Count()), nil
}

func ephemerons(ctx context.Context, in *input, o mark.Options) (string, error) {
	r, err := reach.Ephemerons(ctx, in.graph, in.roots, in.pairs, o)
	return countOf(r, err)
}

func adjacency(_ context.Context, in *input, _ mark.Options) (string, error) {
	g, err := mark.AdjacencyFromEdges(in.nodes(), func(yield func(from, to uint32) bool) {
		for _, e := range in.edges {
			if !yield(e[0], e[1]) {
				return
			}
		}
	})
	if err != nil {
		return "", err
	}
	return fmt.Sprint(g.NumNodes(), " nodes"), nil
}

func pairs(_ context.Context, in *input, _ mark.Options) (string, error) {
	g, err := mark.AdjacencyFromPairs(in.nodes(), in.edges)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(g.NumNodes(), " nodes"), nil
}

func until(ctx context.Context, in *input, o mark.Options) (string, error) {
	o.Until = func(node uint32) bool { return node == in.far }
	_, err := mark.Graph(ctx, in.graph, in.roots, o)
	var stopped *mark.StopError
	if errors.As(err, &stopped) {
		return fmt.Sprint("node ", stopped.Node), nil
	}
	return "nothing", err
}

func progress(ctx context.Context, in *input, o mark.Options) (string, error) {
	o.Progress = func(mark.Progress) {}
	return reachable(ctx, in, o)
}

// names reads a file, and marks the heap that it makes. The first name is the root.
func names(ctx context.Context, in *input, o mark.Options) (string, error) {
	h, _, _, err := namelist.Read(bytes.NewReader(in.text), namelist.Options{})
	if err != nil {
		return "", err
	}
	r, err := mark.Graph(ctx, h.Graph(), h.Graph().Roots(), o)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(r.Count(), " names"), nil
}
