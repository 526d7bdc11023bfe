package gap

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

const (
	format      = "gap"
	headerBytes = 1 + 8 + 8
	offsetBytes = 8
	targetBytes = 4

	// maxNodes is more than a target can name.
	maxNodes = 1 << 31

	// maxEdges keeps the length of the file within 64 bits.
	maxEdges = 1 << 56
)

// IsDump reports whether a file that begins with prefix can be a graph of this format: the
// numbers in up to 4,096 bytes fit each other. If prefix is shorter, it must be the whole
// file. Any goroutine may call it.
func IsDump(prefix []byte) bool {
	const window = 4096
	if len(prefix) < headerBytes+offsetBytes || prefix[0] > 1 {
		return false
	}
	edges, nodes := binary.LittleEndian.Uint64(prefix[1:]), binary.LittleEndian.Uint64(prefix[9:])
	if nodes == 0 && len(prefix) > headerBytes+2*offsetBytes || nodes > maxNodes || edges > maxEdges {
		return false
	}
	last, seen := uint64(0), uint64(0)
	for at := headerBytes; at+offsetBytes <= min(len(prefix), window) && seen <= nodes; at += offsetBytes {
		next := binary.LittleEndian.Uint64(prefix[at:])
		if next < last || next > edges || seen == 0 && next != 0 {
			return false
		}
		last = next
		seen++
	}
	if seen <= nodes {
		return len(prefix) >= window
	}
	return last == edges
}

// Read reads a graph to its end, in order, so r may be a pipe. Besides what a [sink.Sink]
// takes, it takes 8 bytes for each node and 4 for each edge, or 8 for edges that are directed
// or have weights.
//
// The error is a [*sink.FormatError], which says after how many bytes the fault is, or wraps
// a [*sink.LimitError]. Any number of goroutines may read different files at once.
func Read(r io.Reader, opts sink.Options) (*sink.Dump, error) {
	g := &graph{
		in: input.New(r, func(offset int64, problem string, err error) error {
			return &sink.FormatError{Format: format, Offset: offset, Problem: problem, Err: err}
		}),
		opts: opts,
	}
	g.readHeader()
	g.readOffsets()
	weighted := g.readTargets()
	if g.in.Err() != nil {
		return nil, g.in.Err()
	}
	return g.build(weighted)
}

// graph is what has been read of a file.
type graph struct {
	in       *input.Input
	opts     sink.Options
	directed bool
	edges    uint64
	nodes    uint64
	ends     []uint64 // where the targets of each node end
	words    []uint32 // targets, or targets and weights in turns
}

func (g *graph) readHeader() {
	directed := g.in.Byte("first byte")
	g.directed = directed == 1
	g.edges = g.in.Little(8, "number of edges")
	g.nodes = g.in.Little(8, "number of nodes")
	switch {
	case directed > 1:
		g.in.Fail("the file begins with byte %#x: it must be 0 (undirected) or 1 (directed)", directed)
	case g.nodes > maxNodes:
		g.in.Fail("there are %d nodes: the format has room for %d", g.nodes, uint64(maxNodes))
	case g.edges > maxEdges:
		g.in.Fail("there are %d edges: no file has room for more than %d", g.edges, uint64(maxEdges))
	}
	if err := g.opts.Allow(g.nodes, g.edges); err != nil {
		g.in.Stop(fmt.Errorf("%s: header, byte %d: %w", format, g.in.Offset(), err))
	}
}

