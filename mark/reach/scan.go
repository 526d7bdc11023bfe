package reach

import (
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
)

// scan gives the successors of batch to use, in pieces. The first node of batch is at
// position at.
func (s *searcher) scan(batch []uint32, at uint64, use func(to []uint32)) {
	n := 0
	for len(batch) > 0 {
		successors, taken := s.b.graph.Collect(batch, s.candidates[n:])
		n += successors
		at += uint64(taken)
		if batch = batch[taken:]; len(batch) > 0 {
			s.parent, s.word = batch[0], uint32(at)+1
			s.scanApart(batch[0], use)
			batch = batch[1:]
			at++
		}
	}
	use(s.candidates[:n])
}

// scanApart gives the successors of one node to use, in pieces.
func (s *searcher) scanApart(node uint32, use func(to []uint32)) {
	for first := uint32(0); !s.b.over(); {
		n := s.b.graph.piece(s, node, first)
		if n == 0 {
			return
		}
		use(s.large[:n])
		first += uint32(n)
	}
}

// guarded calls work. It turns a panic of the user's code, a fault of mapped memory or a
// runtime.Goexit into the search's error.
func (s *searcher) guarded(work func()) {
	finished := false
	defer func() {
		if finished {
			return
		}
		value := recover()
		if s.asking {
			s.asking = false
			if failed, ok := value.(*mark.NodeError); ok && failed.Node == s.current { // of a TryFunc
				s.b.fail(failed)
			} else {
				s.b.fail(&mark.PanicError{Call: "AppendSuccessors", Node: s.current, Value: value, Stack: debug.Stack()})
			}
			s.flush()
			return
		}
		err, ok := faults.Error("reach", value)
		if !ok {
			s.b.ended.Store(true) // let the others end before the program does
			panic(value)
		}
		s.b.fail(err)
	}()
	work()
	finished = true
}
