package sink

import (
	"cmp"
	"fmt"
)

const (
	// DefaultMaxObjects is the limit if Options.MaxObjects is 0. A reader takes about 60 bytes
	// for each object besides the heap, so the limit stands for 16 GB.
	DefaultMaxObjects = 1 << 28

	// DefaultMaxEdges is the limit if Options.MaxEdges is 0. A reader takes up to 16 bytes for
	// each edge, so the limit stands for 17 GB.
	DefaultMaxEdges = 1 << 30

	// DefaultMaxNames is the limit in bytes if Options.MaxNames is 0.
	DefaultMaxNames = 1 << 30
)

// Options are limits for a reader, and which edges it follows. The zero value is ready to
// use.
type Options struct {
	// MaxObjects is the largest number of objects that a file may have. 0 means
	// DefaultMaxObjects. No number above heap.MaxObjects can work.
	MaxObjects uint64

	// MaxEdges is the largest number of references and roots that a file may have, also
	// those that are nil or not followed. 0 means DefaultMaxEdges.
	MaxEdges uint64

	// MaxNames is the most bytes that a reader may hold of names, and of records that wait
	// for another one. 0 means DefaultMaxNames.
	MaxNames uint64

	// Weak follows weak references, too, as if they were strong.
	Weak bool
}

// WithDefaults returns the options with the defaults in the place of zeros.
func (o Options) WithDefaults() Options {
	o.MaxObjects = cmp.Or(o.MaxObjects, DefaultMaxObjects)
	o.MaxEdges = cmp.Or(o.MaxEdges, DefaultMaxEdges)
	o.MaxNames = cmp.Or(o.MaxNames, DefaultMaxNames)
	return o
}

// Allow returns a [*LimitError] if so many objects and edges exceed the limits. It is for a
// reader that knows the numbers before a Sink counts them.
func (o Options) Allow(objects, edges uint64) error {
	o = o.WithDefaults()
	switch {
	case objects > o.MaxObjects:
		return &LimitError{"MaxObjects", fmt.Sprintf("%d objects, more than %d", objects, o.MaxObjects)}
	case edges > o.MaxEdges:
		return &LimitError{"MaxEdges", fmt.Sprintf("%d references, more than %d", edges, o.MaxEdges)}
	}
	return nil
}

// LimitError says that a file exceeds one of [Options]. Readers wrap it in an error that says
// where. errors.As finds it.
type LimitError struct {
	Option  string // the field of Options: "MaxObjects", "MaxEdges" or "MaxNames"
	Problem string // what there is too much of, and what the limit is
}

// Error says what there is too much of, and which field of Options sets the limit.
func (e *LimitError) Error() string {
	return e.Problem + "; Options." + e.Option + " sets another limit"
}

// FormatError says where a dump is malformed, and what is wrong. errors.As finds it.
type FormatError struct {
	Format  string // the format, as New was given it
	Record  string // the part of the file, "" if there is nothing to say
	Offset  int64  // bytes from the start of the file to where reading stopped, just after the fault; -1 if it is not known, and in texts whose Record says the line
	Problem string // what is wrong there, and what would be right
	Err     error  // io.ErrUnexpectedEOF if the file is cut, or the error of its reader; nil if the content is wrong
}

// Error returns the format, the record, the offset and the problem in one line.
func (e *FormatError) Error() string {
	where := e.Format
	if e.Record != "" {
		where += ": " + e.Record
	}
	if e.Offset >= 0 {
		where += fmt.Sprintf(", byte %d", e.Offset)
	}
	return where + ": " + e.Problem
}

// Unwrap returns Err, which may be nil.
func (e *FormatError) Unwrap() error { return e.Err }
