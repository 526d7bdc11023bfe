package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// memory is what a marker with some number of workers takes.
type memory struct {
	setup   string // what it depends on and rows differ by
	workers int
	bytes   int64
}

// takesMemory names what the memory of a row's marker depends on and rows differ by.
func (t *RunTable) takesMemory(r *schema.Result) string {
	setup := ""
	for _, flag := range t.expected.Differ {
		switch flag {
		case "preset":
			setup += " " + r.Preset
		case "grain", "capacity", "overflow", "marking", "speculation":
			setup += " " + flag + " " + r.Cell(setting.KeyOf(flag))
		}
	}
	return setup
}

// End prints what stands below the table: what all rows have in common, what its shorter
// titles mean, what the intervals cover, and the markers' memory.
func (t *RunTable) End(coverage string) error {
	if err := t.rows.End(); err != nil {
		return err
	}
	legend := ""
	if same := t.common(); same != "" {
		legend += same + "\n"
	}
	legend += coverage + "cpus: processor time over mark time\nidle %: starved + hoarded, of the workers' time\n"
	if t.expected.Deques() {
		legend += "CAS+RMW, stores: per live object. items: per steal. overflow: blocks + refs\n"
	}
	if len(t.expected.Events) > 0 {
		legend += "misses, instr, cycles: of all threads in user space, per live object\n"
	}
	return Print(t.rows.w, legend+t.memories())
}

// common is what all rows have in common and no other line says.
func (t *RunTable) common() string {
	same := t.same
	if t.objects > 0 && !slices.Contains(t.expected.Differ, "objects") {
		objects := numeral.Plural(t.objects, "object")
		if len(t.expected.Heaps) > 1 { // of several shapes, layouts or seeds
			objects += " each"
		}
		same = append([]string{objects}, same...)
	}
	return wrapped(same)
}

// wrapped joins the words with commas, in lines of at most 80 columns. One word here may have blanks.
func wrapped(words []string) string {
	return strings.TrimSuffix(wrap.Text(strings.ReplaceAll(strings.Join(words, ",\n"), " ", wrap.Joined), "", ""), "\n")
}

// mostMemories bounds the lines about the markers' memory.
const mostMemories = 8

// memories says what the markers take, with a line for each setting if these are few.
func (t *RunTable) memories() string {
	size := func(m memory) string {
		return fmt.Sprintf("%s with %s", numeral.Bytes(uint64(m.bytes)), numeral.Plural(uint64(m.workers), "worker"))
	}
	var setups []string
	sizes := map[string][]string{}
	for _, m := range t.memory {
		if sizes[m.setup] == nil {
			setups = append(setups, m.setup)
		}
		sizes[m.setup] = append(sizes[m.setup], size(m))
	}
	if len(setups) > mostMemories {
		bytes := func(a, b memory) int { return cmp.Compare(a.bytes, b.bytes) }
		least, most := slices.MinFunc(t.memory, bytes), slices.MaxFunc(t.memory, bytes)
		return fmt.Sprintf("marker's memory: from %s,%s\nto %s,%s\n", size(least), least.setup, size(most), most.setup)
	}
	text := ""
	for _, s := range setups {
		text += wrap.Text("marker's memory"+s+": "+strings.Join(sizes[s], ", "), "", "  ")
	}
	return text
}
