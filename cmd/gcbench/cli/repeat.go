package cli

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/judging/stress"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// spelledCommand spells a command line of gcbench for a shell. A mark's schedule depends on the
// number of processors, so this is part of it.
func spelledCommand(words ...string) string {
	for i, w := range words {
		words[i] = explain.Quoted(w)
	}
	return fmt.Sprintf("GOMAXPROCS=%d gcbench %s", runtime.GOMAXPROCS(0), strings.Join(words, " "))
}

// repeat is the command that does the same rounds again. A scenario that did not do what
// it is about has no single round to blame.
func (c *stressCmd) repeat(f *stress.Failure, t *stress.Tally) string {
	rounds := uint64(1)
	if f.Whole {
		rounds = t.Rounds
	}
	return spelledCommand("stress", "--scenario", f.Scenario, "--seed", fmt.Sprint(f.Seed), "--rounds", fmt.Sprint(rounds))
}

// again is the command that verifies marks of one heap with one deque again.
func (c *verifyCmd) again(from heapSource, deque string, workers []int) string {
	words := []string{"verify", "--deque", deque, "--workers", strings.Join(named(workers, strconv.Itoa), ",")}
	if at := slices.Index(from.args, "--heap"); at >= 0 { // verify takes the file as an argument
		return spelledCommand(append(words, slices.Delete(slices.Clone(from.args), at, at+1)...)...)
	}
	return spelledCommand(append(words, from.args...)...)
}

// repeat is the command that makes the marks with options o of a check again, one setting
// of the whole check.
func (c *verifyCmd) repeat(from heapSource, o mark.Options) string {
	words := append(append([]string{"run"}, from.args...), "--workers", fmt.Sprint(o.Workers))
	for _, f := range spelled(o) {
		words = append(words, "--"+f.flag, f.value)
	}
	return spelledCommand(words...)
}
