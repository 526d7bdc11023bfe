package peers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// TestMain is also the Go runtime's process, which runs this program again.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == GoChildCommand {
		if err := GoChild(os.Args[2], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func testHeap(t *testing.T, name string, objects uint64) (*heap.Heap, *heap.Reached) {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Layout: shape.Shuffled})
	require.NoError(t, err)
	oracle, err := heap.Reachable(h)
	require.NoError(t, err)
	return h, oracle
}

func TestGraphFile(t *testing.T) {
	b := heap.NewBuilder(0, 0)
	b.Add(16, 1, heap.NoObject, 2) // 3 references and 2 words
	b.Add(0)
	b.Add(8, 0)
	b.Root(2)
	b.Root(2)
	h, err := b.Build()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "graph")
	require.NoError(t, writeGraph(path, h))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	g := newGraphReader(f)
	assert.Equal(t, []uint64{3, 2}, []uint64{g.objects, g.roots})
	for _, want := range []uint32{3, 2, 0, 0, 1, 1, 1, noTarget, 2, 0, 2, 2} {
		assert.Equal(t, want, g.next())
	}
	require.NoError(t, g.err)
	assert.Zero(t, g.next())
	assert.ErrorIs(t, g.err, io.EOF, "the file ends after 12 numbers")
	require.NoError(t, os.Truncate(path, 40))
	_, _, err = buildGo(path)
	assert.ErrorContains(t, err, path+": ")
}

// TestGoObjectsAreTheHeap: of every shape, as many objects are reached as in
// the heap, and the collector itself counts as many.
func TestGoObjectsAreTheHeap(t *testing.T) {
	for _, name := range shape.Names() {
		h, oracle := testHeap(t, name, 3000)
		path := filepath.Join(t.TempDir(), "graph")
		require.NoError(t, writeGraph(path, h))
		roots, reached, err := buildGo(path)
		require.NoError(t, err)
		assert.Equal(t, oracle.Count, reached, name)

		var with, without runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&with)
		runtime.KeepAlive(roots)
		roots = nil
		runtime.GC()
		runtime.ReadMemStats(&without)
		assert.InDelta(t, oracle.Count, float64(with.HeapObjects)-float64(without.HeapObjects), 50, name)
	}
}

func TestGoChildAnswersEveryRequest(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	h, oracle := testHeap(t, "random", 2000)
	path := filepath.Join(t.TempDir(), "graph")
	require.NoError(t, writeGraph(path, h))
	var out bytes.Buffer
	require.NoError(t, GoChild(path, strings.NewReader("gc\ngc\ngc\n"), &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 4)
	assert.Equal(t, fmt.Sprintf("ready %d %s", oracle.Count, runtime.Version()), lines[0])
	for _, line := range lines[1:] {
		ns, err := plainNanoseconds(line)
		require.NoError(t, err)
		assert.Less(t, ns, 10e9)
	}
	assert.Error(t, GoChild(path+"x", strings.NewReader(""), &out))
	require.NoError(t, os.Truncate(path, 1000))
	assert.Error(t, GoChild(path, strings.NewReader(""), &out))
}

// TestCollectors: each one that is installed builds and marks a heap that has
// objects of every kind; each that is not is skipped and says why. A JVM takes part
// only with HALFMARK_SLOW set. With -short there is one heap and Go's collector alone,
// for which nothing has to be compiled.
func TestCollectors(t *testing.T) {
	heaps := []*heap.Heap{kinds(t), first(testHeap(t, "random", 2000))}
	races := map[string][]Collector{}
	for _, c := range Collectors() {
		races[c.Name] = []Collector{c}
	}
	if os.Getenv("HALFMARK_SLOW") == "" {
		delete(races, parallelGC.Name)
		delete(races, g1.Name)
	}
	if testing.Short() {
		heaps = heaps[1:]
		delete(races, boehm.Name)
	}
	for name, collectors := range races {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			for _, h := range heaps {
				oracle, err := heap.Reachable(h)
				require.NoError(t, err)
				all, err := Run(t.Context(), Plan{Heap: h, Oracle: oracle, Workers: 2, Rounds: 3, Collectors: collectors})
				require.NoError(t, err)
				require.Len(t, all, 1+len(collectors))
				for _, m := range all {
					if m.Skipped != "" {
						t.Skip("not installed here: " + m.Skipped)
					}
					assert.NotEmpty(t, m.Version)
					assert.NotEmpty(t, m.What)
					assert.Len(t, m.SamplesNS, 3)
					for _, ns := range m.SamplesNS {
						assert.Positive(t, ns)
						assert.Less(t, ns, 10e9)
					}
				}
			}
			nothingLeft(t)
		})
	}
}

