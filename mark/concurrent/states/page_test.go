package states

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// twoMutators is what the page says of two mutators. Those with a limit are too large to search to their ends in minutes.
var twoMutators = []Setup{
	{Marking: Marking{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true}, Mutators: 2},
	{Marking: Marking{Barrier: concurrent.DijkstraLate, Scan: Mixed, Rescan: true}, Mutators: 2},
	{Marking: Marking{Barrier: concurrent.Steele, Scan: Mixed, Rescan: true}, Mutators: 2},
	{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Snap}, Mutators: 2},
	{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Snap}, Mutators: 2, Anywhere: true},
	{Marking: Marking{Barrier: concurrent.Yuasa, Scan: First}, Mutators: 2},
	{Marking: Marking{Barrier: concurrent.YuasaSwap, Scan: First}, Mutators: 2},
	{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed}, Mutators: 2, Most: 10_000_000},
	{Marking: Marking{Barrier: concurrent.HybridAny, Scan: Mixed}, Mutators: 2, Most: 10_000_000},
	{Marking: Marking{Barrier: concurrent.HybridAlways, Scan: Mixed}, Mutators: 2, Most: 10_000_000},
}

// oneMutator is the first table: each barrier with each scan, without and with a second scan.
func oneMutator() string {
	var b strings.Builder
	b.WriteString("| barrier | snap | first | mixed | snap, rescan | first, rescan | mixed, rescan |\n|---|---|---|---|---|---|---|\n")
	for _, barrier := range concurrent.Barriers() {
		fmt.Fprintf(&b, "| `%s` |", barrier)
		for _, rescan := range []bool{false, true} {
			for scan := Snap; scan <= Mixed; scan++ {
				fmt.Fprintf(&b, " %s |", cell(Search(Setup{Marking: Marking{Barrier: barrier, Scan: scan, Rescan: rescan}, Mutators: 1})))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// newObjects is the second table: the colour of new objects, where a barrier is safe without them.
func newObjects() string {
	var b strings.Builder
	b.WriteString("| barrier | stacks | white | black | black in time |\n|---|---|---|---|---|\n")
	for _, of := range []Setup{
		{Marking: Marking{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true}}, {Marking: Marking{Barrier: concurrent.Steele, Scan: Mixed, Rescan: true}},
		{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Snap}}, {Marking: Marking{Barrier: concurrent.YuasaSwap, Scan: First}},
		{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed}}, {Marking: Marking{Barrier: concurrent.HybridAny, Scan: Mixed}}, {Marking: Marking{Barrier: concurrent.HybridAlways, Scan: Mixed}},
	} {
		of.Mutators = 1
		fmt.Fprintf(&b, "| `%s` | %s |", of.Barrier, stacks(of))
		for alloc := concurrent.AllocWhite; alloc <= concurrent.AllocBlackInTime; alloc++ {
			of.New = alloc
			fmt.Fprintf(&b, " %s |", cell(Search(of)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func stacks(of Setup) string {
	if of.Anywhere {
		return of.Scan.String() + ", also inside a store"
	}
	if of.Rescan {
		return of.Scan.String() + ", rescan"
	}
	return of.Scan.String()
}

func cell(r *Result) string {
	if r.Run != nil {
		return fmt.Sprintf("loses, %d steps", len(r.Run))
	}
	return fmt.Sprintf("safe, %s states", thousands(r.States))
}

// thousands writes 72975 as 72,975.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// two is the third table, and the run of the one that loses.
func two() (rows, torn string) {
	var b, story strings.Builder
	b.WriteString("| barrier | stacks | two mutators |\n|---|---|---|\n")
	found, next := make([]*Result, len(twoMutators)), atomic.Int32{}
	var searches sync.WaitGroup
	for range 2 { // each search takes up to a gigabyte
		searches.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(found); i = next.Add(1) - 1 {
				found[i] = Search(twoMutators[i])
			}
		})
	}
	searches.Wait()
	for i, of := range twoMutators {
		r := found[i]
		says := cell(r)
		if r.Run == nil && !r.Complete {
			says = fmt.Sprintf("safe as far as %s states", thousands(r.States))
		}
		if r.Run != nil {
			tell(&story, fmt.Sprintf("%s, two mutators, stacks: %s", of.Barrier, stacks(of)), r)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", of.Barrier, stacks(of), says)
	}
	return b.String(), story.String()
}

// runs are the shortest runs that lose, in words.
func runs() string {
	var b strings.Builder
	for _, of := range []Setup{
		{Marking: Marking{Barrier: concurrent.None}, Mutators: 1},
		{Marking: Marking{Barrier: concurrent.Dijkstra, Scan: Mixed}, Mutators: 1},
		{Marking: Marking{Barrier: concurrent.SteeleEarly, Rescan: true}, Mutators: 1},
		{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Mixed}, Mutators: 1},
		{Marking: Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlack}, Mutators: 1},
		{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocWhite}, Mutators: 1},
	} {
		title := fmt.Sprintf("%s, stacks: %s", of.Barrier, stacks(of))
		if of.New != concurrent.NoAlloc {
			title += ", new objects: " + of.New.String()
		}
		tell(&b, title, Search(of))
	}
	return b.String()
}

// tell writes a run as a table with a column for each of those who make its steps.
func tell(b *strings.Builder, title string, r *Result) {
	fmt.Fprintf(b, "**%s.** %s.\n\n| step | marker |", title, beginning(r.Start))
	for id := range r.Start.Stacks {
		fmt.Fprintf(b, " mutator %d |", id)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(r.Start.Stacks)) + "\n")
	for i, step := range r.Run {
		words := whose.ReplaceAllString(step.String(), "")
		fmt.Fprintf(b, "| %d |%s %s |%s\n", i+1, strings.Repeat(" |", step.Who+1), words, strings.Repeat(" |", len(r.Start.Stacks)-step.Who-1))
	}
	fmt.Fprintf(b, "\n%s is lost.\n\n", r.End.Lost())
}

// whose is whose step it is, at the beginning of its words.
var whose = regexp.MustCompile(`^(the marker|mutator \d):? `)

// beginning says what refers to what at first. All objects are white then.
func beginning(v *concurrent.View) string {
	var says []string
	for obj, ref := range v.Fields {
		if ref != concurrent.Nil {
			says = append(says, fmt.Sprintf("%s refers to %s", concurrent.Ref(obj), ref))
		}
	}
	for id, s := range v.Stacks {
		var has []string
		for _, ref := range s.Registers {
			if ref != concurrent.Nil {
				has = append(has, ref.String())
			}
		}
		if len(has) > 0 {
			says = append(says, fmt.Sprintf("mutator %d has %s", id, strings.Join(has, " and ")))
		}
	}
	if says == nil {
		return "No reference is anywhere"
	}
	says[0] = strings.ToUpper(says[0][:1]) + says[0][1:]
	return strings.Join(says, "; ")
}

// barriers is the table of the barriers, as the source has them.
func barriers(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| name | a store of ref into obj | in words | from |\n|---|---|---|---|\n")
	stores := stores(t)
	for _, barrier := range concurrent.Barriers() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", barrier, strings.Join(stores[barrier.Name], "<br>"), barrier.Doc, barrier.Source)
	}
	return b.String()
}

// stores are the lines of the functions that store, by the names of their barriers.
func stores(t *testing.T) map[string][]string {
	all := map[string][]string{}
	files, err := filepath.Glob("../*.go")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, f := range regexp.MustCompile(`(?ms)^func (\w+)\(heap Memory, [^\n]*\n(.*?)^}`).FindAllStringSubmatch(string(text), -1) {
			name := strings.ToLower(regexp.MustCompile(`[A-Z]`).ReplaceAllString(f[1], "-$0"))
			for line := range strings.Lines(f[2]) {
				if line = strings.TrimSpace(line); line != "}" && !strings.HasPrefix(line, "//") {
					all[name] = append(all[name], "`"+strings.TrimSuffix(line, " {")+"`")
				}
			}
		}
	}
	return all
}

