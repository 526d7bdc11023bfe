package v8

import "github.com/seed-3ccf4018/halfmark/heap/dump/sink"

// maxRoots bounds the synthetic nodes that are noted. Real files have some dozens.
const maxRoots = 1000

// roots are the nodes that stand for the roots of the program: node 0, and the synthetic nodes
// to which one of these leads. They need not be roots of the heap, because node 0 leads to all
// of them. But a path that begins at "(Stack roots)" says more than one that begins at node 0.
type roots struct {
	synthetic map[uint64]sink.Class // nodes of type synthetic, with the class that has their name
	found     []uint64              // those that are roots, in the order of the file
	is        map[uint64]bool       // the same
}

// note notes a synthetic node.
func (r *roots) note(node uint64, class sink.Class) {
	if r.synthetic == nil {
		*r = roots{synthetic: map[uint64]sink.Class{}, is: map[uint64]bool{}}
	}
	if len(r.synthetic) < maxRoots {
		r.synthetic[node] = class
	}
	if node == 0 {
		r.add(0)
	}
}

func (r *roots) add(node uint64) {
	r.is[node] = true
	r.found = append(r.found, node)
}

// edge looks at an edge of a root that is followed. V8 writes the nodes of roots in such an order
// that an edge from one to another leads forward.
func (r *roots) edge(to uint64) {
	if _, synthetic := r.synthetic[to]; synthetic && !r.is[to] {
		r.add(to)
	}
}

// tell gives the sink all roots, when the names of classes are known.
func (r *roots) tell(s *sink.Sink) {
	for _, node := range r.found {
		name := s.ClassName(r.synthetic[node])
		if node == 0 || name == "" {
			name = "root of the snapshot"
		}
		s.Root(node, s.Label(name))
	}
}
