package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// swept returns what run would measure: each heap's name, and each setup.
func swept(t *testing.T, r reading, line string) (heaps, setups []string, c *timing.Run) {
	t.Helper()
	c = r.ran(t, strings.Fields(line)...)
	sources, all, err := c.Prepare(t.Context())
	require.NoError(t, err, line)
	for _, s := range all {
		var values []string
		for _, v := range flags.Spelled(s.Options) {
			values = append(values, v.Value)
		}
		setups = append(setups, fmt.Sprint(s.Preset, strings.Join(values, " "), " ", s.Options.Workers))
	}
	return flags.SourceNames(sources), setups, c
}

// TestProduct: every flag's list multiplies, queues outermost and workers innermost.
func TestProduct(t *testing.T) {
	r := newReading()
	const rest = "--deque locked,abp --grain 1,16 --capacity 64-128 --overflow 0,5 --steal empty,factor --amount one --victim last,random --idle spin,park --marking shared,auto --speculation off,lone --workers 1-2"
	heaps, setups, _ := swept(t, r, "--shape tree,list --objects 10,1k --layout bfs,alloc --seed 7,3 --grain 1,16 --workers 1-2")
	assert.Len(t, setups, 4)
	assert.Len(t, heaps, 16)
	assert.Equal(t, []string{"tree 10 bfs seed 7", "tree 10 bfs seed 3", "tree 10 alloc seed 7"}, heaps[:3])
	assert.Equal(t, "list 1k alloc seed 3", heaps[15])
	_, setups, _ = swept(t, r, "--shape tree "+rest) // with all of these heaps they would be too many
	require.Len(t, setups, 1024)
	var want []string
	for _, queue := range strings.Fields("locked abp") {
		for _, grain := range strings.Fields("1 16") {
			for _, deque := range strings.Fields("64 128") {
				for _, overflow := range strings.Fields("0 5") {
					for _, steal := range strings.Fields("empty factor") {
						for _, victim := range strings.Fields("last random") {
							for _, idle := range strings.Fields("spin park") {
								for _, marking := range strings.Fields("shared auto") {
									for _, speculation := range strings.Fields("off lone") {
										for _, workers := range strings.Fields("1 2") {
											want = append(want, strings.Join([]string{queue, grain, deque, overflow, steal, "one", victim, idle, marking, speculation, workers}, " "))
										}
									}
								}
							}
						}
					}
				}
			}
		}
	}
	assert.Equal(t, want, setups)

	heaps, setups, _ = swept(t, r, "--shape tree --seed 9 --preset go,hotspot --workers 3,2")
	assert.Equal(t, []string{"tree"}, heaps)
	require.Len(t, setups, 4)
	assert.Regexp(t, "^go.* 3$", setups[0])
	assert.Regexp(t, "^hotspot.* 2$", setups[3])
}

// TestSeedsAreOfShapesAndVictims: each heap has its seed, and so have its marks.
func TestSeedsAreOfShapesAndVictims(t *testing.T) {
	file := genHeap(t, "random", "500")
	for _, line := range []string{"--shape random --objects 500 --seed 3-4", "--heap " + file + " --seed 3-4"} {
		c := newReading().ran(t, strings.Fields(line)...)
		sources, setups, err := c.Prepare(t.Context())
		require.NoError(t, err)
		require.Len(t, sources, 2)
		for i, from := range sources {
			assert.EqualValues(t, 3+i, setups[0].Of(from).Tuning.Seed)
			assert.True(t, strings.HasSuffix(from.Name, fmt.Sprintf(" seed %d", 3+i)))
		}
		assert.Equal(t, c.Heap != nil, digest(t, sources[0]) == digest(t, sources[1]), "another seed makes another heap")
	}
	_, stdout, _ := runCLI("run", "--shape", "random", "--objects", "500", "--seed", "3-4", "--workers", "1", "--reps", "1", "--json", "-")
	digests := map[any]bool{}
	for i, r := range decode(t, stdout)["results"].([]any) {
		assert.EqualValues(t, 3+i, r.(map[string]any)["seed"])
		digests[r.(map[string]any)["digest"]] = true
	}
	assert.Len(t, digests, 2)
}

