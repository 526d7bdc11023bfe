package godump

import "fmt"

// Kind is a kind of record. Its number is the tag in the file.
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

// kinds has the name of each kind in errors, and the method that reads a record of the
// kind after its tag.
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
	Itab:            {"itab", uints("address", "type")},
	OSThread:        {"OS thread", uints("address", "Go's number", "system's number")},
	MemStats:        {"memory statistics", (*decoder).memStats},
	QueuedFinalizer: {"queued finalizer", (*decoder).queuedFinalizer},
	Data:            {"data segment", (*decoder).segment},
	BSS:             {"bss segment", (*decoder).segment},
	Defer:           {"defer", (*decoder).deferRecord},
	Panic:           {"panic", (*decoder).panicRecord},
	MemProf:         {"memory profile", (*decoder).memProf},
	AllocSample:     {"allocation sample", uints("address", "profile bucket")},
}

// String returns the kind's name in lower case, as errors use it.
func (k Kind) String() string {
	if int(k) < NumKinds {
		return kinds[k].name
	}
	return fmt.Sprintf("kind %d", uint8(k))
}
