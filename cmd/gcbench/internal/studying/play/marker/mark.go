//go:build interleave && !fullsize

package marker

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// A Mark is one mark of a small graph, from node 1. In pictures of deques a slot with a 0 is empty, so there is no
// node 0.
type Mark struct {
	Edges   [][]uint32 // the successors of each node
	Options mark.Options
	Bug     string // of the marker, if it is a broken one
}

const root = 1

// State is a mark at one moment.
type State struct {
	mark.Picture          // but for the workers, of whom more is known
	Nodes        []Node   `json:"nodes"`
	Workers      []Worker `json:"workers"`
}

// Worker is one of the workers.
type Worker struct {
	Name   string `json:"name"`
	Active bool   `json:"active"` // it counts as active
	Asleep bool   `json:"asleep"` // it sleeps until another worker wakes it
	mark.WorkerPicture
}

// execution is one execution of a Mark.
type execution struct {
	Mark
	marker *mark.Marker
	asked  []bool // by node: a worker has asked for its successors
	result *mark.Result
	err    error
}

// Program runs the mark. Worker 0 is the first thread, and the others follow by number.
func (m Mark) Program() interleave.Program {
	return func(w *interleave.World) func() {
		e := &execution{Mark: m, asked: make([]bool, len(m.Edges))}
		choose(m.Bug, func() { e.finished(w) })
		ready := interleave.MakeChan[struct{}](1)
		w.Name("start", ready, nil)
		w.Go("worker 0", func() {
			ready.Receive() // the marker is made after this thread, so that worker 0 is thread a
			e.run()
		})
		var err error
		if e.marker, err = mark.New(m.Options); err != nil {
			panic(err)
		}
		e.marker.Name(w)
		w.Depict(func() any { return e.state() })
		ready.Send(struct{}{})
		return func() { e.check(w) }
	}
}

// run is worker 0's caller.
func (e *execution) run() {
	e.result, e.err = e.marker.MarkGraph(context.Background(), mark.Func{Nodes: len(e.Edges), Successors: e.successors}, []uint32{root})
	e.marker.Close()
}

// check compares what is marked with what can be reached. Then it looks at what the marker itself has found wrong.
func (e *execution) check(w *interleave.World) {
	for node, reached := range e.reachable() {
		if reached && !e.result.Has(uint32(node)) {
			w.Failf(endsWhite, node)
			return
		}
	}
	if e.err != nil {
		w.Failf("%v", e.err)
	}
}

// finished looks, at the moment in which a mark ends, for nodes that no worker has scanned. No worker scans anything
// after that. White nodes count before grey ones.
func (e *execution) finished(w *interleave.World) {
	marked := make([]bool, len(e.Edges))
	marked[root] = true
	for node, successors := range e.Edges {
		for _, to := range successors {
			marked[to] = marked[to] || e.asked[node]
		}
	}
	grey := 0
	for node, reached := range e.reachable() {
		switch {
		case reached && !marked[node]:
			w.Failf(endsWhite, node)
		case reached && !e.asked[node] && grey == 0:
			grey = node
		}
	}
	if grey != 0 {
		w.Failf(endsGrey, grey)
	}
}

// This is what is wrong with a mark that has ended too early.
const (
	endsEarly = "the mark has ended, and node "
	endsWhite = endsEarly + "%d is white, though it can be reached"
	endsGrey  = endsEarly + "%d is grey: no worker scans it any more"
)

// successors is the callback of the graph.
func (e *execution) successors(buf []uint32, node uint32) []uint32 {
	e.asked[node] = true
	return append(buf, e.Edges[node]...)
}

// reachable says of each node whether it can be reached from the root. It is the oracle.
func (m Mark) reachable() []bool {
	seen := make([]bool, len(m.Edges))
	for grey := []uint32{root}; len(grey) > 0; {
		node := grey[len(grey)-1]
		grey = grey[:len(grey)-1]
		if !seen[node] {
			seen[node] = true
			grey = append(grey, m.Edges[node]...)
		}
	}
	return seen
}

// state is the execution at this moment.
func (e *execution) state() *State {
	p := e.marker.Picture()
	s := &State{Picture: p, Nodes: e.nodes(p)}
	for id, w := range p.Workers {
		s.Workers = append(s.Workers, Worker{Name: nameOf(id), WorkerPicture: w})
	}
	return s
}
