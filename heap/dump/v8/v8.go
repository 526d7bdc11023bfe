package v8

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// format begins the errors of this package.
const format = "v8"

// IsDump says whether a file that begins with prefix is a heap snapshot: a JSON object whose
// first key is "snapshot". Any goroutine may call IsDump.
func IsDump(prefix []byte) bool {
	for i, token := range []string{"{", `"snapshot"`, ":", "{"} {
		if i == 0 {
			prefix = bytes.TrimPrefix(prefix, []byte("\xef\xbb\xbf"))
		}
		rest, ok := bytes.CutPrefix(bytes.TrimLeft(prefix, " \t\r\n"), []byte(token))
		if !ok {
			return false
		}
		prefix = rest
	}
	return true
}

// Read reads a heap snapshot to its end. It reads r in order through a buffer of fixed size,
// so r may be a pipe.
//
// Besides what the sink takes ([sink.Sink]), Read takes 4 bytes for each object, and about 100
// for each name of a class. It never holds the text of a string, and nothing grows with what
// the file claims.
//
// The error is a [*sink.FormatError] if the file is at fault. If the file is cut, errors.Is
// finds io.ErrUnexpectedEOF. If the file exceeds one of the Options, the error wraps a
// [*sink.LimitError]. Several goroutines may read different files at once.
func Read(r io.Reader, opts sink.Options) (*sink.Dump, error) {
	s := &snapshot{text: newText(r), opts: opts}
	s.document()
	if err := s.err(); err != nil {
		return nil, err
	}
	d, err := s.sink.Build(sink.Program{
		Writer: fmt.Sprintf("V8 heap snapshot, %d node fields", len(s.meta.nodeFields)),
		Bytes:  uint64(s.offset()),
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
	*text
	opts    sink.Options
	meta    *meta
	sink    *sink.Sink
	classes classes
	roots   roots
	edges   []uint32 // how many edges each node has
	total   uint64   // how many edges all nodes together have
	kindOf  []int    // by type of edge: the sink's kind if it does not begin at the root
	done    map[string]bool

	unnamedNodes, unnamedEdges unnamed
}

// err returns the first error of the file or of the sink.
func (s *snapshot) err() error {
	if err := s.in.Err(); err != nil || s.sink == nil {
		return err
	}
	return s.sink.Err()
}

// document reads the whole file: one JSON object.
func (s *snapshot) document() {
	s.done = map[string]bool{}
	s.skipMark()
	s.expect('{', "snapshot")
	for first := true; s.err() == nil; first = false {
		c := s.token("snapshot")
		if c == '}' && first {
			break
		}
		if c == '"' {
			s.pos++
			key := s.word("a key of the snapshot")
			s.expect(':', "snapshot")
			s.section(key)
		} else {
			s.unexpected(c, `a key in quotation marks must stand`)
		}
		if s.err() != nil || !s.goesOn('}', "snapshot") {
			break
		}
	}
	s.finish()
}

// section reads the value of a key of the file's object.
func (s *snapshot) section(key string) {
	needs := map[string]string{"nodes": "snapshot", "edges": "nodes", "strings": "nodes"}[key]
	switch {
	case s.err() != nil:
		return
	case key == "snapshot", needs != "":
		if s.done[key] {
			s.fail("a second %q: the file must have one", key)
			return
		}
		if needs != "" && !s.done[needs] {
			s.fail("%q stands before %q: a file can be read in one pass only if %q comes first, as V8 writes it", key, needs, needs)
			return
		}
		s.done[key] = true
	}
	switch key {
	case "snapshot":
		s.readMeta()
	case "nodes":
		s.readNodes()
	case "edges":
		s.readEdges()
	case "strings":
		s.readStrings()
	default:
		s.begin("another key")
		s.skip("value", nil)
	}
}

// finish checks that the file had all parts and nothing follows, and sets the roots.
func (s *snapshot) finish() {
	for _, key := range []string{"snapshot", "nodes", "edges", "strings"} {
		if s.err() == nil && !s.done[key] {
			s.fail("the file has no %q: it is no heap snapshot, or a program wrote only a part of it", key)
		}
	}
	if s.err() != nil {
		return
	}
	if c, ok := s.after(); ok {
		s.fail("%q follows the end of the snapshot: nothing may follow", string(rune(c)))
		return
	}
	s.roots.tell(s.sink)
}
