package hprof

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// busyDump returns the heap of testdata/make/hprof/Busy.java, with its garbage, as the Java
// virtual machine on this computer writes it.
func busyDump(t *testing.T) []byte {
	if os.Getenv("HALFMARK_SLOW") == "" {
		t.Skip("compiles and runs a Java program: HALFMARK_SLOW=1 asks for it")
	}
	for _, tool := range []string{"javac", "java"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s on this computer", tool)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "busy.hprof")
	source := filepath.Join("..", "..", "..", "testdata", "make", "hprof", "Busy.java")
	out, err := exec.Command("javac", "-nowarn", "-d", dir, source).CombinedOutput()
	require.NoError(t, err, "%s", out)
	out, err = exec.Command("java", "-Xmx64m", "-cp", dir, "Busy", file).CombinedOutput()
	require.NoError(t, err, "%s", out)
	dump, err := os.ReadFile(file)
	require.NoError(t, err)
	return dump
}

// TestSlowProgram: what is known of a real program is found in its dump.
func TestSlowProgram(t *testing.T) {
	file := busyDump(t)
	for _, weak := range []bool{false, true} {
		d, err := Read(bytes.NewReader(file), sink.Options{Weak: weak})
		require.NoError(t, err)
		require.NoError(t, d.Heap.Check())
		set, err := heap.Reachable(d.Heap)
		require.NoError(t, err)
		all, reached := map[string]int{}, map[string]int{}
		labels := map[string]bool{}
		for ref := range d.Objects() {
			class := d.Class(ref)
			all[class]++
			if set.Has(ref) {
				reached[class]++
			}
			if class == "Busy$Link" {
				for label := range d.RootsOf(ref) {
					labels[label] = true
				}
				assert.Equal(t, "next", d.Reference(ref, 1))
			}
		}
		lost := map[bool]int{true: 20}[weak]
		for class, want := range map[string][2]int{
			"Busy$Link": {1000, 1000}, "Busy$Kept": {40, 40}, "Busy$Lost": {20, lost}, "Busy$Finalized": {10, 10}, "java.lang.Object[][]": {10, 10},
		} {
			assert.Equal(t, want, [2]int{all[class], reached[class]}, "%s, weak %v", class, weak)
		}
		assert.Condition(t, func() bool {
			for label := range labels {
				if strings.HasPrefix(label, "frame of Busy.main, thread ") {
					return true
				}
			}
			return false
		}, "%v", labels)
		i := slices.IndexFunc(d.Stats.Edges, func(e sink.EdgeCount) bool { return e.Kind == "final references" })
		assert.GreaterOrEqual(t, d.Stats.Edges[i].Count, uint64(10))
		dumptest.Marks(t, d.Heap)
	}
}

func TestSlowMarks(t *testing.T) {
	for _, v := range variants {
		e, entries := program(v.version, v.id, v.spell)
		dumptest.Marks(t, read(t, e.heap(v.tag, entries...).end(), sink.Options{}).Heap)
	}
}
