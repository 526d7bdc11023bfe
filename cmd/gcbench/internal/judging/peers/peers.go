// Package peers lets real collectors mark the same heap: the collector of the Go
// runtime, two of HotSpot, and Boehm's. Each runs in a separate process. Their
// sources are part of this package, and it compiles them when it needs them.
package peers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Collector is a real collector that can mark a heap.
type Collector struct {
	Name string // as flags and reports name it
	What string // what is measured, in a sentence
	// warm is how many collections come before the first measured one.
	warm int
	// base and bytes estimate the memory of its process: what it takes
	// without objects, and the most for an object while it builds the heap.
	base  uint64
	bytes func(refs, words uint32) uint64
	// prepare returns its command; the error is an *Unavailable if it is not
	// installed.
	prepare func(ctx context.Context, s *site) (*command, error)
}

// command is how to run a collector's process.
type command struct {
	*exec.Cmd
	// nanoseconds translates its answer to a request to a mark time.
	nanoseconds func(answer string) (float64, error)
}

// Unavailable says why a collector cannot take part.
type Unavailable struct{ Reason string }

func (e *Unavailable) Error() string { return e.Reason }

func unavailable(format string, args ...any) error {
	return &Unavailable{fmt.Sprintf(format, args...)}
}

// Collectors returns all collectors there are, in the order in which they take
// turns.
func Collectors() []Collector { return []Collector{goRuntime, parallelGC, g1, boehm} }

// Memory estimates how many bytes the collectors take for h, the graph file
// aside.
func Memory(h *heap.Heap, collectors []Collector) uint64 {
	sum := uint64(0)
	for _, r := range h.Objects() {
		refs, words := measures(h, r)
		for _, c := range collectors {
			sum += c.bytes(refs, words)
		}
	}
	return sum
}

// Base estimates how many bytes the collectors take without any objects.
func Base(collectors []Collector) uint64 {
	sum := uint64(0)
	for _, c := range collectors {
		sum += c.base
	}
	return sum
}

// site is the folder in which collectors are compiled and run.
type site struct {
	dir     string
	heap    *heap.Heap
	workers int
	java    *jdk // once it is looked for
}

// environ is the environment without what begins with one of these texts.
func environ(without ...string) []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return slices.ContainsFunc(without, func(begin string) bool { return strings.HasPrefix(v, begin) })
	})
}

const graphFile = "graph"

func (s *site) path(name string) string { return filepath.Join(s.dir, name) }

// plainNanoseconds reads the answer of processes that measure themselves.
func plainNanoseconds(answer string) (float64, error) {
	n, err := strconv.ParseUint(answer, 10, 63)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("its process answered %q where nanoseconds were expected", answer)
	}
	return float64(n), nil
}