// TestPageHasTheBarriers: with the lines that the source has.
func TestPageHasTheBarriers(t *testing.T) { compare(t, map[string]string{"barriers": barriers(t)}) }

// TestSlowPage: the page has what the search finds. Of two mutators, two rows lose: a barrier of two steps is torn where stacks are
// scanned one after the other, and where the snapshot is taken while a mutator is inside the
// barrier.
func TestSlowPage(t *testing.T) {
	tagged.Slow(t)
	rows, torn := two()
	assert.Equal(t, 1, strings.Count(rows, "| loses, 14 steps |"), rows)
	assert.Equal(t, 1, strings.Count(rows, "| loses, 15 steps |"), rows)
	assert.Equal(t, len(twoMutators)-2, strings.Count(rows, "| safe"), rows)
	compare(t, map[string]string{"one": oneMutator(), "new": newObjects(), "two": rows, "tear": torn, "runs": runs()})
}

// compare holds parts of the page against what makes them. HALFMARK_REDRAW=1 writes them.
func compare(t *testing.T, parts map[string]string) {
	path := filepath.Join("..", "..", "..", "docs", "algorithms", "barriers.md")
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(page)
	for name, part := range parts {
		begin, end := "<!-- "+name+": written by a test -->\n\n", "\n<!-- end -->"
		before, rest, ok := strings.Cut(text, begin)
		require.True(t, ok, name)
		_, after, ok := strings.Cut(rest, end)
		require.True(t, ok, name)
		text = before + begin + strings.TrimRight(part, "\n") + "\n" + end + after
	}
	if os.Getenv("HALFMARK_REDRAW") != "" {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		return
	}
	require.Equal(t, string(page), text, "make it anew: HALFMARK_REDRAW=1 HALFMARK_SLOW=1 go test ./mark/concurrent/states -run SlowPage")
}
