package cli

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// reading is a parser that reads one command line after the other: to make a parser
// takes longer than to use it.
type reading struct{ *kong.Kong }

func newReading() reading { return reading{newParser(io.Discard, io.Discard)} }

// read reads a command line as if it were the first.
func (r reading) read(commandLine string) (*kong.Context, error) {
	forget(r.Kong)
	return r.Parse(strings.Fields(commandLine))
}

// given returns the value that a flag has after the command line was read.
func (r reading) given(t *testing.T, flag, commandLine string) any {
	t.Helper()
	parsed, err := r.read(commandLine)
	require.NoError(t, err, commandLine)
	for _, f := range parsed.Flags() {
		if f.Name == flag {
			return parsed.FlagValue(f)
		}
	}
	require.Fail(t, "no such flag", flag)
	return nil
}

// flags returns the flags of each subcommand, by its path without "gcbench".
func (r reading) flags(t *testing.T) map[string][]*kong.Flag {
	t.Helper()
	all := map[string][]*kong.Flag{}
	for _, leaf := range r.Model.Leaves(false) {
		path := strings.TrimPrefix(leaf.FullPath(), "gcbench ")
		for _, group := range leaf.AllFlags(false) {
			all[path] = append(all[path], group...)
		}
	}
	require.GreaterOrEqual(t, len(all), 13)
	return all
}

// TestRangesInLists: every list of numbers takes ranges beside numbers.
func TestRangesInLists(t *testing.T) {
	lists, r := 0, newReading()
	for command, flags := range r.flags(t) {
		for _, f := range flags {
			if f.Tag.Type != "numbers" {
				continue
			}
			lists++
			lines := map[string][]int{
				"1-4": {1, 2, 3, 4}, "1-64*2": {1, 2, 4, 8, 16, 32, 64}, "7,1-3,16-20*2,1k": {7, 1, 2, 3, 16, 1000}, "5-5": {5},
			}
			if spell.Domains[f.Name].Power2 {
				lines = map[string][]int{"64-256": {64, 128, 256}, "8,0.064k-1024*4,2": {8, 64, 256, 1024, 2}}
			}
			for text, want := range lines {
				line := strings.Join([]string{command, arguments[command], "--" + f.Name, text}, " ")
				assert.EqualValues(t, fmt.Sprint(want), fmt.Sprint(r.given(t, f.Name, line)), line)
			}
		}
	}
	assert.GreaterOrEqual(t, lists, 18)
}

// TestAllNames: in every list of names "all" stands for each of them, but for files and amounts.
func TestAllNames(t *testing.T) {
	lists, r := 0, newReading()
	for command, flags := range r.flags(t) {
		for _, f := range flags {
			if f.Tag.Type != "names" {
				continue
			}
			lists++
			want := []string{"all"}
			if f.Name != "heap" && f.Name != "against" && f.Name != "roots" && f.Name != "amount" { // a file, a node or an amount may be named so
				want = spell.Choices(f.Name)
				require.Greater(t, len(want), 1)
				require.NotContains(t, want, "all", "it could not be told apart")
				assert.Equal(t, command != "gen", strings.Contains(f.Help, "or all"), "%s --%s: gen makes one heap", command, f.Name)
			}
			line := strings.Join([]string{command, arguments[command], "--" + f.Name, "all"}, " ")
			assert.Equal(t, want, r.given(t, f.Name, line), line)
		}
	}
	assert.GreaterOrEqual(t, lists, 18)
}

// TestSlowAllRuns: a table with everything.
func TestSlowAllRuns(t *testing.T) {
	tagged.Slow(t)
	stdout := mustRun(t, "run", "--shape", "all", "--deque", "locked", "--workers", "1-2", "--objects", "20", "--reps", "6")
	for _, name := range shape.Names() {
		assert.Equal(t, 2, strings.Count(stdout, "\n"+name+" "), "%s with one worker and with two", name)
	}
	stdout = mustRun(t, "run", "--shape", "tree", "--deque", "all", "--workers", "2", "--objects", "200", "--reps", "6")
	for _, name := range spell.DequeNames() {
		assert.Contains(t, stdout, name)
	}
	mustRun(t, "run", "--shape", "tree", "--preset", "all", "--workers", "2", "--objects", "200", "--reps", "6")
}

// TestNoDequeIsNamedAll: the name would mean two things.
func TestNoDequeIsNamedAll(t *testing.T) {
	k := *stealq.Locked
	k.Name = "all"
	assert.ErrorContains(t, offer([]*stealq.Kind{&k}), "give it another name")
}
