package ruby_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/ruby"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// malformed has files named for what is wrong, and what must be said of them. FuzzRead starts
// from them, too.
var malformed = map[string]struct{ dump, says string }{
	"empty":                   {"", "the file is empty"},
	"blank":                   {" \n\t\r\n", "the file is empty"},
	"no-object":               {`["0x8"]`, `found '[' instead of '{' of the line`},
	"no-type":                 {`{"address":"0x8"}`, "no type"},
	"no-address":              {`{"type":"STRING"}`, `type "STRING" has no address`},
	"root-without-name":       {`{"type":"ROOT", "references":[]}`, `the key "root" is missing`},
	"type-is-a-number":        {`{"type":5}`, `found '5' instead of '"' of the type`},
	"address-is-a-number":     {`{"address":16}`, `found '1' instead of '"' of the address`},
	"address-without-0x":      {`{"address":"10"}`, "does not begin with 0x"},
	"address-empty":           {`{"address":"0x"}`, "instead of a hexadecimal digit"},
	"address-of-17-digits":    {`{"address":"0x11111111111111111"}`, "more than 16"},
	"address-has-g":           {`{"address":"0x1g"}`, "has 'g' instead of"},
	"class-is-null":           {`{"class":null}`, "address of the class"},
	"reference-is-null":       {`{"references":["0x8",null]}`, "address of a reference"},
	"references-are-a-string": {`{"references":"0x8"}`, "of the references"},
	"memsize-negative":        {`{"memsize":-1}`, "not a whole number"},
	"memsize-of-65-bits":      {`{"memsize":18446744073709551616}`, "more than 64 bits"},
	"memsize-with-fraction":   {`{"memsize":1.5}`, "not a whole number"},
	"memsize-with-zero":       {`{"memsize":01}`, "not a whole number"},
	"key-twice":               {`{"type":"STRING","type":"ARRAY"}`, `the key "type" stands twice`},
	"key-without-value":       {`{"type"}`, `of the key`},
	"key-without-quotes":      {`{type:"STRING"}`, `of the key`},
	"comma-last":              {`{"type":"STRING",}`, `of the key`},
	"comma-missing":           {`{"type":"STRING" "address":"0x8"}`, "instead of ',' or '}'"},
	"brackets-crossed":        {`{"x":[1}`, "instead of ',' or ']'"},
	"string-of-two-lines":     {"{\"x\":\"a\nb\"}", "a quote is missing"},
	"name-of-two-lines":       {"{\"name\":\"a\nb\"}", "a quote is missing"},
	"escape-unknown":          {`{"x":"\q"}`, "'q' after a backslash"},
	"escape-short":            {`{"x":"\u12"}`, "four hexadecimal digits"},
	"literal-wrong":           {`{"x":nil}`, "of true, false or null"},
	"number-wrong":            {`{"x":-a}`, "begins no value"},
	"number-ends-in-e":        {`{"x":1e}`, "instead of a digit"},
	"number-with-zero":        {`{"x":01}`, "instead of ',' or '}'"},
	"value-missing":           {`{"x":}`, "begins no value"},
	"nested-4097-deep":        {`{"x":` + strings.Repeat("[", 4200), "more than 4096 deep"},
	"nested-a-million-deep":   {`{"x":` + strings.Repeat(`{"":`, 1<<20), "more than 4096 deep"},
	"cut-after-brace":         {"{", "cut in the middle"},
	"cut-in-string":           {`{"x":"aaa`, "cut in the middle"},
	"cut-in-number":           {`{"x":1`, "cut in the middle"},
	"cut-in-references":       {`{"references":["0x8"`, "cut in the middle"},
	"id-that-no-object-has":   {`{"type":"STRING","address":"0xffffffffffffffff"}`, "which no object can have"},
	"line-named":              {everything + "{", "line 20"},
}

func TestMalformed(t *testing.T) {
	for name, m := range malformed {
		var err error
		n := dumptest.Allocated(func() { _, err = ruby.Read(strings.NewReader(m.dump), sink.Options{}) })
		assert.ErrorContains(t, err, m.says, name)
		assert.ErrorContains(t, err, "ruby: ", name)
		assert.Less(t, n, uint64(256<<10), name)
	}
}

// TestTruncations: each beginning of a file is a whole file if it ends with a line, and is cut
// elsewhere, at the place where it ends.
func TestTruncations(t *testing.T) {
	for n := 1; n < len(everything); n++ {
		_, err := ruby.Read(strings.NewReader(everything[:n]), sink.Options{})
		if everything[n] == '\n' || everything[n-1] == '\n' {
			require.NoError(t, err, "cut at %d", n)
			continue
		}
		var at *sink.FormatError
		require.ErrorAs(t, err, &at, "cut at %d", n)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Equal(t, int64(n), at.Offset)
	}
}

// TestReaderFails: an error of the file's reader is passed on.
func TestReaderFails(t *testing.T) {
	broken := errors.New("broken pipe")
	for _, n := range []int{0, 1, 100, len(everything)} {
		_, err := ruby.Read(io.MultiReader(strings.NewReader(everything[:n]), iotest.ErrReader(broken)), sink.Options{})
		require.ErrorIs(t, err, broken, "after %d bytes", n)
	}
}

