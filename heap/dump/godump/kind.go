package godump

import "fmt"

// Kind is a kind of record, numbered as in the file.
type Kind uint8

// The kinds of records, by the tags of runtime/heapdump.go.
const (
	End Kind = iota
	Object
	OtherRoot
	Type
	Goroutine
	StackFrame
	ParamsRecord
	Finalizer
	Itab
	OSThread
	MemStats
	QueuedFinalizer
	Data
	BSS
	Defer
	Panic
	MemProf
	AllocSample

	// NumKinds is the number of kinds.
	NumKinds = iota
)

// kinds says how each kind is called in errors and how it is read, the tag
// apart.
var kinds = [NumKinds]struct {
	name string
	read func(*decoder)
}{
	End:             {"end", (*decoder).end},
	Object:          {"object", (*decoder).object},
	OtherRoot:       {"other root", (*decoder).otherRoot},
	Type:            {"type", (*decoder).typ},
	Goroutine:       {"goroutine", (*decoder).goroutine},
	StackFrame:      {"stack frame", (*decoder).stackFrame},
	ParamsRecord:    {"params", (*decoder).readParams},
	Finalizer:       {"finalizer", (*decoder).finalizer},
	Itab:            {"itab", (*decoder).itab},
	OSThread:        {"OS thread", (*decoder).osThread},
	MemStats:        {"memory statistics", (*decoder).memStats},
	QueuedFinalizer: {"queued finalizer", (*decoder).queuedFinalizer},
	Data:            {"data segment", (*decoder).segment},
	BSS:             {"bss segment", (*decoder).segment},
	Defer:           {"defer", (*decoder).deferRecord},
	Panic:           {"panic", (*decoder).panicRecord},
	MemProf:         {"memory profile", (*decoder).memProf},
	AllocSample:     {"allocation sample", (*decoder).allocSample},
}

// String returns the kind's name in lower case, as errors use it.
func (k Kind) String() string {
	if int(k) < NumKinds {
		return kinds[k].name
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// FormatError says where a dump is malformed.
type FormatError struct {
	Record  string // kind of the record, or "header"
	Ordinal uint64 // number of the record among those of its kind, from 1; 0 for the header
	Offset  int64  // bytes from the start of the file to where reading stopped, the fault just before it; -1 if it shows only after the end
	Problem string // what is wrong there and what would be right
	Err     error  // io.ErrUnexpectedEOF if the file is cut, or what its reader returned
}

func (e *FormatError) Error() string {
	what := e.Record
	if e.Ordinal > 0 {
		what = fmt.Sprintf("%s record %d", e.Record, e.Ordinal)
	}
	if e.Offset >= 0 {
		what += fmt.Sprintf(", byte %d", e.Offset)
	}
	return fmt.Sprintf("go heap dump: %s: %s", what, e.Problem)
}

// Unwrap returns the reason that is not the file's content, if there is one.
func (e *FormatError) Unwrap() error { return e.Err }
