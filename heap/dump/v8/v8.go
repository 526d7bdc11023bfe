package v8

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/text"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// format begins the errors of this package.
const format = "v8"

// IsDump reports whether a file that begins with prefix is a heap snapshot: a JSON object
// whose first key is "snapshot". Any goroutine may call it.
func IsDump(prefix []byte) bool {
	_, ok := text.After(bytes.TrimPrefix(prefix, []byte("\xef\xbb\xbf")), "{", `"snapshot"`, ":", "{")
	return ok
}

// Read reads a heap snapshot to its end, in order, so r may be a pipe. Besides what a
// [sink.Sink] takes, it takes 4 bytes for each object, and about 100 for each name of a
// class. Nothing grows with a claim of the file.
//
// The error is a [*sink.FormatError] if the file is at fault. If it is cut, errors.Is finds
// io.ErrUnexpectedEOF. If it exceeds one of the Options, the error wraps a
// [*sink.LimitError]. Any number of goroutines may read different files at once.
func Read(r io.Reader, opts sink.Options) (*sink.Dump, error) {
	s := &snapshot{opts: opts, done: map[string]bool{}}
	s.begin("beginning")
	s.Reader = text.New(r, format, s.record)
	s.document()
	if err := s.Err(); err != nil {
		return nil, err
	}
	d, err := s.sink.Build(sink.Program{
		Writer: fmt.Sprintf("V8 heap snapshot, %d node fields", len(s.meta.nodeFields)),
		Bytes:  uint64(s.Offset()),
		IDs:    sink.At,
	})
	if err != nil {
		return nil, err
	}
	s.explain(d)
	return d, nil
}

// explain adds notes about what is unusual in the file.
func (s *snapshot) explain(d *sink.Dump) {
	for i, e := range d.Stats.Edges {
		if i < len(s.meta.edgeTypes) && plurals[s.meta.edgeTypes[i]] == "" && e.Count > 0 {
			d.Notes = append(d.Notes, fmt.Sprintf("%d %s are followed.", e.Count, e.Kind))
		}
	}
	d.Notes = append(d.Notes, s.unnamedNotes()...)
	if slices.ContainsFunc(s.meta.nodeTypes, func(t string) bool { return strings.HasPrefix(t, "jl_") }) {
		d.Notes = append(d.Notes, "Julia wrote this snapshot. Its first versions left out most roots, so little can be reached.")
	}
}

// snapshot is a heap snapshot while it is read.
type snapshot struct {
	*text.Reader
	part    string // what is read now
	index   int    // which one of the array it is, or -1
	opts    sink.Options
	meta    *meta
	sink    *sink.Sink
	classes classes
	roots   roots
	edges   []uint32 // how many edges each node has
	total   uint64   // how many edges all nodes together have
	kindOf  []int    // by type of edge: the sink's kind if it does not begin at the root
	done    map[string]bool
	letters []byte // room for a name

	unnamedNodes, unnamedEdges unnamed
}

// begin says what is read from here on, for errors.
func (s *snapshot) begin(part string) { s.part, s.index = part, -1 }

// record names what is read: "node 7".
func (s *snapshot) record() string {
	if s.index < 0 {
		return s.part
	}
	return s.part + " " + strconv.Itoa(s.index)
}

// document reads the whole file: one JSON object.
func (s *snapshot) document() {
	s.SkipMark()
	if s.Expect('{', "snapshot") {
		s.Members("snapshot", func(key []byte) { s.section(string(key)) })
	}
	s.finish()
}

// parts are the keys of the file's object that matter: which part must stand before, and what reads it.
var parts = []struct {
	key, needs string
	read       func(*snapshot)
}{
	{"snapshot", "", (*snapshot).readMeta},
	{"nodes", "snapshot", (*snapshot).readNodes},
	{"edges", "nodes", (*snapshot).readEdges},
	{"strings", "nodes", (*snapshot).readStrings},
}

// section reads the value of a key of the file's object.
func (s *snapshot) section(key string) {
	for _, p := range parts {
		switch {
		case p.key != key:
			continue
		case s.done[key]:
			s.Fail("a second %q: the file must have one", key)
		case p.needs != "" && !s.done[p.needs]:
			s.Fail("%q stands before %q: a file can be read in one pass only if %q comes first, as V8 writes it", key, p.needs, p.needs)
		default:
			s.done[key] = true
			p.read(s)
		}
		return
	}
	s.begin("another key")
	s.Value()
}

// finish checks that the file had all parts and nothing follows, and sets the roots.
func (s *snapshot) finish() {
	for _, p := range parts {
		if s.Err() == nil && !s.done[p.key] {
			s.Fail("the file has no %q: it is not a heap snapshot, or a program wrote only a part of it", p.key)
		}
	}
	if s.Err() != nil {
		return
	}
	if s.begin("end"); s.Space("end of the file") {
		s.Fail("%q follows the end of the snapshot: nothing may follow", s.Next("end"))
		return
	}
	s.roots.tell(s.sink)
}
