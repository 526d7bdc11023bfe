package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/timing"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// ran returns the subcommand run as a command line fills it in.
func (r reading) ran(t *testing.T, words ...string) *timing.Run {
	t.Helper()
	parsed, err := r.read(strings.Join(append([]string{"run"}, words...), " "))
	require.NoError(t, err, words)
	return &parsed.Model.Target.Addr().Interface().(*commandLine).Run
}

// TestSpelledAgain: the flags that a heap and setups are spelled as make the same heap
// and setups.
func TestSpelledAgain(t *testing.T) {
	file, r := genHeap(t, "tree", "20"), newReading()
	for _, line := range []string{
		"--objects 50",
		"--shape tree,list --objects 1k --layout bfs --seed 18446744073709551615 --workers 3,1",
		"--shape tree --objects 20 --deque all --workers 2 --grain 7 --capacity 128 --overflow 0 --idle spin --steal empty",
		"--shape tree --objects 20 --deque stealhalf,locked --amount half --overflow 1k --steal factor --victim last",
		"--shape tree --objects 20 --preset all --steal empty",
		"--shape tree --objects 20 --preset go,zgc --speculation force,off --marking owner",
		"--shape tree --objects 20 --speculation all --grain 4",
		"--shape tree,list --objects 10,1.5k --layout all --seed 0,7-8 --deque all --amount one,all --victim all --grain 1,16 --workers 2",
		"--shape tree --objects 20 --preset go,zgc --seed 1-2",
		"--heap " + file + " --seed 4-5 --capacity 64-128 --idle all",
		"--heap " + file + " --max-bytes 1MiB --format snapshot --trust-file --seed 7",
		"--heap " + file + " --max-objects 1k --workers 1-3",
		"--heap " + file + " --map",
		"--heap " + file + " --no-map",
	} {
		c := r.ran(t, strings.Fields(line)...)
		sources, setups, err := c.Prepare(t.Context())
		require.NoError(t, err, line)
		how := c.Marks.Args()
		for _, from := range sources {
			c := r.ran(t, append(from.Args, how...)...)
			again, same, err := c.Prepare(t.Context())
			require.NoError(t, err, from.Args)
			require.Len(t, again, 1)
			assert.Equal(t, setups, same, how)
			assert.Equal(t, from.Args, again[0].Args)
			assert.Equal(t, []any{from.Heap, from.Seed}, []any{again[0].Heap, again[0].Seed})
			assert.Equal(t, digest(t, from), digest(t, again[0]))
		}
	}
}

// digest loads a heap and returns the digest of what is reachable.
func digest(t *testing.T, from flags.Source) uint64 {
	t.Helper()
	h, err := from.Load(t.Context())
	require.NoError(t, err)
	reached, err := heap.Reachable(h.Heap)
	require.NoError(t, err)
	d, err := heap.Digest(h.Heap, reached)
	require.NoError(t, err)
	return d
}
