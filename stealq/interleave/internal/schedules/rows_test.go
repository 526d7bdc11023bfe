package schedules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// row is what the tests log of each exploration:
//
//	| kind / scenes | how many | search | executions | steps of the longest |
//
// The kind of deque is missing where scenes are not of every kind.
type row struct {
	kind, name                  string
	scenes, executions, longest int
	search                      string
}

var form = regexp.MustCompile(`: \| (?:(\w+) / )?([^|]+) \| (\d+) \| (all|reduced|random|preemptions up to \d+) \| (\d+) \| (\d+) \|$`)

func parse(line string) (r row, ok bool) {
	m := form.FindStringSubmatch(line)
	if m == nil {
		return row{}, false
	}
	r = row{kind: m[1], name: m[2], search: m[4]}
	for i, number := range map[int]*int{3: &r.scenes, 5: &r.executions, 6: &r.longest} {
		n, err := strconv.Atoi(m[i])
		if err != nil {
			return row{}, false
		}
		*number = n
	}
	return r, true
}

func (r row) String() string {
	name := r.name
	if r.kind != "" {
		name = r.kind + ": " + name
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %d |", name, grouped(r.scenes), r.search, grouped(r.executions), r.longest)
}

// grouped writes 1234567 as 1,234,567.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// tables are the rows in markdown: first those that several kinds of deques have in
// common, with a column for each kind in one that all have, then all others, then the
// sums.
func tables(rows []row) string {
	common, others := split(rows)
	var b strings.Builder
	var kinds []string
	widest := func(a, b []row) int { return len(a) - len(b) }
	if len(common) > 0 {
		for _, r := range slices.MaxFunc(common, widest) {
			kinds = append(kinds, r.kind)
		}
	}
	fmt.Fprintf(&b, "| scenes of one deque, reduced | number | %s |\n|---|---|%s\n", strings.Join(kinds, " | "), strings.Repeat("---|", len(kinds)))
	for _, same := range common {
		fmt.Fprintf(&b, "| %s | %d |", same[0].name, same[0].scenes)
		for _, k := range kinds {
			cell := ""
			if i := slices.IndexFunc(same, func(r row) bool { return r.kind == k }); i >= 0 {
				cell = grouped(same[i].executions)
			}
			b.WriteString(" " + cell + " |")
		}
		b.WriteString("\n")
	}
	b.WriteString("\n| scenes | number | search | executions | longest, steps |\n|---|---|---|---|---|\n")
	for _, r := range others {
		b.WriteString(r.String() + "\n")
	}
	return b.String() + "\n" + totals(rows)
}

// split puts rows of one deque's scenes of the same name together.
func split(rows []row) (common [][]row, others []row) {
	for _, r := range rows {
		if !strings.HasPrefix(r.name, "capacity ") {
			others = append(others, r)
			continue
		}
		i := slices.IndexFunc(common, func(same []row) bool { return same[0].name == r.name })
		if i < 0 {
			i, common = len(common), append(common, nil)
		}
		common[i] = append(common[i], r)
	}
	return common, others
}

// totals counts exhaustive, reduced and random executions apart.
func totals(rows []row) string {
	var every, bounded, reduced, random int
	for _, r := range rows {
		switch r.search {
		case "all":
			every += r.executions
		case "reduced":
			reduced += r.executions
		case "random":
			random += r.executions
		default: // preemptions up to a number
			bounded += r.executions
		}
	}
	return fmt.Sprintf("Executions: %s, of which exhaustive %s (%s of them within a bound on preemptions), reduced %s, random %s.\n",
		grouped(every+bounded+reduced+random), grouped(every+bounded), grouped(bounded), grouped(reduced), grouped(random))
}
