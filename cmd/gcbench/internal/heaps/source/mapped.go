package source

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
)

// Mapping says which files are mapped into memory. The others are copied into private memory. Only
// snapshots can be mapped, because their arena is what a heap has in memory.
type Mapping int

const (
	// MapIfShort maps a snapshot of which no copy fits into the memory that is available.
	MapIfShort Mapping = iota
	// MapAlways maps each file. A file that cannot be mapped is a *MapError.
	MapAlways
	// MapNever maps nothing.
	MapNever
)

// MapError says why something cannot be mapped, and what would be right.
type MapError struct{ Problem string }

func (e *MapError) Error() string { return "it cannot be mapped: " + e.Problem }

// The ways out for a MapError, instead of mapping.
const (
	mapsNothing = "on this system gcbench maps no files: copy it into memory, or use Linux or macOS"
	noFile      = "it is not a file on a disk: save it to one, and give its name"
	packed      = "it is compressed: unpack it to a file first, with zstd -d or gunzip"
	repository  = "a git repository is not a snapshot: gcbench convert makes one from it"
)

// mappable complains about what cannot be mapped, if it is to be. in says what the file is.
func (r *Reading) mappable(problem string, wrong bool) error {
	switch {
	case r.Map != MapAlways:
		return nil
	case !heap.MapsFiles:
		return &MapError{mapsNothing}
	case wrong:
		return &MapError{problem}
	}
	return nil
}

// mappableFormat complains about a format that cannot be mapped, if it is to be.
func (r *Reading) mappableFormat(f dump.Format) error {
	return r.mappable(fmt.Sprintf("only a snapshot can be mapped, and this is another file (%s): gcbench convert makes a snapshot from it", f), f != dump.Snapshot)
}

// maps reports whether a snapshot is to be mapped. Its file can be read at any offset.
func (r *Reading) maps(info heap.SnapshotInfo) bool {
	switch r.Map {
	case MapAlways:
		return true
	case MapNever:
		return false
	}
	return heap.MapsFiles && info.FileBytes > r.Limits.Memory
}

// mapSnapshot maps the snapshot at path, and compares it with its checksums unless it is trusted. It stays
// mapped until the process ends: a mapping alone takes no memory.
func (r *Reading) mapSnapshot(path string, info heap.SnapshotInfo) (*heap.Heap, error) {
	if err := r.Limits.mapped(info); err != nil {
		return nil, err
	}
	s, err := heap.OpenSnapshot(path)
	if err != nil {
		return nil, err
	}
	if !r.Trust {
		if err := s.Verify(); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s.Heap(), nil
}

// Cut returns an error if the file of a mapped heap was cut since it was mapped. Beyond the page with the new end
// a read is a fault, but the rest of that page reads as zeros. They look like the end of the objects, so a reader
// of the heap asks Cut before an answer, or an error, is believed. Any goroutine may call Cut.
func (h *Heap) Cut() error {
	if h.mapped == nil {
		return nil
	}
	now, err := os.Stat(h.File)
	if err != nil || !os.SameFile(h.mapped, now) || now.Size() >= h.mapped.Size() {
		return nil // what has lost its name, or given it to another file, is whole as long as it is mapped
	}
	return fmt.Errorf("%s: the file was cut to %d bytes while it was read, and had %d: read it again when it is whole", h.File, now.Size(), h.mapped.Size())
}

// mapWarning says that a snapshot is mapped although that was not asked for.
func (r *Reading) mapWarning(path string, info heap.SnapshotInfo) string {
	if r.Map == MapAlways {
		return ""
	}
	return fmt.Sprintf("%s is mapped, because a copy takes %s of memory and %s are available: page faults are in the times (--no-map ends with an error instead)",
		path, Size(info.FileBytes), Size(r.Limits.Memory))
}
