package mtx

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/text"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

const (
	format = "mtx"
	banner = "%%matrixmarket" // in lower case

	// bannerBytes is more than the longest first line. The format allows 1,024 characters.
	bannerBytes = 64 << 10
)

// IsDump reports whether a file that begins with prefix is a matrix of this format, of any
// kind. Any goroutine may call it.
func IsDump(prefix []byte) bool {
	return len(prefix) >= len(banner) && strings.EqualFold(string(prefix[:len(banner)]), banner)
}

// Read reads a matrix to its end, in order, so r may be a pipe. Besides what a [sink.Sink]
// takes, it takes up to 12 bytes for each reference and 8 for each node. A file may claim
// [edgelist.FreeNodes] nodes, and [edgelist.NodesPerLine] more for each entry that it has.
//
// The error is a [*sink.FormatError], which says in which line the fault is, or wraps a
// [*sink.LimitError]. Any number of goroutines may read different files at once.
func Read(r io.Reader, opts sink.Options) (*sink.Dump, error) {
	m := &matrix{Reader: text.NewLines(r, format), opts: opts.WithDefaults()}
	m.readBanner()
	m.readSize()
	m.readEntries()
	if err := m.Err(); err != nil {
		return nil, err
	}
	return m.build()
}

// edge is a reference from one node to another, both from 0.
type edge struct{ source, target uint32 }

// matrix is what has been read of a file.
type matrix struct {
	*text.Reader
	opts      sink.Options
	kind      string // for people
	symmetric bool
	nodes     uint64
	entries   uint64
	edges     []edge
}

// readBanner reads the first line.
func (m *matrix) readBanner() {
	line, _, _ := bytes.Cut(m.Ahead(bannerBytes), []byte("\n"))
	if len(line) == bannerBytes {
		m.Fail("it has %d bytes or more", bannerBytes)
	}
	words := strings.Fields(strings.ToLower(string(line)))
	if !IsDump(line) || len(words) != 5 || words[0] != banner || words[1] != "matrix" {
		m.Fail(`it is %s: it must be "%%%%MatrixMarket matrix coordinate", a type and a symmetry`, quote(line))
		return
	}
	values, symmetry := words[3], words[4]
	switch {
	case words[2] != "coordinate":
		m.Fail("the matrix is of the form %s: it must be coordinate, which lists the entries", quote([]byte(words[2])))
	case !slices.Contains([]string{"pattern", "integer", "real"}, values):
		m.Fail("the values are of the type %s: they must be pattern, integer or real", quote([]byte(values)))
	case !slices.Contains([]string{"general", "symmetric", "skew-symmetric"}, symmetry):
		m.Fail("the symmetry is %s: it must be general, symmetric or skew-symmetric", quote([]byte(symmetry)))
	}
	m.symmetric = symmetry != "general"
	m.kind = values + ", " + symmetry
	m.SkipLine()
}

// readSize reads the line after the comments.
func (m *matrix) readSize() {
	if !m.data() {
		m.FailWith(io.ErrUnexpectedEOF, "the line with rows, columns and entries is missing")
	}
	rows, _ := m.Number("the number of rows")
	columns, _ := m.Number("the number of columns")
	m.entries, _ = m.Number("the number of entries")
	switch {
	case m.Err() != nil:
	case rows != columns:
		m.Fail("there are %d rows and %d columns: a graph has as many rows as columns", rows, columns)
	case m.exceeds(rows, m.entries):
	case rows > math.MaxUint32:
		m.Fail("there are %d rows: at most %d can be numbered", rows, uint32(math.MaxUint32))
	}
	m.nodes = rows
	m.EndLine("the number of entries")
}

// data reads over lines that are empty or comments. It says whether another line follows.
func (m *matrix) data() bool {
	for {
		switch m.Blanks(true) {
		case '\n':
			if m.Peek() == text.End {
				return false
			}
			m.Newline()
		case '%':
			m.SkipLine()
		default:
			return true
		}
	}
}

// exceeds says whether so many nodes and edges are too many, which is an error then.
func (m *matrix) exceeds(nodes, edges uint64) bool {
	err := m.opts.Allow(nodes, edges)
	if err != nil {
		m.Exceeds(err)
	}
	return err != nil
}

// readEntries reads the lines after the size.
func (m *matrix) readEntries() {
	read := uint64(0)
	for ; m.data(); read++ {
		row, column := m.node("row"), m.node("column")
		if read == m.entries {
			m.Fail("there are more than %d entries, the number that is given", m.entries)
		}
		if m.Err() == nil {
			m.add(row, column)
		}
		m.SkipLine()
	}
	if read < m.entries {
		m.FailWith(io.ErrUnexpectedEOF, "there are %d entries: the number that is given is %d", read, m.entries)
	}
	if free := edgelist.FreeNodes + edgelist.NodesPerLine*read; m.nodes > free {
		m.Fail("the file claims %d rows: with %d entries it may have %d", m.nodes, read, free)
	}
}

// add adds the edges of an entry.
func (m *matrix) add(row, column uint32) {
	m.edges = append(m.edges, edge{row, column})
	if m.symmetric && row != column {
		m.edges = append(m.edges, edge{column, row})
	}
	if edges := uint64(len(m.edges)); edges > m.opts.MaxEdges {
		m.exceeds(m.nodes, edges)
	}
}

// node reads the number of a row or column, and makes it one from 0.
func (m *matrix) node(what string) uint32 {
	n, ok := m.Number("the " + what)
	if ok && (n == 0 || n > m.nodes) {
		m.Fail("%s %d is out of range: they are numbered from 1 to %d", what, n, m.nodes)
	}
	return uint32(n - 1)
}

func (m *matrix) build() (*sink.Dump, error) {
	ends, targets := bySource(m.nodes, m.edges)
	m.edges = nil // the arena needs the room
	s := sink.NewNumbered(format, []sink.EdgeKind{{Name: "entries"}}, m.opts)
	for i := range m.nodes {
		s.Object(i+1, 0, 0)
	}
	if m.nodes > 0 {
		s.Root(0, s.Label("node 1"))
	}
	at := uint64(0)
	for i, end := range ends {
		s.From(uint64(i))
		for _, to := range targets[at:end] {
			s.Edge(0, uint64(to))
		}
		at = end
	}
	return s.Build(sink.Program{Writer: "Matrix Market, " + m.kind, Bytes: uint64(m.Offset()), IDs: sink.Decimal, NoSizes: true})
}

// bySource sorts edges by source, by counting: the targets of node k end at ends[k], and begin
// where those of the node before end. They keep the order of their edges.
func bySource(nodes uint64, edges []edge) (ends []uint64, targets []uint32) {
	// first[k] is where the targets of node k begin. While they are filled in, it is
	// where the next target goes. Afterwards it is where the targets of k end.
	first := make([]uint64, nodes+1)
	for _, e := range edges {
		first[e.source+1]++
	}
	for k := uint64(1); k <= nodes; k++ {
		first[k] += first[k-1]
	}
	targets = make([]uint32, len(edges))
	for _, e := range edges {
		targets[first[e.source]] = e.target
		first[e.source]++
	}
	return first[:nodes], targets
}

// quote returns the beginning of a text for an error.
func quote(text []byte) string {
	const most = 60
	text = bytes.TrimRight(text, "\r\n")
	if len(text) > most {
		return strconv.Quote(string(text[:most])) + "..."
	}
	return strconv.Quote(string(text))
}
