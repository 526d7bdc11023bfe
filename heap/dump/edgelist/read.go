package edgelist

import (
	"cmp"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/text"
)

// format begins the errors of this package.
const format = "edge list"

// Read reads an edge list to its end. It is [ReadInfo] without the Info.
func Read(r io.Reader, opts Options) (*heap.Heap, error) {
	h, _, err := ReadInfo(r, opts)
	return h, err
}

// ReadInfo reads an edge list to its end. It reads r in order, so r may be a pipe. The heap
// is well-formed whatever the file says.
//
// The error names the line, what is wrong there, and what is allowed. If the file exceeds one
// of Options, it wraps a [*LimitError] or a [*MemoryError]. Any number of goroutines may read
// different files at once.
//
// If the lines are in the order of their sources, as Write writes them, ReadInfo takes 20
// bytes for each node and 8 for each reference, the heap among them. Otherwise it takes up to
// 24 and 12.
func ReadInfo(r io.Reader, opts Options) (*heap.Heap, Info, error) {
	opts.MaxEdges = cmp.Or(opts.MaxEdges, DefaultMaxEdges)
	l := &list{Reader: text.NewLines(r, format), opts: opts}
	for l.Peek() != text.End {
		l.readLine()
	}
	if err := l.Err(); err != nil {
		return nil, Info{}, err
	}
	nodes, err := l.countNodes()
	if err != nil {
		return nil, Info{}, err
	}
	h, err := l.edges.Build(nodes, l.roots)
	if err != nil {
		return nil, Info{}, fmt.Errorf("edge list: %w", err)
	}
	return h, Info{uint64(l.Offset()), l.rootsGiven, l.nodesGiven}, nil
}

// list is what has been read of a file.
type list struct {
	*text.Reader
	opts       Options
	edges      Edges
	roots      []uint32
	rootsGiven bool
	nodesGiven bool
	nodes      uint64 // the number that the file gives
	used       uint64 // the largest node that occurs, plus one
	usedLine   uint64 // the line where this node first occurs
}

// readLine reads one line and its end.
func (l *list) readLine() {
	switch l.Blanks(true) {
	case '\n':
		l.Newline()
	case '#':
		l.Skip(1)
		l.comment()
	default:
		source, ok := l.node("the source node")
		if !ok {
			return
		}
		target, ok := l.node("the target node")
		if !ok || !l.room() {
			return
		}
		l.edges.Add(source, target)
		l.EndLine("the target")
	}
}

// comment reads the rest of a line that began with '#'.
func (l *list) comment() {
	switch l.Word() {
	case "nodes":
		if l.nodesGiven {
			l.Fail("the number of nodes is given a second time")
			return
		}
		l.nodes, _ = l.Number("the number of nodes")
		l.nodesGiven = true
		if l.Err() == nil && l.nodes < l.used {
			l.Fail("there are %d nodes, but line %d names node %d", l.nodes, l.usedLine, l.used-1)
		}
		l.EndLine("the number of nodes")
	case "roots":
		l.rootsGiven = true
		for l.Blanks(true) != '\n' {
			root, ok := l.node("the root node")
			if !ok || !l.room() {
				return
			}
			l.roots = append(l.roots, root)
		}
		l.Newline()
	default:
		l.SkipLine()
	}
}

// node reads the number of a node.
func (l *list) node(want string) (uint32, bool) {
	n, ok := l.Number(want)
	if !ok {
		return 0, false
	}
	if n < l.used {
		return uint32(n), true
	}
	switch {
	case l.nodesGiven && n >= l.nodes:
		l.Fail("node %d is out of range: there are %d nodes, numbered from 0", n, l.nodes)
		return 0, false
	case n >= heap.MaxObjects:
		l.Fail("node %d is out of range: a heap has at most %d nodes, numbered from 0", n, uint64(heap.MaxObjects))
		return 0, false
	}
	l.used, l.usedLine = n+1, l.Line
	return uint32(n), true
}

// room says whether one more reference or root is allowed.
func (l *list) room() bool {
	if l.edges.count+uint64(len(l.roots)) >= l.opts.MaxEdges {
		l.Exceeds(&LimitError{"MaxEdges", fmt.Sprintf("more than %d references and roots", l.opts.MaxEdges)})
		return false
	}
	return true
}

// countNodes returns the number of nodes, or an error if the file claims too many.
func (l *list) countNodes() (uint64, error) {
	n, says := l.used, fmt.Sprintf("line %d names node %d", l.usedLine, l.used-1)
	if l.nodesGiven {
		n, says = l.nodes, fmt.Sprintf("it claims %d nodes", l.nodes)
	}
	limit := l.opts.MaxNodes
	if limit == 0 {
		limit = FreeNodes + NodesPerLine*(l.edges.count+uint64(len(l.roots)))
	}
	if limit = min(limit, heap.MaxObjects); n > limit {
		return 0, fmt.Errorf("edge list: %s: %w", says, &LimitError{"MaxNodes",
			fmt.Sprintf("at most %d nodes are allowed for a file with %d references and %d roots", limit, l.edges.count, len(l.roots))})
	}
	if err := l.checkMemory(n); err != nil {
		return 0, fmt.Errorf("edge list: %s: %w", says, err)
	}
	if !l.rootsGiven {
		l.defaultRoots(n)
	}
	for _, r := range l.roots {
		if uint64(r) >= n {
			return 0, fmt.Errorf("edge list: Options.Roots names node %d: the file has %d nodes, numbered from 0", r, n)
		}
	}
	return n, nil
}

// checkMemory returns an error if the heap takes more memory than Options.MaxBytes
// while it is built. The limit MaxNodes is not enough. A file of a few bytes may claim
// as many nodes as MaxNodes allows.
func (l *list) checkMemory(nodes uint64) error {
	need := BuildBytes(nodes, l.edges.count)
	if l.opts.MaxBytes != 0 && need > l.opts.MaxBytes {
		return &MemoryError{need, l.opts.MaxBytes}
	}
	return nil
}

func (l *list) defaultRoots(nodes uint64) {
	l.roots = l.opts.Roots
	if l.opts.Roots == nil && nodes > 0 {
		l.roots = []uint32{0}
	}
}