// TestMutations changes, cuts, doubles and joins random parts. No file may panic or make Read
// allocate more than in proportion to its length, and what is accepted is what the plain twin
// reads.
func TestMutations(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 17))
	accepted, files := 0, dumptest.Some()
	for i := range files {
		dump := dumptest.Mutate(rng, []byte(everything), `0123456789abcdef"{}[],:\`)
		if check(t, dump) {
			accepted++
		}
		if t.Failed() {
			t.Fatalf("seed %d, mutation %d: %q", seed, i, dump)
		}
	}
	assert.Greater(t, accepted, files/50, "seed %d: enough files are still dumps", seed)
}

// check reads what may be no dump, and says whether it is one.
func check(t testing.TB, dump []byte) bool {
	opts := sink.Options{MaxObjects: 1 << 12, MaxEdges: 1 << 14, MaxNames: 1 << 20}
	var d *sink.Dump
	var err error
	// An object takes 30 bytes in the file at least, and 350 with its class and the copies of growing
	// slices. The buffers take 64 KiB.
	if n := dumptest.Allocated(func() { d, err = ruby.Read(bytes.NewReader(dump), opts) }); n > uint64(40*len(dump)+192<<10) {
		t.Errorf("%d bytes allocated for a file of %d", n, len(dump))
	}
	again, err2 := ruby.Read(iotest.HalfReader(bytes.NewReader(dump)), opts)
	if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
		t.Errorf("a second reading differs: %v, %v", err, err2)
	}
	if err != nil {
		return false
	}
	assert.Equal(t, d.Heap.Arena(), again.Heap.Arena())
	assert.NoError(t, d.Heap.Check())
	if !bytes.ContainsFunc(dump, func(r rune) bool { return r < ' ' && r != '\n' }) { // those the twin refuses
		equalsTwin(t, dump, d, false)
	}
	return true
}

// FuzzRead reads arbitrary files, as TestMutations does.
//
//	go test ./heap/dump/ruby -run '^$' -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	f.Add([]byte(everything))
	for _, name := range slices.Sorted(maps.Keys(malformed)) {
		f.Add([]byte(malformed[name].dump))
	}
	f.Fuzz(func(t *testing.T, dump []byte) { check(t, dump) })
}

// TestLimits: what just fits is read, and one more is refused with the name of the option.
func TestLimits(t *testing.T) {
	const objects, edges = 14, 20 + 5
	for option, c := range map[string]struct{ fits, more sink.Options }{
		"MaxObjects": {sink.Options{MaxObjects: objects}, sink.Options{MaxObjects: objects - 1}},
		"MaxEdges":   {sink.Options{MaxEdges: edges}, sink.Options{MaxEdges: edges - 1}},
		"MaxNames":   {sink.Options{MaxNames: 4096}, sink.Options{MaxNames: 100}},
	} {
		_, err := ruby.Read(strings.NewReader(everything), c.fits)
		require.NoError(t, err, option)
		_, err = ruby.Read(strings.NewReader(everything), c.more)
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit, option)
		assert.Equal(t, option, limit.Option)
		assert.ErrorContains(t, err, "line ")
	}
}

// TestEndlessLine: a line that never ends is refused, and so are endless names.
func TestEndlessLine(t *testing.T) {
	endless := func(begin, again string) io.Reader {
		return io.MultiReader(strings.NewReader(begin), &repeater{text: again})
	}
	for name, r := range map[string]io.Reader{
		"references": endless(`{"references":["0x8"`, `,"0x8"`),
		"classes":    endless("", `{"type":"CLASS","address":"0x%x","name":"n"}`),
		"structures": endless("", `{"type":"DATA","address":"0x8","struct":"%x"}`),
		"roots":      endless("", `{"type":"ROOT","root":"%x","references":[]}`),
		"of-class":   endless("", `{"type":"STRING","address":"0x8","class":"0x%x"}`),
	} {
		var err error
		n := dumptest.Allocated(func() { _, err = ruby.Read(r, sink.Options{MaxNames: 1 << 20}) })
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit, name)
		assert.Less(t, n, uint64(16<<20), name)
	}
}

// repeater is an endless text, with a number in each piece if it has room for one.
type repeater struct {
	text string
	rest []byte
	n    int
}

func (r *repeater) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		r.n++
		r.rest = []byte(strings.Replace(r.text, "%x", fmt.Sprintf("%x", r.n), 1))
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestIsDump(t *testing.T) {
	for _, dump := range []string{everything, everything[:40], ` { "address" : "0x7F" , "type" : "STRING"}`, `{"address":"0x10", "type":"STRING"`} {
		assert.True(t, ruby.IsDump([]byte(dump)), dump)
	}
	for _, other := range []string{"", "{", `{"snapshot":{`, `{"type":"STRING"}`, `{"type":"ROOT"}`, `{"address":"0x", "type":""}`, `{"address":"x", "type":`, `{"address":"0x8"}`, "0 1\n"} {
		assert.False(t, ruby.IsDump([]byte(other)), other)
	}
}
