package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// memory is what a marker with some number of workers takes.
type memory struct {
	setup   string // what it depends on and rows differ by
	workers int
	bytes   int64
}

// takesMemory names what the memory of a row's marker depends on and rows differ by.
func (t *RunTable) takesMemory(r *Result) string {
	setup := ""
	for _, s := range t.about.Swept {
		switch s.Flag {
		case "preset":
			setup += " " + r.Preset
		case "grain", "capacity", "overflow", "marking", "speculation":
			setup += " " + s.Flag + " " + r.Choices.Of(s.Flag)
		}
	}
	return setup
}

// End prints what stands below the table: what all rows have in common, what its shorter
// titles mean, what the intervals cover, and the markers' memory.
func (t *RunTable) End(coverage string) error {
	legend := ""
	if same := t.same(); same != "" {
		legend += same + "\n"
	}
	if t.deques {
		legend += "CAS+RMW, stores: of all deques, per live object. items: per steal. overflow: blocks + refs.\n"
	}
	legend += coverage
	if !t.deques {
		legend += "cpus: processor time over mark time\n"
	}
	legend += "idle %: starved + hoarded, of the workers' time\n"
	if t.counts {
		legend += "misses, instr, cycles: of all threads in user space, per live object\n"
	}
	_, err := io.WriteString(t.table.w, legend+t.memories())
	return err
}

// same is what all rows have in common and no other line says.
func (t *RunTable) same() string {
	same := t.about.Same
	if t.objects > 0 && !t.about.Unsized && len(t.about.Sizes) == 0 {
		objects := Plural(t.objects, "object")
		if len(t.about.Heaps) > 1 { // of several shapes, layouts or seeds
			objects += " each"
		}
		same = append([]string{objects}, same...)
	}
	return wrapped(same)
}

// wrapped joins the words with commas, in lines of at most 80 columns.
func wrapped(words []string) string {
	text, column := "", 0
	for i, w := range words {
		n := utf8.RuneCountInString(w)
		switch {
		case i == 0:
		case column+len(", ")+n < 80: // a comma may follow
			text, column = text+", ", column+2
		default:
			text, column = text+",\n", 0
		}
		text, column = text+w, column+n
	}
	return text
}

// mostMemories bounds the lines about the markers' memory.
const mostMemories = 8

// memories says what the markers take, with a line for each setting if these are few.
func (t *RunTable) memories() string {
	size := func(m memory) string {
		return fmt.Sprintf("%s with %s", Bytes(uint64(m.bytes)), Plural(uint64(m.workers), "worker"))
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
		text += "marker's memory" + s + ": " + strings.Join(sizes[s], ", ") + "\n"
	}
	return text
}
