package namelist

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/text"
)

// format begins the errors of this package.
const format = "name list"

// Read reads a file of names to its end. It reads r in order, so r may be a pipe. The heap is
// well-formed whatever the file says.
//
// The error names the line, what is wrong there, and what is allowed. If the file exceeds one
// of Options, it wraps an [*edgelist.LimitError] or an [*edgelist.MemoryError]. For a line
// with a wrong number of columns it wraps a [*ColumnError]. Any number of goroutines may read
// different files at once.
//
// While it reads, Read takes 8 bytes at most for each reference, and for each name its bytes
// and at most 50 more. Options.MaxBytes says how much it takes when it builds the heap.
func Read(r io.Reader, opts Options) (*heap.Heap, *Names, Info, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, nil, Info{}, err
	}
	l := &list{scanner: newScanner(r), opts: opts, header: opts.Header, names: newNames(), roots: newNames()}
	l.separate(opts.Separator)
	for l.Peek() != text.End {
		l.readLine()
	}
	if err := l.Err(); err != nil {
		return nil, nil, Info{}, err
	}
	roots, err := l.rootNumbers()
	if err != nil {
		return nil, nil, Info{}, err
	}
	h, err := l.edges.Build(uint64(l.names.Len()), roots)
	if err != nil {
		return nil, nil, Info{}, fmt.Errorf("name list: %w", err)
	}
	return h, l.names, Info{uint64(l.Offset()), l.rootsGiven, l.separator, l.alone(roots)}, nil
}

// alone says whether the file has other lines of data than the first, and none of them has a name
// of it. The roots of the file count as such lines.
func (l *list) alone(roots []uint32) bool {
	if l.edges.Count() < 2 || l.again {
		return false
	}
	return !l.rootsGiven || !slices.ContainsFunc(roots, func(r uint32) bool { return r <= 1 })
}

// list is what has been read of a file.
type list struct {
	*scanner
	opts       Options
	header     bool // the line with the names of the columns is still to come
	names      *Names
	edges      edgelist.Edges
	again      bool     // a name of the first line of data stands in it twice, or in another one
	roots      *Names   // in order of the file, each once
	rootLines  []uint64 // where each occurs first
	rootsGiven bool
	source     []byte // of the current line
	target     []byte
	need       uint64 // estimated bytes of memory
}

// readLine reads one line and its end.
func (l *list) readLine() {
	if l.separator == Auto {
		l.chooseSeparator()
	}
	switch l.blanks() {
	case '\n':
		l.Newline()
	case '#':
		l.Skip(1)
		l.comment()
	default:
		if l.header {
			l.header = false
			l.SkipLine()
			return
		}
		l.reference()
	}
}

// chooseSeparator looks at a line. If it is a line of data, it decides what separates names.
func (l *list) chooseSeparator() {
	window := l.Window()
	if bytes.IndexByte(window, '\n') < 0 {
		window = l.Ahead(lookahead)
	}
	line, _, whole := bytes.Cut(window, []byte("\n"))
	data := bytes.TrimLeft(line, " \t")
	switch {
	case len(data) == 0 && !whole && len(line) == lookahead:
		l.Fail("the line begins with %d blanks", len(line))
	case len(data) > 0 && data[0] != '#' && data[0] != '\r':
		l.separate(separatorOf(line))
	default:
		l.Skip(len(line) - len(data)) // nobody knows yet whether tabs are separators
	}
}

// separatorOf says what separates the names of a line: see the package comment.
func separatorOf(line []byte) Separator {
	by, quoted := Blanks, false
	for _, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\t':
			return Tabs
		case c == ',':
			by = Commas
		}
	}
	return by
}

// reference reads a line of data.
func (l *list) reference() {
	source, target := l.opts.Columns[0], l.opts.Columns[1]
	all := l.opts.Columns == [2]int{}
	if all {
		source, target = 1, 2
	}
	columns := 0
	for more := true; more; {
		columns++
		after := l.field(all || columns == source || columns == target)
		switch {
		case l.Err() != nil:
			return
		case all && columns == 3:
			l.Exceeds(&ColumnError{"the line has more than two columns, the third is " + shown(l.name)})
			return
		case columns == source:
			l.source = append(l.source[:0], l.name...)
		case columns == target:
			l.target = append(l.target[:0], l.name...)
		}
		if more = after != '\n'; more && l.separator != Blanks {
			l.Skip(1)
		}
	}
	if l.complete(columns, source, target, all) {
		l.add()
	}
	l.Newline()
}

