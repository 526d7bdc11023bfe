//go:build interleave && !fullsize

package overflow

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// long asks for the long run; see docs/testing.md.
var long = os.Getenv("HALFMARK_LONG") != ""

// words is every string of n of these letters.
func words(letters string, n int) []string {
	all := []string{""}
	for range n {
		var next []string
		for _, w := range all {
			for _, l := range letters {
				next = append(next, w+string(l))
			}
		}
		all = next
	}
	return all
}

// multisets is every choice of n scripts, in order of their appearance.
func multisets(scripts []string, n int) (all [][]string) {
	if n == 0 {
		return [][]string{nil}
	}
	for i, s := range scripts {
		for _, rest := range multisets(scripts[i:], n-1) {
			all = append(all, append([]string{s}, rest...))
		}
	}
	return all
}

// explore adds up what it finds of programs that all must be right.
func explore(t *testing.T, name string, programs []interleave.Program, o interleave.Options) {
	t.Helper()
	sum, outcomes := interleave.Report{}, map[string]bool{}
	for i, p := range programs {
		rep := interleave.Explore(p, o)
		tagged.Passes(t, rep, "%s, program %d of %d", name, i+1, len(programs))
		require.True(t, rep.Complete)
		sum.Executions += rep.Executions
		sum.Redundant += rep.Redundant
		sum.Longest = max(sum.Longest, rep.Longest)
		for outcome := range rep.Outcomes {
			outcomes[outcome] = true
		}
	}
	t.Logf("| %s | %d | %s | %d | %d |", name, len(programs), o.Search, sum.Executions, sum.Longest)
	t.Logf("outcomes: %v", slices.Sorted(maps.Keys(outcomes)))
	require.Greater(t, len(outcomes), 1, "always the same happened")
}

// A listScene has a pool of blocks of one reference and two lists. Its threads
//
//	p q publish a reference on the first, second list, if the pool has a block
//	t u take one from the first, second list
//	G   get a block and keep it        R S put the block that was kept longest, shortest
type listScene struct {
	blocks, filled int // blocks of the pool, and how many are in the first list
	scripts        []string
}

type listLedger struct {
	w     *interleave.World
	taken map[uint32]bool
	kept  map[Block]bool
	empty int
}

func (s listScene) run(w *interleave.World) func() {
	pool := NewPool(s.blocks, 1)
	lists := []*List{NewList(pool), NewList(pool)}
	w.Name("pool", pool, ShowHead)
	w.Name("first", lists[0], ShowHead)
	w.Name("second", lists[1], ShowHead)
	l := &listLedger{w: w, taken: map[uint32]bool{}, kept: map[Block]bool{}}
	for i := range s.filled {
		l.publish(lists[0], uint32(1000+i))
	}
	for i, script := range s.scripts {
		w.Go(fmt.Sprint("worker ", i), func() { l.work(pool, lists, script, uint32(100*i)) })
	}
	return func() { l.close(pool, lists) }
}

func (l *listLedger) work(pool *Pool, lists []*List, script string, number uint32) {
	var mine []Block
	for _, op := range script {
		number++
		switch op {
		case 'p', 'q':
			l.publish(lists[op-'p'], number)
		case 't', 'u':
			l.take(lists[op-'t'])
		case 'G':
			b, ok := pool.Get()
			if !ok {
				l.empty++
				break
			}
			if l.kept[b] {
				l.w.Failf("block %d has two owners", b)
			}
			l.kept[b] = true
			mine = append(mine, b)
		case 'R':
			if len(mine) > 0 {
				delete(l.kept, mine[0])
				pool.Put(mine[0])
				mine = mine[1:]
			}
		case 'S':
			if n := len(mine) - 1; n >= 0 {
				delete(l.kept, mine[n])
				pool.Put(mine[n])
				mine = mine[:n]
			}
		}
	}
}

func (l *listLedger) publish(to *List, ref uint32) {
	l.taken[ref] = false // before: another may take it at once
	if to.Publish([]uint32{ref}) == 0 {
		delete(l.taken, ref)
		l.empty++
	}
}

func (l *listLedger) take(from *List) bool {
	var buf [1]uint32
	if from.Take(buf[:]) == 0 {
		l.empty++
		return false
	}
	if taken, ok := l.taken[buf[0]]; taken || !ok {
		l.w.Failf("takes %d: taken before %v, published %v", buf[0], taken, ok)
	}
	l.taken[buf[0]] = true
	return true
}

func (l *listLedger) close(pool *Pool, lists []*List) {
	for _, list := range lists {
		for n := 0; l.take(list); n++ {
			if n > len(pool.nodes) {
				l.w.Failf("a list without end")
			}
		}
		if !list.Empty() {
			l.w.Failf("Empty is false where Take finds nothing")
		}
	}
	for ref, taken := range l.taken {
		if !taken {
			l.w.Failf("reference %d is lost", ref)
		}
	}
	if free := pool.Free(); free+len(l.kept) != pool.Blocks() {
		l.w.Failf("%d blocks are free and %d kept, of %d", free, len(l.kept), pool.Blocks())
	}
	l.w.Outcomef("%d refused", l.empty-len(lists))
}

