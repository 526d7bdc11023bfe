package report

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
)

// benchPkg is the package that benchmark lines are filed under.
const benchPkg = "github.com/seed-3ccf4018/halfmark/cmd/gcbench"

// WriteBench writes every sample as a line in the Go benchmark format (see
// golang.org/design/14313-benchmark-format), for benchstat: names with
// key=value parts to pivot by, the marks of the sample as its iterations,
// ns/op, ns/obj, and x-limit if the floor was measured. Options that rarely differ are configuration lines, which
// keeps the names, and so benchstat's tables, narrow.
func WriteBench(w io.Writer, env machine.Env, results []Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: %s\n", env.GOOS, env.GOARCH, benchPkg)
	if env.CPU != "" {
		fmt.Fprintf(&b, "cpu: %s\n", env.CPU)
	}
	last := ""
	for i := range results {
		r := &results[i]
		if c := benchConfig(r); c != last {
			b.WriteString(c)
			last = c
		}
		name := benchName(r, env.GOMAXPROCS)
		for _, ns := range r.SamplesNS {
			fmt.Fprintf(&b, "%s\t%d\t%s ns/op", name, r.MarksPerSample, real(ns))
			if r.Live > 0 {
				fmt.Fprintf(&b, "\t%.6g ns/obj", ns/float64(r.Live))
			}
			if r.FloorNS != nil {
				fmt.Fprintf(&b, "\t%.6g x-limit", ns / *r.FloorNS)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func benchConfig(r *Result) string {
	return fmt.Sprintf("objects: %d\nseed: %d\ngrain: %d\ndeque: %d\noverflow: %d\nsteal: %s\namount: %s\nvictim: %s\nidle: %s\n",
		r.Objects, r.Seed, r.Grain, r.Deque, r.Overflow, r.Steal, r.Amount, r.Victim, r.Idle)
}

func benchName(r *Result, procs int) string {
	heap := fmt.Sprintf("shape=%s/layout=%s", r.Shape, r.Layout)
	if r.Heap != "" {
		heap = "heap=" + word(filepath.Base(r.Heap))
	}
	how := "queue=" + r.Queue
	if r.Preset != "" {
		how = "preset=" + r.Preset + "/" + how
	}
	name := fmt.Sprintf("BenchmarkMark/%s/%s/workers=%d", heap, how, r.Workers)
	if procs != 1 { // as package testing writes it
		name += fmt.Sprintf("-%d", procs)
	}
	return name
}

// word replaces what would end the name or one of its parts.
func word(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) || r == '/' {
			return '_'
		}
		return r
	}, s)
}