// complete says whether a line with so many columns has a source and a target.
func (l *list) complete(columns, source, target int, all bool) bool {
	switch {
	case columns < max(source, target) && all && bytes.IndexByte(l.source, ';') >= 0:
		l.Fail("the line has one name, %s: semicolons do not separate names, but commas and tabs do", shown(l.source))
	case columns < max(source, target) && all:
		l.Fail("the line has one name, %s: a source and a target are needed (for a name without references, write it twice)", shown(l.source))
	case columns < max(source, target):
		l.Exceeds(&ColumnError{fmt.Sprintf("the line has %d columns, and column %d is wanted", columns, max(source, target))})
	case len(l.source) == 0:
		l.Fail("column %d, the source, is empty", source)
	case len(l.target) == 0:
		l.Fail("column %d, the target, is empty", target)
	}
	return l.Err() == nil
}

// add adds the reference of the current line.
func (l *list) add() {
	from := l.node(l.source) // first, so that the first name of a file is a source
	to := l.node(l.target)
	if l.room(edgeBytes) {
		// The names of the first line have the numbers 0 and 1.
		l.again = l.again || from == to && l.edges.Count() == 0 || min(from, to) <= 1 && l.edges.Count() > 0
		l.edges.Add(from, to)
	}
}

// node returns the number of a name.
func (l *list) node(name []byte) uint32 {
	i, isNew := l.names.intern(name)
	if isNew {
		l.takes(nameBytes + uint64(len(name)))
	}
	if uint64(l.names.Len()) > l.opts.MaxNodes {
		l.Exceeds(&edgelist.LimitError{Option: "MaxNodes", Problem: fmt.Sprintf("more than %d names", l.opts.MaxNodes)})
	}
	return i
}

// room says whether one more reference or root is allowed, which takes so many bytes.
func (l *list) room(bytes uint64) bool {
	if l.edges.Count()+uint64(l.roots.Len()) >= l.opts.MaxEdges {
		l.Exceeds(&edgelist.LimitError{Option: "MaxEdges", Problem: fmt.Sprintf("more than %d references and roots", l.opts.MaxEdges)})
	}
	l.takes(bytes)
	return l.Err() == nil
}

// takes adds to the estimate of memory, and fails if there is not so much.
func (l *list) takes(bytes uint64) {
	l.need += bytes
	if l.opts.MaxBytes != 0 && l.need > l.opts.MaxBytes {
		l.Exceeds(&edgelist.MemoryError{Need: l.need, Max: l.opts.MaxBytes})
	}
}

// comment reads the rest of a line that began with '#'.
func (l *list) comment() {
	if l.Word() != "roots" {
		l.SkipLine()
		return
	}
	l.rootsGiven = true
	elsewhere := l.separator
	l.separate(Blanks)
	for l.blanks() != '\n' && l.Err() == nil {
		l.field(true)
		l.root()
	}
	l.separate(elsewhere)
	l.Newline()
}

// root adds the root that has been read. A root that is named again counts once.
func (l *list) root() {
	if len(l.name) == 0 {
		l.Fail("a root has an empty name")
	}
	if l.Err() != nil || !l.room(0) {
		return
	}
	if _, isNew := l.roots.intern(l.name); isNew {
		l.takes(nameBytes + uint64(len(l.name)))
		l.rootLines = append(l.rootLines, l.Line)
	}
}

// rootNumbers returns the numbers of the roots, each of which must be in a line of data.
func (l *list) rootNumbers() ([]uint32, error) {
	if !l.rootsGiven && l.names.Len() > 0 {
		return []uint32{0}, nil
	}
	var numbers []uint32
	for i, name := range l.roots.All() {
		number, ok := l.names.Find(name)
		if !ok {
			return nil, fmt.Errorf("name list: line %d: the root %s is in no line of data (blanks separate roots; a name without references stands in a line with itself)",
				l.rootLines[i], shown([]byte(name)))
		}
		numbers = append(numbers, uint32(number))
	}
	return numbers, nil
}