func listScenes(blocks int, scripts [][]string) (all []interleave.Program) {
	for filled := range blocks + 1 {
		for _, s := range scripts {
			all = append(all, listScene{blocks, filled, s}.run)
		}
	}
	return all
}

// TestList: in every schedule of small programs each published reference is taken
// exactly once, no block has two owners, and no block is lost.
func TestList(t *testing.T) {
	o := interleave.Options{}
	explore(t, "list and pool, 2 workers, pool of 1", listScenes(1, multisets(words("pt", 2), 2)), o)
	explore(t, "list and pool, 2 workers, pool of 2", listScenes(2, multisets(words("pt", 2), 2)), o)
	explore(t, "list and pool, 3 workers, pool of 1", listScenes(1, multisets(words("pt", 1), 3)), o)
	if testing.Short() {
		return
	}
	explore(t, "pool, 2 workers, pool of 3", listScenes(3, multisets([]string{"Gp", "GGR", "GGRGS"}, 2)), o)
	if long {
		explore(t, "list and pool, 2 workers, longer", listScenes(2, multisets(words("pt", 3), 2)), o)
		explore(t, "list and pool, 3 workers, pool of 2", listScenes(2, multisets(words("pt", 1), 3)), o)
		explore(t, "two lists and pool, 2 workers, pool of 2", listScenes(2, multisets(words("ptqu", 2), 2)), o)
		explore(t, "pool, 3 workers, pool of 2", listScenes(2, multisets([]string{"G", "GR"}, 3)), o)
	}
}

// TestShortTag: without a tag a stale pop splices a block in that others own; with
// one bit it takes a second push to do so.
func TestShortTag(t *testing.T) {
	defer func() { tagMask = 1<<32 - 1 }()
	for mask, s := range map[uint32]listScene{
		0: {3, 0, []string{"G", "GGRG"}},
		1: {3, 0, []string{"G", "GGRGSG"}},
	} {
		tagMask = 2*mask + 1
		rep := interleave.Explore(s.run, interleave.Options{})
		tagged.Passes(t, rep, "%v, with a tag of one bit more, which suffices here", s)
		tagMask = mask
		rep = interleave.Explore(s.run, interleave.Options{})
		require.NotNil(t, rep.Failure, "mask %d, scene %v", mask, s)
		t.Log(rep.Failure)
	}
}

// A pendingScene is a set of references that several add to and take from: a digit
// adds one of refs, t takes.
type pendingScene struct {
	start   []uint32
	scripts []string
}

// refs lie in the first word, the second, and the next chunk.
var refs = []uint32{0, 1, 64, 128}

func (s pendingScene) run(w *interleave.World) func() {
	set := NewPending(256)
	w.Name("", set, nil)
	held := map[uint32]int{} // how often it was added less how often it was taken
	empty := 0
	var bufs [4][minTake]uint32
	take := func(i int) int {
		n := set.Take(bufs[i][:], 0)
		for _, ref := range bufs[i][:n] {
			if held[ref]--; held[ref] < 0 {
				w.Failf("takes %d once too often", ref)
			}
		}
		if n == 0 {
			empty++
		}
		return n
	}
	for _, ref := range s.start {
		set.Add(ref)
		held[ref]++
	}
	for i, script := range s.scripts {
		w.Go(fmt.Sprint("worker ", i), func() {
			for _, op := range script {
				if op == 't' {
					take(i)
					continue
				}
				ref := refs[op-'0']
				held[ref]++ // before: another may take it at once
				if !set.Add(ref) {
					held[ref]--
				}
			}
		})
	}
	return func() {
		w.Outcomef("%d empty", empty)
		for take(3) > 0 {
		}
		for ref, n := range held {
			if n != 0 {
				w.Failf("reference %d is hidden or lost", ref)
			}
		}
		if !set.Empty() {
			w.Failf("a summary bit stays over nothing that Take finds")
		}
	}
}

func pendingScenes(scripts []string, threads int) (all []interleave.Program) {
	full := make([]uint32, 66) // a word, and two more
	for i := range full {
		full[i] = uint32(i)
	}
	for _, start := range [][]uint32{nil, {0}, {1, 64}, {0, 128}, full} {
		for _, s := range multisets(scripts, threads) {
			all = append(all, pendingScene{start, s}.run)
		}
	}
	return all
}

// TestPending: in every schedule of small programs each added reference is taken
// exactly once, and none stays where no summary bit leads.
func TestPending(t *testing.T) {
	o := interleave.Options{}
	explore(t, "pending, 2 workers", pendingScenes([]string{"0", "1", "t", "0t", "t1", "20", "t3"}, 2), o)
	explore(t, "pending, 3 workers", pendingScenes([]string{"0", "2", "t", "1"}, 3), o)
	if long {
		explore(t, "pending, 2 workers, longer", pendingScenes([]string{"tt", "0t0", "t1t", "201", "t3t"}, 2), o)
		explore(t, "pending, 3 workers, longer", pendingScenes([]string{"0", "t", "tt", "t1", "20", "3"}, 3), o)
	}
}