// TestLeftOut: what means nothing is left out where several were given, with a warning.
func TestLeftOut(t *testing.T) {
	r := newReading()
	_, setups, c := swept(t, r, "--shape tree --deque all --victim all --amount one,all --workers 1-2")
	perDeque := len(tune.VictimPolicies())
	want := (len(spell.DequeNames())-1)*perDeque + 1 /* central */ + perDeque /* locked offers all */
	assert.Len(t, setups, 2*want)
	assert.True(t, strings.HasPrefix(c.LeftOut, fmt.Sprintf("%d of %d settings mean nothing and are left out: ", 2*len(spell.DequeNames())*perDeque-want, 2*len(spell.DequeNames())*perDeque)), c.LeftOut)
	assert.Contains(t, c.LeftOut, "--deque stealhalf with --amount all; --deque abp with --amount all")
	assert.Contains(t, c.LeftOut, "; --deque central with --victim last,roundrobin,neighbour")
	for _, s := range setups {
		assert.NotRegexp(t, "^(stealhalf|abp).* all ", s)
		assert.NotRegexp(t, "^central.*(all|last)", s)
	}
	_, _, c = swept(t, r, "--shape tree --deque all")
	assert.Empty(t, c.LeftOut)
	_, setups, c = swept(t, r, "--shape tree --grain 1,2 --speculation all --workers 1")
	assert.Len(t, setups, 7)
	assert.Equal(t, "1 of 8 settings mean nothing and are left out: --deque stealhalf with --speculation force", c.LeftOut)

	for _, line := range []string{
		"run --shape tree --objects 10 --reps 6 --workers 1 --deque locked,stealhalf --amount all",
		"sim mark --shape tree --objects 10 --workers 1 --deque locked,stealhalf --amount all",
	} {
		status, _, stderr := runCLI(strings.Fields(line)...)
		assert.Equal(t, session.ExitOK, status)
		assert.Equal(t, "gcbench: warning: 1 of 2 settings mean nothing and are left out: --deque stealhalf with --amount all\n", stderr)
	}
}

// TestSweepsElsewhere: peers, verify and sim mark take lists of sizes.
func TestSweepsElsewhere(t *testing.T) {
	notShort(t, "starts processes that measure")
	assert.Regexp(t, `tree 20 +\d.*\n(.*\n)*tree 30 `, mustRun(t, strings.Fields("peers --shape tree --objects 20,30 --peers go --reps 6 --workers 1")...))
	table := mustRun(t, strings.Fields("verify --shape tree --objects 20,30 --seed 1-2 --deque locked --reps 1 --workers 2")...)
	for _, name := range []string{"tree 20 seed 1", "tree 20 seed 2", "tree 30 seed 1", "tree 30 seed 2"} {
		assert.Regexp(t, "(?m)^"+name+" +locked +default ", table)
		assert.Regexp(t, "(?m)^"+name+" +locked +policies, all pairs ", table)
	}
	table = mustRun(t, strings.Fields("sim mark --shape tree --objects 20,30 --layout bfs,alloc --grain 1,2 --workers 1,3")...)
	assert.Equal(t, 2*2, strings.Count(table, "\ntree 30 alloc grain 2 "), "two numbers of workers, in each of the tables into which the columns are parted")
	_, stdout, _ := runCLI(strings.Fields("sim mark --shape tree --objects 20,30 --preset go,zgc --workers 1 --json -")...)
	results := decode(t, stdout)["results"].([]any)
	require.Len(t, results, 4)
	assert.Equal(t, "zgc", results[3].(map[string]any)["preset"])
	assert.EqualValues(t, 30, results[3].(map[string]any)["objects"])
}

// TestMemoryOfAllHeaps is looked at before the first is built.
func TestMemoryOfAllHeaps(t *testing.T) {
	defer func(was func() uint64) { flags.AvailableMemory = was }(flags.AvailableMemory)
	flags.AvailableMemory = func() uint64 { return 100 << 20 }
	for _, line := range []string{"run --workers 1", "verify", "sim mark", "peers"} {
		status, stdout, stderr := runCLI(strings.Fields(line + " --shape tree,random --objects 10,10M,20")...)
		assert.Equal(t, session.ExitUsage, status)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, "--objects: 10000000 objects of shape ")
	}
	status, _, stderr := runCLI(strings.Fields("run --shape tree --objects 10 --workers 64 --grain 1,2,4,8,16,32,64,128")...)
	assert.Equal(t, session.ExitUsage, status)
	assert.Contains(t, stderr, "the markers' deques and stacks need about", "those of all settings at once")
}