func (g *graph) readOffsets() {
	if first := g.in.Little(offsetBytes, "offsets"); first != 0 {
		g.in.Fail("the first offset is %d: it must be 0", first)
	}
	last := uint64(0)
	for i := uint64(0); i < g.nodes && g.in.Err() == nil; {
		buf := g.in.Chunk(int(min((g.nodes-i)*offsetBytes, input.ChunkBytes)), "offsets")
		for at := 0; at < len(buf); at += offsetBytes {
			end := binary.LittleEndian.Uint64(buf[at:])
			if end < last || end > g.edges {
				g.in.Drop(at + offsetBytes)
				g.in.Fail("the targets of node %d end at %d: they must end between %d and %d", i, end, last, g.edges)
				return
			}
			last = end
			g.ends = append(g.ends, end)
			i++
		}
		g.in.Drop(len(buf))
	}
	if last != g.edges {
		g.in.Fail("the last offset is %d: it must be the number of edges, %d", last, g.edges)
	}
}

// readTargets reads up to the end. It says whether there are weights.
func (g *graph) readTargets() (weighted bool) {
	oneWay := g.edges * targetBytes
	g.readWords(2 * oneWay)
	bytes := uint64(len(g.words)) * targetBytes
	// Without weights a directed graph has its second half in these words, and with weights
	// none of it.
	plain, heavy := oneWay, 2*oneWay
	if g.directed {
		again := offsetBytes * (g.nodes + 1)
		plain, heavy = 2*plain+again, 2*heavy+again
	}
	for bytes <= heavy && g.in.Err() == nil {
		buf := g.in.Peek(input.ChunkBytes)
		if len(buf) == 0 {
			break
		}
		bytes += uint64(len(buf))
		g.in.Drop(len(buf))
	}
	if g.in.More("targets"); g.in.Err() != nil {
		return false
	}
	switch {
	case bytes == plain:
		return false
	case bytes == heavy:
		return true
	case bytes < heavy:
		g.in.FailWith(io.ErrUnexpectedEOF, "%d bytes follow the offsets: there must be %d, or %d with weights", bytes, plain, heavy)
	default:
		g.in.Fail("more than %d bytes follow the offsets: there must be %d, or %d with weights", heavy, plain, heavy)
	}
	return false
}

// readWords reads words of 4 bytes, most bytes together or up to the end.
func (g *graph) readWords(most uint64) {
	for most > 0 && g.in.Err() == nil {
		buf := g.in.Peek(int(min(most, input.ChunkBytes)))
		buf = buf[:len(buf)/targetBytes*targetBytes]
		if len(buf) == 0 {
			return
		}
		for at := 0; at < len(buf); at += targetBytes {
			g.words = append(g.words, binary.LittleEndian.Uint32(buf[at:]))
		}
		g.in.Drop(len(buf))
		most -= uint64(len(buf))
	}
}

func (g *graph) build(weighted bool) (*sink.Dump, error) {
	s := sink.NewNumbered(format, []sink.EdgeKind{{Name: "edges"}}, g.opts)
	for i := range g.nodes {
		s.Object(i, 0, 0)
	}
	if g.nodes > 0 {
		s.Root(0, s.Label("node 0"))
	}
	step := uint64(1)
	if weighted {
		step = 2
	}
	at := uint64(0)
	for i, end := range g.ends {
		s.From(uint64(i))
		for ; at < end; at++ {
			to := uint64(g.words[at*step])
			if to >= g.nodes {
				offset := headerBytes + offsetBytes*(g.nodes+1) + targetBytes*(at*step+1)
				return nil, &sink.FormatError{Format: format, Record: fmt.Sprintf("edge %d", at), Offset: int64(offset),
					Problem: fmt.Sprintf("it leads to node %d: there are %d nodes, numbered from 0", to, g.nodes)}
			}
			s.Edge(0, to)
		}
	}
	g.words = nil // the arena needs the room
	bytes := g.in.Offset()
	return s.Build(sink.Program{Writer: g.describe(weighted), Bytes: uint64(bytes), IDs: sink.Decimal, NoSizes: true})
}

func (g *graph) describe(weighted bool) string {
	text := "GAP graph (.sg), "
	if weighted {
		text = "GAP graph with weights (.wsg), "
	}
	if g.directed {
		return text + "directed"
	}
	return text + "undirected: each edge is there from both ends"
}
