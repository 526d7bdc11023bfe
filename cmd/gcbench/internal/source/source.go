// Package source makes heaps: from a shape, or from a file of any format that
// is understood.
package source

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
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
	Dump   *godump.Dump // of a Go heap dump, nil otherwise
	// Warning is what the user should know about the file, "" if nothing.
	Warning string
}

// Name is what tables call the heap: its shape, or its file without folders.
func (h *Heap) Name() string {
	if h.File == "" {
		return h.Shape
	}
	return filepath.Base(h.File)
}

// Layout is the order of the shape's objects in memory, "" for a file.
func (h *Heap) Layout() string {
	if h.File != "" {
		return ""
	}
	return h.Params.Layout.String()
}

// Build makes a heap of the shape with this name.
func Build(name string, p shape.Params) (*Heap, error) {
	s, err := shape.ByName(name)
	if err != nil {
		return nil, err
	}
	h, err := s.Build(p)
	if err != nil {
		return nil, err
	}
	return &Heap{Heap: h, Shape: name, Params: p}, nil
}

// Open reads the heap in the file at path, which its contents identify (an
// edge list its extension). Whatever it was, it is in private memory
// afterwards. Checksums and well-formedness are verified unless the file is
// trusted; the counts and marks of a damaged file that is trusted are wrong,
// if it can be read at all.
func Open(path string, trust bool) (*Heap, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := read(f, path, trust)
	if err == nil && !trust {
		err = h.Check()
	}
	var unknown *unknownFormat
	switch {
	case errors.As(err, &unknown):
		return nil, err // it names the file
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	h.File = path
	return h, nil
}

// unknownFormat is an error of dump.Detect.
type unknownFormat struct{ error }

func read(f *os.File, path string, trust bool) (*Heap, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("is a directory, not a heap")
	}
	in := bufio.NewReaderSize(f, 1<<16)
	prefix, err := in.Peek(dump.PrefixBytes)
	if err != nil && err != io.EOF {
		return nil, err
	}
	format, err := dump.Detect(path, prefix)
	if err != nil {
		return nil, &unknownFormat{err}
	}
	h := &Heap{Format: format}
	switch format {
	case dump.Snapshot:
		h.Heap, err = readSnapshot(f, info, trust)
	case dump.GoDump:
		if h.Dump, err = godump.Read(in, godump.Options{}); err == nil {
			h.Heap = h.Dump.Heap
		}
	case dump.EdgeList:
		var info edgelist.Info
		h.Heap, info, err = edgelist.ReadInfo(in, edgelist.Options{})
		if err == nil && !info.RootsGiven {
			h.Warning = path + ` has no line "# roots": node 0 is taken as the only root`
		}
	default:
		err = fmt.Errorf("no reader for %v", format)
	}
	return h, err
}

func readSnapshot(f *os.File, info os.FileInfo, trust bool) (*heap.Heap, error) {
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("a snapshot can only be read from a regular file")
	}
	if available := machine.AvailableMemory(); uint64(info.Size()) > available {
		return nil, fmt.Errorf("the snapshot takes %s of memory and %s are available", GiB(uint64(info.Size())), GiB(available))
	}
	if trust {
		return heap.ReadSnapshotUnverified(f, info.Size())
	}
	return heap.ReadSnapshot(f, info.Size())
}
