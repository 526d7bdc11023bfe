package git

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// printed is what git prints: its list of objects, its refs, and the contents. NUL NUL NUL
// and a line feed stand between them.
type printed struct{ list, refs, contents bytes.Buffer }

const between = "\x00\x00\x00\n"

func (p *printed) bytes() []byte {
	return []byte(p.list.String() + between + p.refs.String() + between + p.contents.String())
}

// hash returns the digits of a hash for a number. The hashes of all numbers are spread.
func hash(n int) string { return fmt.Sprintf("%08x%032x", uint32(n)*0x9e3779b1, n) }

func raw(n int) (b []byte) {
	_, _ = fmt.Sscanf(hash(n), "%x", &b)
	return b
}

func (p *printed) object(n int, kind, content string) {
	fmt.Fprintf(&p.list, "%s %s %d 9\n", hash(n), kind, len(content))
	if kind != "blob" {
		fmt.Fprintf(&p.contents, "%s %s %d\n%s\n", hash(n), kind, len(content), content)
	}
}

func entry(mode, name string, n int) string { return mode + " " + name + "\x00" + string(raw(n)) }

// everything is a repository with an object of each kind, and edges of each kind. Object 9 is
// not there.
func everything() *printed {
	p := &printed{}
	p.object(1, "commit", "tree "+hash(3)+"\nparent "+hash(2)+"\nparent "+hash(9)+"\nauthor x\n\nparent "+hash(7)+"\n")
	p.object(2, "commit", "tree "+hash(4)+"\nauthor x\n")
	p.object(3, "tree", entry("100644", "a", 5)+entry("40000", strings.Repeat("long ", 40), 4)+entry("160000", "sub", 1))
	p.object(4, "tree", "")
	p.object(5, "blob", "content")
	p.object(6, "tag", "object "+hash(2)+"\ntype commit\ntag v1\n")
	p.object(7, "commit", "tree "+hash(4)+"\n")
	fmt.Fprintf(&p.refs, "%s refs/heads/main\n%s refs/tags/v1\n%s refs/heads/lost\n", hash(1), hash(6), hash(9))
	return p
}

// readPrinted does what Read does, with what git would print.
func readPrinted(data []byte, opts sink.Options, slowly bool) (*sink.Dump, error) {
	list, rest, _ := bytes.Cut(data, []byte(between))
	refs, text, _ := bytes.Cut(rest, []byte(between))
	in := func(data []byte) *bufio.Reader {
		if slowly {
			return bufio.NewReaderSize(iotest.OneByteReader(bytes.NewReader(data)), 4096)
		}
		return bufio.NewReaderSize(bytes.NewReader(data), 4096)
	}
	r := newRepository(20, opts)
	if err := r.readList(in(list)); err != nil {
		return nil, err
	}
	if err := eachLine(in(refs), r.ref); err != nil {
		return nil, err
	}
	if err := r.readContents(in(text)); err != nil {
		return nil, err
	}
	r.explain(false)
	return r.build()
}

// tryPrinted reads arbitrary bytes. Read may not panic, or allocate more than in proportion to
// them. Each repository that it accepts is a well-formed heap in which each object is found by
// its hash.
func tryPrinted(t *testing.T, data []byte) (accepted bool) {
	t.Helper()
	var d *sink.Dump
	var err error
	n := dumptest.Allocated(func() { d, err = readPrinted(data, sink.Options{}, false) })
	require.LessOrEqual(t, n, uint64(64*len(data)+256<<10), "%d bytes allocated for %d bytes: %q", n, len(data), data)
	_, again := readPrinted(data, sink.Options{}, true)
	require.Equal(t, err == nil, again == nil, "%v, and byte by byte %v: %q", err, again, data)
	if err != nil {
		return false
	}
	require.NoError(t, d.Heap.Check())
	for ref := range d.Objects() {
		found, ok := d.Find(d.Text(ref))
		require.True(t, ok && found == ref, "%q", data)
	}
	return true
}

// TestPrinted: the counts of everything.
func TestPrinted(t *testing.T) {
	d, err := readPrinted(everything().bytes(), sink.Options{}, false)
	require.NoError(t, err)
	all, reached := lists(t, d)
	assert.Len(t, all, 7)
	assert.Len(t, reached, 6, "all but 7, which a message names only")
	assert.Equal(t, []sink.EdgeCount{
		{Kind: "parents", Count: 2, Followed: true}, {Kind: "trees of commits", Count: 3, Followed: true},
		{Kind: "tree entries", Count: 2, Followed: true}, {Kind: "tagged objects", Count: 1, Followed: true}, {Kind: "submodule links", Count: 1},
	}, d.Stats.Edges)
	assert.Equal(t, [2]uint64{1, 1}, [2]uint64{d.Stats.Dangling, d.Stats.DanglingRoots})
	assert.Equal(t, uint64(63), d.Bytes)
}

