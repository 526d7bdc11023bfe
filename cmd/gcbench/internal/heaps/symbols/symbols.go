// Package symbols names the global variables of a Go program: it reads the symbol table of
// the program's file, and finds out how far from there the variables lay in memory when the
// program dumped its heap.
package symbols

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
)

// symbol is a name and where it lies in the file's own addresses.
type symbol struct {
	name    string
	address uint64
	bytes   uint64 // 0 if the format has no sizes, or for a mark such as runtime.ebss
}

// Table has the global variables of a program. It never changes, so any goroutine may call
// its methods.
type Table struct {
	variables []symbol // in order of address
	marks     map[string]uint64
	slide     uint64 // what to add to an address of the file, modulo 2^64
}

// The linker's marks for the data and the bss segment, as the runtime knows them.
var bounds = map[godump.Kind][2]string{godump.Data: {"runtime.data", "runtime.edata"}, godump.BSS: {"runtime.bss", "runtime.ebss"}}

// Open reads the symbols of the program in the file at path, in the format of Linux and BSD
// (ELF), macOS (Mach-O) or Windows (PE). They must fit to the segments of a dump of this
// program. The error says what is missing.
func Open(path string, segments []godump.Segment) (*Table, error) {
	all, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t := newTable(all)
	if err := t.fit(segments); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

func newTable(all []symbol) *Table {
	t := &Table{marks: map[string]uint64{}}
	prefix := ""
	if slices.ContainsFunc(all, func(s symbol) bool { return s.name == "_runtime.bss" }) {
		prefix = "_" // as C's linkers write names on some systems
	}
	for _, s := range all {
		s.name = strings.TrimPrefix(s.name, prefix)
		if isMark(s.name) {
			t.marks[s.name] = s.address
		} else {
			t.variables = append(t.variables, s)
		}
	}
	slices.SortFunc(t.variables, func(a, b symbol) int {
		return cmp.Or(cmp.Compare(a.address, b.address), cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.name, b.name))
	})
	return t
}

// isMark says whether the symbol is one of the linker's marks, which are no variables.
func isMark(name string) bool {
	for _, b := range bounds {
		if slices.Contains(b[:], name) {
			return true
		}
	}
	return slices.Contains([]string{"runtime.noptrdata", "runtime.enoptrdata", "runtime.noptrbss", "runtime.enoptrbss", "runtime.end"}, name)
}

// fit finds the slide. The program may lie anywhere in memory, but its segments have their
// sizes and the distance between them.
func (t *Table) fit(segments []godump.Segment) error {
	fitted := false
	for _, s := range segments {
		start, known := t.marks[bounds[s.Kind][0]]
		end, alsoKnown := t.marks[bounds[s.Kind][1]]
		switch {
		case !known || !alsoKnown:
			return fmt.Errorf("it has no symbols %s and %s: give the Go program that wrote the dump, built without -ldflags=-s (go run leaves symbols out, too)", bounds[s.Kind][0], bounds[s.Kind][1])
		case end-start != s.Bytes:
			return fmt.Errorf("it is not the program that wrote the dump: its %v has %d bytes, and that of the dump has %d; give the file that ran", s.Kind, end-start, s.Bytes)
		case fitted && t.slide != s.Address-start:
			return fmt.Errorf("it is not the program that wrote the dump: its segments lie elsewhere; give the file that ran")
		}
		t.slide, fitted = s.Address-start, true
	}
	if !fitted {
		return fmt.Errorf("the dump has no segment of global variables, so there is nothing to name")
	}
	return nil
}

// At returns the global variable that contains the address of the dumped program, and how
// many bytes after the variable's beginning the address is.
func (t *Table) At(address uint64) (name string, offset uint64, ok bool) {
	address -= t.slide
	i := sort.Search(len(t.variables), func(i int) bool { return t.variables[i].address > address }) - 1
	if i < 0 {
		return "", 0, false
	}
	first := i // of several at one address the largest comes first
	for first > 0 && t.variables[first-1].address == t.variables[i].address {
		first--
	}
	v := t.variables[first]
	offset = address - v.address
	if v.bytes != 0 && offset >= v.bytes {
		return "", 0, false
	}
	return v.name, offset, true
}