// kinds returns a heap with objects of every number of references and words up
// to those without a class in Java, and live and dead ones.
func kinds(t *testing.T) *heap.Heap {
	t.Helper()
	b := heap.NewBuilder(0, 0)
	n := uint32(0)
	for refs := range uint32(maxFields + 2) {
		for words := range uint64(maxWords + 2) {
			targets := make([]uint32, refs)
			for i := range targets {
				targets[i] = (n + uint32(i)) / 2 // whence parents come from above
			}
			n = b.Add(8*words, targets...) + 1
		}
	}
	b.Root(n - 1)
	b.Root(n / 2)
	b.Add(0, 0, 1) // garbage
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

func first(h *heap.Heap, _ *heap.Reached) *heap.Heap { return h }

// nothingLeft asserts that no process and no file of a Run is left.
func nothingLeft(t *testing.T) {
	t.Helper()
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	assert.Empty(t, left)
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, list := range lists { // none but on Linux
		if pids, err := os.ReadFile(list); err == nil {
			assert.Empty(t, string(pids), "processes are left")
		}
	}
}

// TestInterruptedRunLeavesNothing, whichever step it is in.
func TestInterruptedRunLeavesNothing(t *testing.T) {
	h, oracle := testHeap(t, "random", 2000)
	for _, step := range []string{"writing", "go builds", "go warms up: 2", "round 1 of 3: go", "round 2 of 3: halfmark"} {
		t.Setenv("TMPDIR", t.TempDir())
		ctx, cancel := context.WithCancel(t.Context())
		came := false
		_, err := Run(ctx, Plan{Heap: h, Oracle: oracle, Workers: 2, Rounds: 3, Collectors: []Collector{goRuntime}, Progress: func(s string, _ float64) {
			if strings.HasPrefix(s, step) {
				came = true
				cancel()
			}
		}})
		cancel()
		assert.True(t, came, step)
		assert.ErrorIs(t, err, context.Canceled, step)
		nothingLeft(t)
	}
}

// TestWrongMarkSaysWhoseItIs: which marker, set how, and what differs.
func TestWrongMarkSaysWhoseItIs(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	h, _ := testHeap(t, "random", 2000)
	_, other := testHeap(t, "random", 3000)
	_, err := Run(t.Context(), Plan{Heap: h, Oracle: other, Workers: 2, Rounds: 1})
	assert.ErrorContains(t, err, fmt.Sprintf("halfmark: verification failed: stealhalf, 2 workers, grain %d: heap: the mark differs from the oracle", tune.DefaultGrain))
}

func TestWrongCountIsAnError(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	h, oracle := testHeap(t, "random", 2000)
	wrong := *oracle
	wrong.Count++
	// halfmark would notice first: it is not asked.
	r := &race{plan: Plan{Heap: h, Oracle: &wrong, Workers: 1}, site: &site{dir: t.TempDir(), heap: h, workers: 1}}
	defer r.close()
	require.NoError(t, writeGraph(r.site.path(graphFile), h))
	err := r.enter(t.Context(), goRuntime)
	assert.ErrorContains(t, err, fmt.Sprintf("go: it holds %d objects alive, the oracle reached %d", oracle.Count, wrong.Count))
}

// TestProcess: what a process does wrong is said.
func TestProcess(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh here to play a collector's process")
	}
	for script, says := range map[string]string{
		"echo it is broken >&2; exit 3":   "exit status 3 it is broken",
		"exit 0":                          "x: its process ended",
		"echo hello":                      `"hello" ready COUNT VERSION`,
		"echo ready many 1":               `"ready many 1" ready COUNT VERSION`,
		"echo ready 5":                    `"ready 5" ready COUNT VERSION`,
		"echo ready 5 v1 b; exit 4":       "exit status 4",
		"echo ready 5 v1 b; read x; exit": "x: its process ended",
		"echo ready 5 v1 b; read x; echo; echo cause >&2; read y; exit 2": "exit status 2 cause",
	} {
		p, err := start(t.Context(), "x", exec.CommandContext(t.Context(), "sh", "-c", script))
		if err == nil {
			assert.Equal(t, []any{uint64(5), "v1 b"}, []any{p.reached, p.version})
			for range 2 {
				if err == nil {
					_, err = p.collect(t.Context())
				}
			}
			p.Close()
		}
		require.Error(t, err, script)
		rest := err.Error()
		for _, word := range strings.Fields(says) {
			_, after, ok := strings.Cut(rest, word)
			require.True(t, ok, "%q is missing in %q", word, err)
			rest = after
		}
	}
}

