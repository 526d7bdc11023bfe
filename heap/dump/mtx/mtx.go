package mtx

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

const (
	format = "mtx"
	banner = "%%matrixmarket" // in lower case
)

// IsDump says whether a file that begins with prefix is a matrix of this format, of any kind.
// Any goroutine may call IsDump.
func IsDump(prefix []byte) bool {
	return len(prefix) >= len(banner) && strings.EqualFold(string(prefix[:len(banner)]), banner)
}

// Read reads a matrix to its end. It reads r in order, so r may be a pipe. While it reads, it
// takes 8 bytes for each reference, then 12, and 8 for each node. A Sink takes what its
// documentation says besides. A file may claim edgelist.FreeNodes nodes, and
// edgelist.NodesPerLine more for each entry that it has.
//
// A *sink.FormatError says what is wrong, and in which line. A *sink.LimitError says which of
// opts the file exceeds. Several goroutines may read different files at once.
func Read(r io.Reader, opts sink.Options) (*sink.Dump, error) {
	m := &matrix{lines: newLines(r), opts: opts.WithDefaults()}
	m.readBanner()
	m.readSize()
	m.readEntries()
	if m.err != nil {
		return nil, m.err
	}
	return m.build()
}

// matrix is what has been read of a file.
type matrix struct {
	*lines
	opts      sink.Options
	kind      string // for people
	symmetric bool
	nodes     uint64
	entries   uint64
	edges     []edgelist.Edge
}

// readBanner reads the first line.
func (m *matrix) readBanner() {
	line, _ := m.next()
	if m.err != nil {
		return
	}
	words := strings.Fields(strings.ToLower(string(line)))
	if !IsDump(line) || len(words) != 5 || words[0] != banner || words[1] != "matrix" {
		m.fail(`it is %s: it must be "%%%%MatrixMarket matrix coordinate", a type and a symmetry`, quote(line))
		return
	}
	values, symmetry := words[3], words[4]
	switch {
	case words[2] != "coordinate":
		m.fail("the matrix is of the form %s: it must be coordinate, which lists the entries", quote([]byte(words[2])))
	case !slices.Contains([]string{"pattern", "integer", "real"}, values):
		m.fail("the values are of the type %s: they must be pattern, integer or real", quote([]byte(values)))
	case !slices.Contains([]string{"general", "symmetric", "skew-symmetric"}, symmetry):
		m.fail("the symmetry is %s: it must be general, symmetric or skew-symmetric", quote([]byte(symmetry)))
	}
	m.symmetric = symmetry != "general"
	m.kind = values + ", " + symmetry
}

// readSize reads the line after the comments.
func (m *matrix) readSize() {
	line, ok := m.data()
	if m.err == nil && !ok {
		m.cut("the line with rows, columns and entries is missing")
	}
	rows, line := m.number(line, "the number of rows")
	columns, line := m.number(line, "the number of columns")
	m.entries, line = m.number(line, "the number of entries")
	switch {
	case m.err != nil:
	case len(bytes.Fields(line)) > 0:
		m.fail("found %s after the number of entries: nothing may follow", quote(line))
	case rows != columns:
		m.fail("there are %d rows and %d columns: a graph has as many rows as columns", rows, columns)
	case m.exceeds(rows, m.entries):
	case rows > math.MaxUint32:
		m.fail("there are %d rows: at most %d can be numbered", rows, uint32(math.MaxUint32))
	}
	m.nodes = rows
}

// exceeds says whether so many nodes and edges are too many, which is an error then.
func (m *matrix) exceeds(nodes, edges uint64) bool {
	err := m.opts.Allow(nodes, edges)
	if err != nil {
		m.stop(fmt.Errorf("%s: line %d: %w", format, m.line, err))
	}
	return err != nil
}

// readEntries reads the lines after the size.
func (m *matrix) readEntries() {
	read := uint64(0)
	for ; m.err == nil; read++ {
		line, ok := m.data()
		if !ok {
			break
		}
		row, line := m.node(line, "row")
		column, _ := m.node(line, "column")
		if read == m.entries {
			m.fail("there are more than %d entries, the number that is given", m.entries)
		}
		if m.err == nil {
			m.add(row, column)
		}
	}
	if m.err == nil && read < m.entries {
		m.cut("there are %d entries: the number that is given is %d", read, m.entries)
	}
	if free := edgelist.FreeNodes + edgelist.NodesPerLine*read; m.err == nil && m.nodes > free {
		m.fail("the file claims %d rows: with %d entries it may have %d", m.nodes, read, free)
	}
}

// add adds the edges of an entry.
func (m *matrix) add(row, column uint32) {
	m.edges = append(m.edges, edgelist.Edge{Source: row, Target: column})
	if m.symmetric && row != column {
		m.edges = append(m.edges, edgelist.Edge{Source: column, Target: row})
	}
	if edges := uint64(len(m.edges)); edges > m.opts.MaxEdges {
		m.exceeds(m.nodes, edges)
	}
}

// node reads the number of a row or column, and makes it one from 0.
func (m *matrix) node(line []byte, what string) (uint32, []byte) {
	n, rest := m.number(line, "the "+what)
	if m.err == nil && (n == 0 || n > m.nodes) {
		m.fail("%s %d is out of range: they are numbered from 1 to %d", what, n, m.nodes)
	}
	return uint32(n - 1), rest
}

func (m *matrix) build() (*sink.Dump, error) {
	ends, targets, err := edgelist.BySource(m.nodes, m.edges)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", format, err)
	}
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
	return s.Build(sink.Program{Writer: "Matrix Market, " + m.kind, Bytes: m.bytes, IDs: sink.Decimal, NoSizes: true})
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
