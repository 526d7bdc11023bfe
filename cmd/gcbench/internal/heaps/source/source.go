// Package source makes heaps. It makes a heap from a shape, or from a file of any
// format that gcbench reads, within limits of memory.
package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/symbols"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// Heap is a heap and where it comes from.
type Heap struct {
	*heap.Heap
	// Shape and Params made it, if it is no file's.
	Shape  string
	Params shape.Params
	// File is where it was read, in which format.
	File   string
	Format dump.Format
	// Dump is what a Go heap dump says beside its heap, Foreign is the same for the formats of
	// package sink, and Names for a file of names. Two of them at least are nil.
	Dump    *godump.Dump
	Foreign *sink.Dump
	Names   *namelist.Names
	// Warning is what the user should know about the file, "" if nothing.
	Warning string

	// Globals names the global variables of a Go heap dump, nil if they are not known.
	Globals *symbols.Table

	mapped  os.FileInfo // of the file that is mapped, nil if none is
	listing sync.Once
	listed  []heap.Ref // for Numbered
}

// Name is what tables call the heap: its shape, or its file without folders. It is one line that can be
// printed.
func (h *Heap) Name() string {
	switch {
	case h.File == "":
		return h.Shape
	case IsRepository(h.File):
		return gitPrefix + printable.Line(filepath.Base(repositoryFolder(h.File)))
	}
	return printable.Line(filepath.Base(h.File))
}

// Layout is the order of the shape's objects in memory, "" for a file.
func (h *Heap) Layout() string {
	if h.File != "" {
		return ""
	}
	return h.Params.Layout.String()
}

// Watch is told which phase of some work goes on, and how much of it is done. If all is 0,
// it is not known how much there is. A nil Watch watches nothing.
type Watch func(phase string, done, all uint64)

// Build makes a heap of the shape with this name.
func (w Watch) Build(name string, p shape.Params) (*Heap, error) {
	s, err := shape.Parse(name)
	if err != nil {
		return nil, err
	}
	h, err := s.BuildWatched(p, w)
	if err != nil {
		return nil, err
	}
	return &Heap{Heap: h, Shape: name, Params: p}, nil
}

// Reading says how to read a file.
type Reading struct {
	// Context ends the reading of a git repository; nil never does. No process is left when Open
	// returns.
	Context context.Context
	Limits  Limits
	// Trust leaves out checksums, where that saves time, and the check that the
	// heap is well-formed. The counts and marks of a damaged file that is
	// trusted are wrong, if it can be read at all. Limits hold all the same.
	Trust bool
	// Map says whether the file is mapped into memory.
	Map Mapping
	// Format is what the file holds; "" is for what the content tells, or the
	// extension. A git repository is no file: it has none.
	Format dump.Format
	// Roots are the roots of a graph in place of those of its file, as Find understands them.
	Roots []string
	// Weak follows weak references, in the formats that have them.
	Weak bool
	// Offsets keeps where references are in the objects of a Go heap dump:
	// godump.Options.Offsets.
	Offsets bool
	// Classes tells the objects of a Go heap dump apart: godump.Options.Classes.
	Classes bool
	// Separator, Columns and Header say how a file of names is read: see
	// namelist.Options.
	Separator namelist.Separator
	Columns   [2]int
	Header    bool
	// Watch is told how far reading is. It may be nil.
	Watch Watch

	begin bool // read no more than what says the format, and a snapshot's header
}

// Open reads the heap in the file at path, which its contents identify (an
// edge list or a file of names its extension), compressed (zstd, gzip) or not. Whatever it was, it is
// in private memory afterwards, unless how.Map has it mapped. If IsStdin(path) it reads standard input to its end.
// If IsRepository(path) it reads the git repository.
// A file that exceeds one of the limits is an error that wraps a *LimitError.
func Open(path string, how Reading) (*Heap, error) {
	how.Limits = how.Limits.withDefaults()
	name, open := Shown(path), openFile
	if IsRepository(path) {
		open = openRepository
	}
	err := how.mappable(repository, IsRepository(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	h, err := open(path, how)
	if err == nil && !how.Trust {
		how.Watch.phase("checking")
		err = h.Check()
	}
	if err != nil {
		return nil, about(name, err)
	}
	h.File = name
	if err := h.reroot(how.Roots); err != nil {
		return nil, err
	}
	return h, nil
}

// about says of which file an error is, unless the error says so.
func about(name string, err error) error {
	if named := (*aboutFile)(nil); errors.As(err, &named) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func openFile(path string, how Reading) (*Heap, error) {
	if IsStdin(path) {
		return read(os.Stdin, Shown(path), how)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, &aboutFile{unopened(path, err)}
	}
	defer f.Close()
	return read(f, path, how)
}

// bufferBytes is enough to look at a snapshot's header before it is read.
const bufferBytes = 1 << 16

func read(f *os.File, path string, how Reading) (*Heap, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	excess := &LimitError{"--max-bytes", fmt.Sprintf("the file has more than %d bytes", how.Limits.Bytes)}
	switch {
	case info.IsDir():
		return nil, &aboutFile{directory(path)}
	case info.Mode().IsRegular() && uint64(info.Size()) > how.Limits.Bytes:
		return nil, excess
	}
	whole := uint64(0)
	if info.Mode().IsRegular() {
		whole = uint64(info.Size())
	}
	in := bufio.NewReaderSize(how.Watch.reader(&metered{f, how.Limits.Bytes, excess}, whole), bufferBytes)
	prefix, err := in.Peek(dump.PrefixBytes)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if err := how.mappable(noFile, f == os.Stdin || !info.Mode().IsRegular()); err != nil {
		return nil, err
	}
	if isCompressed(prefix) {
		if err := how.mappable(packed, true); err != nil {
			return nil, err
		}
		unpacked, err := unpack(in, prefix, how.Limits.Decompressed)
		if err != nil {
			return nil, err
		}
		defer unpacked.Close()
		return readFormat(bufio.NewReaderSize(unpacked, bufferBytes), nil, path, how)
	}
	if f == os.Stdin || !info.Mode().IsRegular() {
		f = nil // a pipe can only be read from start to end
	}
	return readFormat(in, f, path, how)
}
