package godump

import (
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// format begins the errors of this package.
const format = "go heap dump"

const (
	// maxNameBytes is the largest length of a string. Strings are names of types,
	// functions and files, and reasons for waiting.
	maxNameBytes = 1 << 20
	// keptNameBytes is how much of a name is kept, if it is kept at all. Generic functions
	// have long names.
	keptNameBytes = 1 << 10
)

// records reads the numbers and strings of the file in order, and knows the record in which
// they are.
type records struct {
	*input.Input
	record  string
	ordinal uint64
	kept    []byte // the name read last, or its beginning
}

func newRecords(r io.Reader) *records {
	in := &records{record: "header"}
	in.Input = input.New(r, in.fault)
	return in
}

// fault makes the error for a problem in the record that is being read.
func (in *records) fault(offset int64, problem string, err error) error {
	record := in.record
	if in.ordinal > 0 {
		record = fmt.Sprintf("%s record %d", in.record, in.ordinal)
	}
	return &sink.FormatError{Format: format, Record: record, Offset: offset, Problem: problem, Err: err}
}

// exceeds notes that one of Options is exceeded at the record that is being read.
func (in *records) exceeds(option, problem string, limit uint64) {
	in.Stop(fmt.Errorf("%s: %s record %d, byte %d: %w", format, in.record, in.ordinal, in.Offset(), &sink.LimitError{Option: option, Problem: fmt.Sprintf(problem, limit)}))
}

// uints skips one number for each name.
func (in *records) uints(what ...string) {
	for _, w := range what {
		in.Varint(w)
	}
}

// bool reads 0 or 1.
func (in *records) bool(what string) bool {
	v := in.Varint(what)
	if v > 1 {
		in.Fail("the %s is %d: it must be 0 or 1", what, v)
	}
	return v == 1
}

// name reads a string, and returns its first keptNameBytes until the next read. They are
// the caller's to copy and to make printable.
func (in *records) name(what string) []byte { return in.text(what, maxNameBytes) }

// text is name for a string of at most so many bytes.
func (in *records) text(what string, most uint64) []byte {
	n := in.Varint("length of the " + what)
	if n > most {
		in.Fail("the %s has %d bytes: at most %d are allowed", what, n, most)
	}
	in.kept = in.kept[:0]
	for n > 0 && in.Err() == nil {
		step := min(n, input.ChunkBytes)
		buf := in.Chunk(int(step), what)
		if in.Err() == nil {
			in.kept = append(in.kept, buf[:min(len(buf), keptNameBytes-len(in.kept))]...)
			in.Drop(int(step))
		}
		n -= step
	}
	return in.kept
}

// shortString reads a string of at most 255 bytes and makes it printable.
func (in *records) shortString(what string) string { return printable.Line(in.text(what, 255)) }
