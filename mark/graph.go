package mark

import (
	"fmt"
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Digraph is a directed graph whose nodes are numbered from 0.
type Digraph interface {
	// NumNodes returns the number of nodes, at most MaxNodes. It is called
	// before a mark, not during it.
	NumNodes() int

	// AppendSuccessors appends the successors of node to buf and returns the
	// extended slice, as append does; it may also return a slice of its own,
	// which is not written to. Several goroutines call it at once, so it must
	// be safe for concurrent use; it is called once for each reached node. It
	// may not keep buf, which comes empty.
	AppendSuccessors(buf []uint32, node uint32) []uint32
}

// MaxNodes is the largest number of nodes of a Digraph.
const MaxNodes = 1<<32 - 1

// Func is a Digraph made of a number and a function.
type Func struct {
	Nodes      int
	Successors func(buf []uint32, node uint32) []uint32
}

// NumNodes returns g.Nodes.
func (g Func) NumNodes() int { return g.Nodes }

// AppendSuccessors calls g.Successors.
func (g Func) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return g.Successors(buf, node)
}

// PanicError is the error of a mark whose Digraph panicked.
type PanicError struct {
	Node  uint32 // whose successors were asked for
	Value any    // what it panicked with; nil if it called runtime.Goexit
	Stack []byte // of the panic
}

func (e *PanicError) Error() string {
	if e.Value == nil {
		return fmt.Sprintf("mark: AppendSuccessors of node %d ended its goroutine with runtime.Goexit", e.Node)
	}
	return fmt.Sprintf("mark: AppendSuccessors of node %d panicked: %v", e.Node, e.Value)
}

// Unwrap returns the value panicked with if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// graphScanner scans nodes of a user's graph.
type graphScanner struct {
	graph Digraph
	nodes uint32
	roots []uint32
}

// asked is what a worker remembers of a user's graph while it scans a batch.
type asked struct {
	asking     bool              // the user's code runs
	current    uint32            // the node whose successors are asked for
	successors []uint32          // of all nodes of the batch, as the graph appended them
	ends       [batchObjects]int // where in successors those of each node end
}

// prefetch does nothing: the user's graph knows its memory, we do not.
func (s *graphScanner) prefetch([]uint32) {}
func (s *graphScanner) approach([]uint32) {}

// follow leaves everything to scan: asking the user costs more than the rest.
func (s *graphScanner) follow(*worker) bool { return false }

func (s *graphScanner) pace() policy.Pace { return policy.CallPace() }

// scan asks for the successors of the whole batch before it looks at any, so
// that the user's own cache misses overlap.
func (s *graphScanner) scan(w *worker, batch []uint32) {
	w.successors = w.successors[:0]
	for i, node := range batch {
		if w.m.pollContext(); w.m.detector.done() {
			return // given up: the user's code may be slow
		}
		w.current = node
		s.ask(w, node)
		w.ends[i] = len(w.successors)
	}
	s.grey(w, batch)
}

// ask appends the successors of node to w.successors. What the user's code
// returns may be memory of its own, which must not be written to.
func (s *graphScanner) ask(w *worker, node uint32) {
	n := len(w.successors)
	w.asking = true
	got := s.graph.AppendSuccessors(w.successors[n:], node)
	w.asking = false
	if len(got) == 0 {
		return
	}
	if room := w.successors[n:cap(w.successors)]; len(got) <= len(room) && &got[0] == &room[0] {
		w.successors = w.successors[:n+len(got)]
		return
	}
	w.successors = append(w.successors, got...)
}

// grey marks the successors of a batch and pushes those that were white. There
// may be any number, so it makes room after each chunk.
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

func (s *graphScanner) scanChunk(w *worker, c chunk) { greyRoots(w, s.roots[c.low:c.high]) }

// greyRoots marks and pushes a chunk of roots that are known to be nodes.
func greyRoots(w *worker, roots []uint32) {
	n := copy(w.large[:], roots)
	w.grey(w.large[:n])
}

// failure turns what recover returned into an error.
func (s *graphScanner) failure(w *worker, value any) (error, bool) {
	asking := w.asking
	w.asking = false
	return &PanicError{Node: w.current, Value: value, Stack: debug.Stack()}, asking
}