// TestCancelKills a process that does not listen.
func TestCancelKills(t *testing.T) {
	if _, err := exec.LookPath("sleep"); err != nil {
		t.Skip("there is no sleep here to play a process that does not answer")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := start(ctx, "x", exec.CommandContext(ctx, "sleep", "60"))
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, time.Since(began), 5*time.Second)
}

// TestNotInstalled: without tools everything but Go is skipped; with tools that
// fail the reason is theirs.
func TestNotInstalled(t *testing.T) {
	h, _ := testHeap(t, "tree", 10)
	prepare := func(c Collector) error {
		_, err := c.prepare(t.Context(), &site{dir: t.TempDir(), heap: h, workers: 1})
		return err
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	var missing *Unavailable
	for _, c := range []Collector{parallelGC, g1, boehm} {
		assert.ErrorAs(t, prepare(c), &missing, c.Name)
		assert.ErrorContains(t, prepare(c), "in PATH")
	}
	assert.NoError(t, prepare(goRuntime))

	script := func(name, text string) {
		err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text+"\n"), 0o700)
		require.NoError(t, err)
	}
	if _, err := os.Stat("/bin/sh"); errors.Is(err, os.ErrNotExist) {
		t.Skip("there is no /bin/sh here to play a compiler")
	}
	script("cc", "echo In file; echo 'peer.c:4: fatal error: gc.h: No such file'; exit 1")
	script("javac", "exit 0")
	script("java", "echo 'Unrecognized VM option UseG1GC'; exit 1")
	for _, c := range []Collector{parallelGC, g1, boehm} {
		assert.ErrorAs(t, prepare(c), &missing, c.Name)
	}
	assert.ErrorContains(t, prepare(boehm), "gc.h: No such file")
	assert.ErrorContains(t, prepare(g1), "Unrecognized VM option")
	script("java", "echo Eclipse OpenJ9 VM")
	assert.ErrorContains(t, prepare(g1), "OpenJ9")
	script("javac", "echo Peer.java:1: error: no; exit 1")
	assert.ErrorContains(t, prepare(g1), "Peer.java:1: error: no")
}

func TestMemoryGrowsWithTheHeap(t *testing.T) {
	small, _ := testHeap(t, "random", 1000)
	large, _ := testHeap(t, "random", 2000)
	for _, c := range Collectors() {
		one := []Collector{c}
		assert.Positive(t, Base(one))
		assert.Greater(t, Memory(small, one), uint64(len(small.Arena())), c.Name)
		assert.Less(t, Memory(small, one), 20*uint64(len(small.Arena())), c.Name)
		assert.InEpsilon(t, 2*Memory(small, one), Memory(large, one), 0.1, c.Name)
	}
}

// TestProgressOfRounds: what comes before the rounds is no part of them, and then the
// part that is done grows.
func TestProgressOfRounds(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	h, oracle := testHeap(t, "random", 2000)
	var parts []float64
	_, err := Run(t.Context(), Plan{Heap: h, Oracle: oracle, Workers: 1, Rounds: 2, Collectors: []Collector{goRuntime}, Progress: func(step string, rounds float64) {
		if strings.HasPrefix(step, "round ") {
			parts = append(parts, rounds)
		} else {
			assert.Zero(t, rounds, step)
		}
	}})
	require.NoError(t, err)
	assert.Equal(t, []float64{0, 0.25, 0.5, 0.75}, parts)
}
