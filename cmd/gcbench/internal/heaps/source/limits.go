package source

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// Limits bound what a file can make Open take in. A field that is 0 stands for
// its default: generous, but such that no file asks for more memory than there
// is.
type Limits struct {
	// Bytes is the most that the file may have as it lies there, compressed if
	// it is. The default is DefaultBytes.
	Bytes uint64
	// Objects is the most objects of a heap. The default is godump's for a Go
	// heap dump, edgelist's (which grows with the file) for an edge list, what the
	// memory allows for a file of names, and what fits an arena for a snapshot.
	Objects uint64
	// Edges is the most references and roots together. The default is that of
	// godump or edgelist, less where memory is short.
	Edges uint64
	// Decompressed is the most bytes that a compressed file may unpack to. The
	// default is DefaultBytes.
	Decompressed uint64
	// Memory is the most bytes of memory that reading may take. The default is
	// what is available.
	Memory uint64
}

// DefaultBytes is more than the largest snapshot has: 64 GiB.
const DefaultBytes = 64 << 30

// The memory of a reader at its peak, in bytes, with the copies that growing
// slices make.
const (
	objectBytes = 256
	edgeBytes   = 64
	lineBytes   = 24 // a reference of an edge list, which is not copied, or of a file of names
)

// withDefaults fills in what does not depend on the format.
func (l Limits) withDefaults() Limits {
	l.Bytes, l.Decompressed = cmp.Or(l.Bytes, DefaultBytes), cmp.Or(l.Decompressed, DefaultBytes)
	if l.Memory == 0 {
		l.Memory = machine.AvailableMemory()
	}
	return l
}

// goDump returns the limits for a Go heap dump: half of the memory is for
// objects and half for pointers, unless a limit is given.
func (l Limits) goDump() godump.Options {
	return godump.Options{
		MaxObjects:  cmp.Or(l.Objects, max(1, min(godump.DefaultMaxObjects, l.Memory/2/objectBytes))),
		MaxPointers: cmp.Or(l.Edges, max(1, min(godump.DefaultMaxPointers, l.Memory/2/edgeBytes))),
	}
}

// edgeList is the same for an edge list, whose nodes are limited by its length
// or by a flag. A file of a few bytes may claim as many nodes as the flag
// allows, so the memory bounds them too.
func (l Limits) edgeList() edgelist.Options {
	return edgelist.Options{MaxNodes: l.Objects, MaxEdges: l.listEdges(), MaxBytes: l.Memory}
}

// listEdges is the most references of an edge list or a file of names.
func (l Limits) listEdges() uint64 {
	return cmp.Or(l.Edges, max(1, min(edgelist.DefaultMaxEdges, l.Memory/2/lineBytes)))
}

// sink returns the limits for the formats of package sink: half of the memory for objects and
// half for edges, as for a Go heap dump, and an eighth of it for names.
func (r Reading) sink() sink.Options {
	of := r.Limits.goDump()
	return sink.Options{MaxObjects: of.MaxObjects, MaxEdges: of.MaxPointers, MaxNames: max(1, r.Limits.Memory/8), Weak: r.Weak}
}

// nameList returns the limits for a file of names, and how to read it.
func (r Reading) nameList() namelist.Options {
	return namelist.Options{
		Separator: r.Separator, Columns: r.Columns, Header: r.Header,
		MaxNodes: r.Limits.Objects, MaxEdges: r.Limits.listEdges(), MaxBytes: r.Limits.Memory,
	}
}

// snapshot compares a snapshot's header with the limits, and the memory that
// reading it takes, copies times its length, with what there is.
func (l Limits) snapshot(info heap.SnapshotInfo, copies uint64) error {
	if err := l.counts(info); err != nil {
		return err
	}
	if info.FileBytes > l.Memory/copies {
		return fmt.Errorf("the snapshot takes %s of memory and %s are available%s", Size(copies*info.FileBytes), Size(l.Memory), orMap(copies))
	}
	return nil
}

// orMap says that a snapshot could be mapped, if it could. Then it is read once.
func orMap(copies uint64) string {
	if copies == 1 && heap.MapsFiles {
		return ": leave --no-map out, and it is mapped"
	}
	return ""
}

