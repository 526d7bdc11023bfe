package ruby_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/ruby"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// TestFixture reads the heap of an idle Ruby 3.1. The counts beside it are those of count.py,
// which shares nothing with this package; testdata/make/ruby has both programs.
func TestFixture(t *testing.T) {
	file, err := os.Open("testdata/ruby-3.1.json.gz")
	require.NoError(t, err)
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	require.NoError(t, err)
	dump, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	require.True(t, ruby.IsDump(dump[:4096]))
	d := read(t, string(dump), sink.Options{})
	equalsTwin(t, dump, d, false)
	live, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	want := counts(t, "testdata/ruby-3.1.counts")
	for i, kind := range []string{"references", "classes", "hidden", "cached"} {
		assert.Equal(t, want[kind], d.Stats.Edges[i].Count, kind)
	}
	assert.Equal(t, want["objects"], d.Heap.NumObjects())
	assert.Equal(t, want["roots"], uint64(len(d.Heap.Roots())))
	assert.Equal(t, want["reached"], live.Count)
	assert.Equal(t, want["dangling"], d.Stats.Dangling)
	assert.Equal(t, want["dangling-roots"], d.Stats.DanglingRoots)
	assert.Contains(t, d.Classes(), "String")
	dumptest.Marks(t, d.Heap)
}

// counts reads lines of a name and a number.
func counts(t testing.TB, path string) map[string]uint64 {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	m := map[string]uint64{}
	for name, number := range fields(string(text)) {
		m[name], err = strconv.ParseUint(number, 10, 64)
		require.NoError(t, err)
	}
	return m
}

// fields iterates over the lines of two words.
func fields(text string) func(yield func(name, number string) bool) {
	return func(yield func(name, number string) bool) {
		for line := range strings.Lines(text) {
			if name, number, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !yield(name, number) {
				return
			}
		}
	}
}

// program makes a list of 1,000 nodes, and a weak reference to one that nothing else holds.
const program = `require "weakref"
class Node; def initialize(rest) = @rest = rest; end
class Lost; end
$list = 1000.times.inject(nil) { |rest, _| Node.new(rest) }
def weak = 10.times.map { WeakRef.new(Lost.new) }
$weak = weak
def clear(n) = n.zero? ? nil : clear(n - 1)
clear(100)
GC.start
GC.disable
File.open(ARGV[0], "w") { |f| ObjectSpace.dump_all(output: f, full: ARGV[1] == "full") }
puts ObjectSpace.each_object(Node).count, ObjectSpace.each_object(Module).count
`

// TestSlowRuby dumps a program in the Ruby of this machine. The objects that Ruby counts are
// found, all of the list is reached, and the twin finds the same.
func TestSlowRuby(t *testing.T) {
	if os.Getenv("HALFMARK_SLOW") == "" {
		t.Skip("starts Ruby: HALFMARK_SLOW=1 asks for it")
	}
	interpreter, err := exec.LookPath("ruby")
	if err != nil {
		t.Skip("there is no ruby on this machine: apt-get install ruby")
	}
	for _, full := range []string{"", "full"} {
		path := filepath.Join(t.TempDir(), "dump")
		out, err := exec.Command(interpreter, "-robjspace", "-e", program, path, full).Output()
		require.NoError(t, err)
		var nodes, modules int
		_, err = fmt.Sscan(string(out), &nodes, &modules)
		require.NoError(t, err)
		dump, err := os.ReadFile(path)
		require.NoError(t, err)
		d, err := ruby.Read(bytes.NewReader(dump), sink.Options{})
		require.NoError(t, err)
		equalsTwin(t, dump, d, false)
		live, err := heap.Reachable(d.Heap)
		require.NoError(t, err)
		reached, all := 0, 0
		for ref := range d.Objects() {
			if d.Class(ref) == "Node" {
				all++
				if live.Has(ref) {
					reached++
				}
			}
		}
		assert.Equal(t, []int{1000, 1000}, []int{nodes, reached})
		assert.Equal(t, nodes, all)
		assert.GreaterOrEqual(t, len(d.Classes()), modules/2)
		assert.Greater(t, float64(live.Count)/float64(d.Heap.NumObjects()), 0.99, "the rest is what the program made since")
		assert.Equal(t, full != "", slices.ContainsFunc(d.Notes, func(n string) bool { return strings.Contains(n, "NONE") }))
		dumptest.Marks(t, d.Heap)
	}
}
