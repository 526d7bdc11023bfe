package mark

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Digraph is a directed graph whose nodes are numbered from 0. Implement it for a
// graph of your own, or use a [Func]. An [Adjacency] is faster: see the package
// comment.
type Digraph interface {
	// NumNodes returns the number of nodes, at most [MaxNodes]. A mark calls it
	// before it starts to mark, on the caller's goroutine.
	NumNodes() int

	// AppendSuccessors appends the successors of node to buf, as append does, and
	// returns the extended slice. It may return a slice of its own instead. Nobody
	// writes to that slice. A successor may occur several times.
	//
	// Several goroutines call it at once, so it must be safe for concurrent use. But a
	// mark begins with one goroutine, and the next one comes after two milliseconds. So a
	// call must not wait for another call. AppendSuccessors is called once for each node
	// that is reached. With [tune.SpeculationAuto] or [tune.SpeculationForce] it may be called more often,
	// and for nodes that are not reachable: see [tune.Speculation]. buf is empty at each call, and may have room. AppendSuccessors may
	// not keep buf.
	//
	// A successor that is not a node ends the mark with an error, and so does a panic. In
	// calls that only speculate both are ignored. If your code can fail, implement
	// [Fallible], or use a [TryFunc].
	AppendSuccessors(buf []uint32, node uint32) []uint32
}

// MaxNodes is the largest number of nodes of a [Digraph], about 4.3 thousand million.
const MaxNodes = 1<<32 - 1

// Func is a [Digraph] made of a number and a function. The function has the duties of
// [Digraph].AppendSuccessors: above all, it must be safe for concurrent use.
type Func struct {
	Nodes      int // at most MaxNodes
	Successors func(buf []uint32, node uint32) []uint32
}

// NumNodes returns g.Nodes.
func (g Func) NumNodes() int { return g.Nodes }

// AppendSuccessors calls g.Successors.
func (g Func) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return g.Successors(buf, node)
}

// PanicError is the error of a mark in which the user's code panicked. errors.As finds it. In the
// errors of package mark/walk it is the error of a function that panicked.
type PanicError struct {
	Call  string // what panicked: AppendSuccessors, TrySuccessors, Options.Until, Options.Progress, or successors of walk.Reach
	Node  uint32 // the node that it was asked about; 0 for Options.Progress
	Value any    // what it panicked with; nil if it called runtime.Goexit
	Stack []byte // the goroutine's stack at the panic
}

// Error says what panicked, at which node, and with what. It does not contain the stack.
func (e *PanicError) Error() string {
	what := "mark: " + e.Call
	if e.Call != progressCall {
		what += fmt.Sprintf(" of node %d", e.Node)
	}
	if e.Value == nil {
		return what + " ended its goroutine with runtime.Goexit"
	}
	return fmt.Sprintf("%s panicked: %v", what, e.Value)
}

// Unwrap returns the value of the panic if it is an error, and nil otherwise.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// graphScanner scans the nodes of a user's graph.
type graphScanner struct {
	graph Digraph
	nodes uint32
	roots []uint32
}

// asked is what a worker remembers of the user's code while it scans a batch.
type asked struct {
	calling    call              // which code of the user is running
	current    uint32            // the node that this code was asked about
	successors []uint32          // of all nodes of the batch, one node's after the other's
	ends       [batchObjects]int // where in successors each node's end
}

// Prefetch and Approach do nothing: only the user's graph knows where its memory is.
func (s *graphScanner) Prefetch([]uint32) {}
func (s *graphScanner) Approach([]uint32) {}

// follow leaves every node to scan. The calls of the user's code cost more than the
// rest.
func (s *graphScanner) follow(*worker) bool { return false }

// Cursors returns nothing, because the cursors of each worker ask the user's code: see foresight.
func (s *graphScanner) Cursors() chain.Source { return nil }

func (s *graphScanner) Pace() policy.Pace { return policy.CallPace() }

// scan asks for the successors of the whole batch before it looks at any of them. So
// the cache misses of the user's code are close together, and the processor can
// overlap them.
func (s *graphScanner) scan(w *worker, batch []uint32) {
	w.successors = w.successors[:0]
	for i, node := range batch {
		w.reportProgress(len(batch) - i)
		if w.m.pollContext(); w.m.crew.Done() {
			return // the rest of the batch is given up, because the user's code may be slow
		}
		w.current = node
		s.ask(w, node)
		w.ends[i] = len(w.successors)
	}
	s.grey(w, batch)
}

// ask appends the successors of node to w.successors. The user's code may have
// returned memory of its own. Then ask copies from it, and never writes to it.
func (s *graphScanner) ask(w *worker, node uint32) {
	n := len(w.successors)
	w.calling = callsSuccessors
	got := s.graph.AppendSuccessors(w.successors[n:], node)
	w.calling = callsNothing
	if len(got) == 0 {
		return
	}
	if room := w.successors[n:cap(w.successors)]; len(got) <= len(room) && &got[0] == &room[0] {
		w.successors = w.successors[:n+len(got)]
		return
	}
	w.successors = append(w.successors, got...)
}

// grey marks the successors of a batch, and pushes those that were white. There may
// be any number of successors. So grey takes them in pieces, and makes room after
// each piece.
func (s *graphScanner) grey(w *worker, batch []uint32) {
	for i, to := range w.successors {
		if to >= s.nodes {
			from := 0
			for w.ends[from] <= i {
				from++
			}
			w.fail(fmt.Errorf("mark: node %d has successor %d: the graph has %d nodes, 0 to %d", batch[from], to, s.nodes, s.nodes-1))
			return
		}
	}
	for rest := w.successors; len(rest) > 0; {
		n := min(len(rest), chunkRefs)
		w.grey(rest[:n])
		if rest = rest[n:]; len(rest) > 0 {
			w.makeRoom()
		}
	}
}

// Outside is never asked: grey has compared each successor with the number of nodes.
func (s *graphScanner) Outside(to uint32) error { return fmt.Errorf("mark: %d is no node", to) }

// scanChunk greys a chunk of the roots. All of them are nodes.
func (s *graphScanner) scanChunk(w *worker, c chunk) {
	w.grey(w.large[:copy(w.large[:], s.roots[c.Low:c.High])])
}