// mapped is the same for a snapshot that is mapped. Its roots and checksums are copied, and to check it takes
// a bit for each granule.
func (l Limits) mapped(info heap.SnapshotInfo) error {
	if err := l.counts(info); err != nil {
		return err
	}
	beside := info.FileBytes - min(info.FileBytes, info.ArenaBytes) // 0 if the file was cut: opening it says so
	if need := beside + info.ArenaBytes/64; need > l.Memory {
		return fmt.Errorf("the snapshot takes %s of memory even if it is mapped, and %s are available", Size(need), Size(l.Memory))
	}
	return nil
}

// counts compares the numbers in a snapshot's header with the limits.
func (l Limits) counts(info heap.SnapshotInfo) error {
	switch {
	case l.Objects != 0 && info.Objects > l.Objects:
		return &LimitError{"--max-objects", fmt.Sprintf("the snapshot has %d objects, more than %d", info.Objects, l.Objects)}
	case l.Edges != 0 && info.Edges+info.Roots > l.Edges:
		return &LimitError{"--max-edges", fmt.Sprintf("the snapshot has %d references and roots, more than %d", info.Edges+info.Roots, l.Edges)}
	}
	return nil
}

// LimitError says which limit a file exceeds, and the flag that sets it.
type LimitError struct{ Flag, Problem string }

func (e *LimitError) Error() string { return e.Problem + "; " + e.Flag + " sets another limit" }

// flagOf is the flag for each of the readers' options.
var flagOf = map[string]string{
	"MaxObjects": "--max-objects", "MaxNodes": "--max-objects",
	"MaxPointers": "--max-edges", "MaxEdges": "--max-edges",
}

// moreMemory is what to do if memory is short.
const moreMemory = "close other programs, allow this one more memory, or convert the file to a snapshot (.heap) on a larger machine: a snapshot is mapped and need not fit"

// exceeded is the error for a limit of a reader's option. If no flag sets the limit and memory makes it less than it
// is on a large machine, another limit does not help.
func (l Limits) exceeded(option, problem string, edges, mostEdges uint64) error {
	flag, objects := flagOf[option], l.goDump().MaxObjects
	byMemory := flag == "--max-edges" && l.Edges == 0 && edges < mostEdges || option == "MaxObjects" && l.Objects == 0 && objects < godump.DefaultMaxObjects
	if byMemory {
		return fmt.Errorf("%s, and to read them may take more than the %s of memory that are available; %s", problem, Size(l.Memory), moreMemory)
	}
	return &LimitError{flag, problem}
}

// inFlags makes a reader's error about its options one about flags, or about memory if that is
// short. It still says where.
func (l Limits) inFlags(err error) error {
	var list *edgelist.LimitError
	var foreign *sink.LimitError
	var memory *edgelist.MemoryError
	var column *namelist.ColumnError
	where := func(of error) string { return strings.TrimSuffix(err.Error(), of.Error()) }
	switch {
	case errors.As(err, &foreign) && flagOf[foreign.Option] == "":
		return fmt.Errorf("%s%s, which is an eighth of the memory that is available", where(foreign), foreign.Problem)
	case errors.As(err, &foreign):
		return fmt.Errorf("%s%w", where(foreign), l.exceeded(foreign.Option, foreign.Problem, l.goDump().MaxPointers, godump.DefaultMaxPointers))
	case errors.As(err, &memory):
		return fmt.Errorf("%sthe heap takes about %s of memory while it is built and %s are available, whatever --max-objects allows; %s",
			where(memory), Size(memory.Need), Size(memory.Max), moreMemory)
	case errors.As(err, &column):
		return fmt.Errorf("%s%s; --columns says which two are read, such as --columns 1,2", where(column), column.Problem)
	case errors.As(err, &list):
		return fmt.Errorf("%s%w", where(list), l.exceeded(list.Option, list.Problem, l.listEdges(), edgelist.DefaultMaxEdges))
	}
	return err
}

// metered reads no more than left bytes: a caller that wants more gets excess,
// unless the input ends right there. It asks for one byte beyond to find out.
type metered struct {
	r      io.Reader
	left   uint64
	excess error
}

func (m *metered) Read(p []byte) (int, error) {
	if uint64(len(p)) > m.left {
		p = p[:m.left+1]
	}
	n, err := m.r.Read(p)
	if uint64(n) > m.left {
		n, m.left = int(m.left), 0
		return n, m.excess
	}
	m.left -= uint64(n)
	return n, err
}
