package edgelist

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
)

// fuzzNodes is the limit while fuzzing, so that what may be allocated follows
// from an input's length.
const fuzzNodes = 1 << 12

// FuzzRead reads arbitrary text. It may not panic or allocate more than in
// proportion to its length and the allowed nodes; what is accepted is a
// well-formed heap, and the same one when it is written and read again.
//
//	go test ./heap/dump/edgelist -run '^$' -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "# nodes 3\n# roots 0 2\n0 1\n0 2\n2 0\n", "0\t1\r\n#\n1 0", "# roots\n\n7 7"} {
		f.Add([]byte(s))
	}
	for _, name := range slices.Sorted(maps.Keys(malformed)) {
		f.Add([]byte(malformed[name].text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var err error
		n := dumptest.Allocated(func() { _, err = Read(bytes.NewReader(data), Options{MaxNodes: fuzzNodes}) })
		// A line has 4 bytes at least, and takes 8 and 20 bytes and their
		// copies; a node takes 32 and the heap.
		if n > uint64(128*len(data)+128*fuzzNodes+128<<10) {
			t.Fatalf("%d bytes allocated for a file of %d", n, len(data))
		}
		if err == nil {
			readTwice(t, data)
		}
	})
}

func readTwice(t *testing.T, data []byte) {
	h, err := Read(bytes.NewReader(data), Options{MaxNodes: fuzzNodes})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Check(); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := Write(&text, h); err != nil {
		t.Fatal(err)
	}
	back, err := Read(&text, Options{MaxNodes: fuzzNodes})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(h.Arena(), back.Arena()) || fmt.Sprint(h.Roots()) != fmt.Sprint(back.Roots()) {
		t.Fatal("a second reading gives another heap")
	}
}

// malformed are files named for what is wrong, and what must be said of them.
// FuzzRead starts from them too.
var malformed = map[string]struct{ text, says string }{
	"line-of-one-number":         {"0 1\n1\n", "line 2: the line ends before the target"},
	"line-of-three-numbers":      {"0 1 2\n", "nothing may follow"},
	"negative-node":              {"-1 0\n", "a decimal number, without a sign"},
	"signed-node":                {"+1 0\n", "without a sign"},
	"fraction":                   {"0 1.5\n", "a decimal number"},
	"hexadecimal":                {"0x10 1\n", "a decimal number"},
	"words":                      {"zero one\n", "line 1"},
	"byte-order-mark":            {"\xef\xbb\xbf0 1\n", "line 1"},
	"utf-16":                     {"\xff\xfe0\x00 \x001\x00\n\x00", "line 1"},
	"nul-bytes":                  {"0\x00 1\n", "line 1"},
	"return-inside-line":         {"0\r1\n", "carriage return"},
	"node-of-65-bits":            {"0 18446744073709551616\n", "more than 64 bits"},
	"node-of-2-to-the-32-less-2": {"0 4294967294\n", "out of range"},
	"node-of-a-thousand-digits":  {strings.Repeat("9", 1000) + " 0\n", "more than 64 bits"},
	"target-beyond-nodes":        {"# nodes 2\n0 2\n", "there are 2 nodes"},
	"root-beyond-nodes":          {"# nodes 2\n# roots 2\n", "there are 2 nodes"},
	"nodes-too-late":             {"0 1\n5 1\n# nodes 3\n", "line 2 names node 5"},
	"nodes-twice":                {"# nodes 3\n# nodes 3\n", "a second time"},
	"nodes-missing":              {"# nodes\n", "before the number of nodes"},
	"nodes-and-more":             {"# nodes 3 4\n", "after the number of nodes"},
	"root-not-a-number":          {"# roots 1 x\n", "instead of the root"},
	"claims-4-billion-nodes":     {"# nodes 4294967293\n# roots 0\n0 1\n1 0\n", "at most 16777264 nodes"},
	"claims-2-to-the-64-nodes":   {"# nodes 18446744073709551615\n", "at most 16777216 nodes"},
	"one-edge-to-node-4-billion": {"0 4294967293\n", "at most 16777232 nodes"},
	"cut-in-a-line":              {"# nodes 3\n# roots 0\n0 1\n2 ", "the line ends before the target"},
	"an-elf-file":                {"\x7fELF\x02\x01\x01\x00", "line 1"},
}

// TestCorpus holds the reader to what the table says, in little memory.
func TestCorpus(t *testing.T) {
	for name, m := range malformed {
		var err error
		n := dumptest.Allocated(func() { _, err = Read(strings.NewReader(m.text), Options{}) })
		assert.ErrorContains(t, err, m.says, name)
		assert.Less(t, n, uint64(1<<20), name)
	}
}

// TestAsksForMuchInLittle: in 44 bytes, for 137 GB at 32 bytes a node.
func TestAsksForMuchInLittle(t *testing.T) {
	const text = "# nodes 4294967293\n# roots 0 4294967292\n0 1\n"
	require.Len(t, text, 44)
	var err error
	n := dumptest.Allocated(func() { _, err = Read(strings.NewReader(text), Options{}) })
	var limit *LimitError
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, "MaxNodes", limit.Option)
	assert.ErrorContains(t, err, "edge list: it claims 4294967293 nodes: at most 16777264 nodes are allowed for a file with 1 references and 2 roots; Options.MaxNodes sets another limit")
	assert.Less(t, n, uint64(128<<10))
}
