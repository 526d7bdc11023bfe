package namelist

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
)

const (
	// MaxNameBytes is the length of the longest name, in bytes.
	MaxNameBytes = 64 << 10

	// MaxNames is how many names a file may have at most.
	MaxNames = 3 << 30

	// nameBytes is what a name takes at most besides its own bytes, while the heap is built:
	// 24 bytes of the heap (see edgelist.BuildBytes), 8 to 10 of the place where the name
	// lies, and 11 to 22 of the hash table. While the file is read, less is needed, even
	// when the table is copied to a larger one.
	nameBytes = 64

	// edgeBytes is what a reference takes at most: see edgelist.BuildBytes.
	edgeBytes = 12
)

// Separator is what stands between the names of a line.
type Separator byte

// The separators.
const (
	Auto   Separator = 0 // the first line of data decides
	Blanks Separator = ' '
	Tabs   Separator = '\t'
	Commas Separator = ','
)

var separatorNames = []struct {
	separator Separator
	name      string
}{{Auto, "auto"}, {Blanks, "blank"}, {Tabs, "tab"}, {Commas, "comma"}}

// Separators returns all separators, with Auto first.
func Separators() (all []Separator) {
	for _, s := range separatorNames {
		all = append(all, s.separator)
	}
	return all
}

// String returns the name of the separator: auto, blank, tab or comma.
func (s Separator) String() string {
	for _, n := range separatorNames {
		if n.separator == s {
			return n.name
		}
	}
	return fmt.Sprintf("Separator(%d)", byte(s))
}

// ParseSeparator returns the separator with this name. The error lists the names.
func ParseSeparator(name string) (Separator, error) {
	var names []string
	for _, s := range separatorNames {
		if s.name == name {
			return s.separator, nil
		}
		names = append(names, s.name)
	}
	return 0, fmt.Errorf("name list: no separator is named %q: there are %s", name, strings.Join(names, ", "))
}

// Options say how to read a file, and how much of it. The zero value is ready to use.
type Options struct {
	// Separator stands between names. The zero value is Auto.
	Separator Separator

	// Columns are the columns of the source and of the target, from 1. The zero value means
	// the first and the second, and refuses lines with others.
	Columns [2]int

	// Header says that the first line of data names the columns. It is skipped.
	Header bool

	// MaxNodes is the largest number of names that a file may have. 0 means MaxNames, and
	// more than MaxNames means the same.
	MaxNodes uint64

	// MaxEdges is the largest number of references and roots that Read accepts. 0 means
	// edgelist.DefaultMaxEdges.
	MaxEdges uint64

	// MaxBytes is the most memory in bytes that the heap may take while it is built, with
	// its names: 64 bytes for each name, the bytes of the name, and 12 for each reference. 0
	// means no limit.
	MaxBytes uint64
}

// withDefaults fills in what is zero. The error is about an option that cannot be used.
func (o Options) withDefaults() (Options, error) {
	if _, err := ParseSeparator(o.Separator.String()); err != nil {
		return o, fmt.Errorf("name list: Options.Separator is %d: it must be Auto, Blanks, Tabs or Commas", o.Separator)
	}
	if c := o.Columns; c != [2]int{} && (c[0] < 1 || c[1] < 1 || c[0] == c[1]) {
		return o, fmt.Errorf("name list: Options.Columns is %d: it must be two different columns, counted from 1", c)
	}
	o.MaxNodes = min(cmp.Or(o.MaxNodes, MaxNames), MaxNames)
	o.MaxEdges = cmp.Or(o.MaxEdges, edgelist.DefaultMaxEdges)
	return o, nil
}

// ColumnError says that a line has more columns than two, or fewer than Options.Columns
// needs. Read wraps it in an error with the line. errors.As finds it.
type ColumnError struct {
	Problem string // how many columns there are
}

// Error says how many columns there are, and which field of Options chooses two.
func (e *ColumnError) Error() string {
	return e.Problem + "; Options.Columns says which two are read"
}

// Info says what was in a file.
type Info struct {
	Bytes      uint64    // length of the file
	RootsGiven bool      // the file has a line of roots; if it has none, the first source is the root
	Separator  Separator // what separates the names; Auto if there is no line of data
	Alone      bool      // no other line has a name of the first one, as if that named the columns
}