// malformed is what git should not print, and what must be said of it.
func malformed() map[string]struct {
	p    *printed
	says string
} {
	of := func(kind, content string) *printed { p := &printed{}; p.object(1, kind, content); return p }
	list := func(line string) *printed { p := &printed{}; p.list.WriteString(line); return p }
	contents := func(text string) *printed {
		p := list(hash(1) + " tree 0 0\n")
		p.contents.WriteString(text)
		return p
	}
	return map[string]struct {
		p    *printed
		says string
	}{
		"line of one word":        {list("x\n"), "it must have a hash, a type and two sizes"},
		"short hash":              {list("12 tree 1 1\n"), `"12" is not a hash: it must have 40 hexadecimal digits`},
		"hash of other letters":   {list(strings.Repeat("g", 40) + " tree 1 1\n"), "is not a hash"},
		"unknown type":            {list(hash(1) + " bush 1 1\n"), hash(1) + ": git has printed the line"},
		"size of 65 bits":         {list(hash(1) + " blob 18446744073709551616 1\n"), hash(1) + ": git has printed the line"},
		"negative size":           {list(hash(1) + " blob -1 1\n"), hash(1) + ": git has printed the line"},
		"unreadable object":       {list(hash(1) + " missing\n"), hash(1) + "\" and cannot read it"},
		"object twice":            {list(hash(1) + " blob 1 1\n" + hash(2) + " blob 1 1\n" + hash(1) + " blob 1 1\n"), hash(1) + ": git lists it twice"},
		"list without end":        {list(hash(1) + " blob 1 1"), "ends in the middle of a line"},
		"endless line":            {list(strings.Repeat("x", 1<<17)), "buffer full"},
		"content of another":      {contents(hash(2) + " tree 0\n\n"), "before its content: it must be " + hash(1) + " tree SIZE"},
		"content of another type": {contents(hash(1) + " blob 0\n\n"), "it must be " + hash(1) + " tree SIZE"},
		"content is missing":      {contents(hash(1) + " missing\n"), "it must be " + hash(1) + " tree SIZE"},
		"content of 2^63 bytes":   {contents(hash(1) + " tree 9223372036854775808\n"), "it must be " + hash(1) + " tree SIZE"},
		"content cut":             {contents(hash(1) + " tree 50\n"), "tree " + hash(1) + ": git ends before the object is printed whole"},
		"content of 10^17 bytes":  {contents(hash(1) + " tree 99999999999999999\n1 a\x00"), "git ends before"},
		"no contents":             {contents(""), "git ends before"},
		"more than the content":   {contents(hash(1) + " tree 0\nx"), "byte 0x78 follows its content"},
		"more than all contents":  {contents(hash(1) + " tree 0\n\nx"), "git has printed more"},
		"commit without tree":     {of("commit", "author x\n"), `a commit must begin with "tree " and a hash`},
		"empty commit":            {of("commit", ""), `a commit must begin with "tree "`},
		"commit of half a hash":   {of("commit", "tree 1234\n"), "must have one hash after the word"},
		"parent without line end": {of("commit", "tree "+hash(1)+"\nparent "+hash(1)), "must have one hash after the word"},
		"parent of other letters": {of("commit", "tree "+hash(1)+"\nparent "+strings.Repeat("x", 40)+"\n"), "must have one hash after the word"},
		"tag without object":      {of("tag", "type commit\n"), `a tag must begin with "object " and a hash`},
		"entry without mode":      {of("tree", " a\x00"), "an entry has no mode"},
		"mode of 7 digits":        {of("tree", "1006444 a\x00"), "an entry has no mode"},
		"mode of other letters":   {of("tree", "10x a\x00"), "an entry has no mode"},
		"name without end":        {of("tree", "100644 abc"), "the name of its last entry has no end"},
		"long name without end":   {of("tree", "100644 "+strings.Repeat("abc", 3000)), "the name of its last entry has no end"},
		"name beyond the content": {of("tree", "100644 abc"), "the name of its last entry has no end"},
		"hash cut":                {of("tree", "100644 abc\x00123"), "its last entry has 3 bytes of a hash: it must have 20"},
	}
}

// TestMalformed: each fault has its own words, and takes little memory.
func TestMalformed(t *testing.T) {
	for name, m := range malformed() {
		var err error
		data := m.p.bytes()
		n := dumptest.Allocated(func() { _, err = readPrinted(data, sink.Options{}, false) })
		assert.ErrorContains(t, err, m.says, name)
		assert.Less(t, n, uint64(256<<10+4*len(data)), name)
	}
}

// TestTruncations: a repository that is cut anywhere is an error, but after a line of refs.
func TestTruncations(t *testing.T) {
	p, step := everything(), dumptest.Every(2)
	whole := p.contents.Bytes()
	for n := 0; n < len(whole); n += step {
		cut := printed{list: p.list}
		cut.contents.Write(whole[:n])
		_, err := readPrinted(cut.bytes(), sink.Options{}, false)
		require.Error(t, err, "%d bytes", n)
	}
	data := p.bytes()
	for n := 0; n < len(data); n += step {
		tryPrinted(t, data[:n])
	}
}

// TestMutations reads repositories that differ from a good one in a few places.
func TestMutations(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	data := everything().bytes()
	accepted := 0
	for range dumptest.Some() {
		if tryPrinted(t, dumptest.Mutate(rng, data, "0123456789 \n\x00")) {
			accepted++
		}
	}
	assert.Positive(t, accepted, "some mutations change a message only")
}

// FuzzRead reads whatever git might print.
//
//	go test ./heap/dump/git -run '^$' -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	f.Add(everything().bytes())
	for _, m := range malformed() {
		f.Add(m.p.bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) { tryPrinted(t, data) })
}
