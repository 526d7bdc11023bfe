package shard

import (
	"path/filepath"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// Manifest is what parts.json says of an export. All counts are exact.
type Manifest struct {
	Version int    `json:"version"`
	Layout  string `json:"layout"` // in which order the objects were cut: see [Layout]

	Objects    uint64 `json:"objects"`
	Edges      uint64 `json:"edges"` // references that are not nil
	Roots      uint64 `json:"roots"`
	CrossEdges uint64 `json:"cross_edges"` // of Edges, those that lead to another part

	// The figures of a mark of the whole heap and of the rounds: see [Forecast].
	Live     uint64 `json:"live"`
	Digest   string `json:"digest"`
	Rounds   uint64 `json:"rounds"`
	Messages uint64 `json:"messages"`

	Parts []PartInfo `json:"parts"`

	Checksum string `json:"checksum"`
}

// PartInfo is what the manifest says of one part.
type PartInfo struct {
	FirstRank uint64 `json:"first_rank"` // objects in the parts before this one
	Objects   uint64 `json:"objects"`    // its own
	Granules  uint64 `json:"granules"`   // of its objects, with granule 0: from here on there are stubs
	Stubs     uint64 `json:"stubs"`      // one granule each
	Edges     uint64 `json:"edges"`
	Roots     uint64 `json:"roots"`

	CrossEdges uint64 `json:"cross_edges"` // of Edges, those that lead to stubs

	// The checksums that identify the files, 16 hexadecimal digits each.
	Heap  string `json:"heap"`
	Out   string `json:"out"`
	Ranks string `json:"ranks"` // empty if the rank of an object follows from FirstRank
}

// arenaBytes is the size of the part's arena, with its stubs.
func (p *PartInfo) arenaBytes() uint64 { return (p.Granules + p.Stubs) * heap.GranuleBytes }

// manifestVersion is 2 since a part has its cross edges.
const manifestVersion = 2

func (m *Manifest) seal() *string { return &m.Checksum }

func (m *Manifest) supported() int { return manifestVersion }

// check holds the manifest's numbers against one another. After it sums of them do not overflow.
func (m *Manifest) check(path string) error {
	bad := func(format string, args ...any) error { return damaged(path, 0, format, args...) }
	if len(m.Parts) < 1 || len(m.Parts) > MaxParts {
		return bad("%d parts: there must be 1 to %d", len(m.Parts), MaxParts)
	}
	var sum PartInfo
	for i, p := range m.Parts {
		switch {
		case p.Granules < 1 || p.Granules > heap.MaxGranules || p.Stubs > heap.MaxGranules-p.Granules:
			return bad("part %d has %d granules and %d stubs: together at most %d, and granule 0 is there", i, p.Granules, p.Stubs, uint64(heap.MaxGranules))
		case p.Objects >= p.Granules:
			return bad("part %d has %d objects in %d granules: each has one at least", i, p.Objects, p.Granules)
		case p.FirstRank != sum.Objects:
			return bad("part %d begins with rank %d: the parts before it have %d objects", i, p.FirstRank, sum.Objects)
		case p.CrossEdges > p.Edges || p.Stubs > p.CrossEdges || p.Edges > 2*heap.MaxGranules || p.Roots > heap.MaxGranules:
			return bad("part %d has %d edges, %d cross_edges, %d stubs and %d roots: each stub has a cross edge, and a granule has at most 2 edges", i, p.Edges, p.CrossEdges, p.Stubs, p.Roots)
		case (p.Ranks == "") != (m.Layout == shape.Alloc.String()):
			return bad("part %d: ranks are there if and only if the layout is not %s", i, shape.Alloc)
		}
		sum.Objects += p.Objects
		sum.Edges += p.Edges
		sum.Roots += p.Roots
		sum.CrossEdges += p.CrossEdges
	}
	for _, of := range []struct {
		field      string
		says, have uint64
	}{{"objects", m.Objects, sum.Objects}, {"edges", m.Edges, sum.Edges}, {"roots", m.Roots, sum.Roots}, {"cross_edges", m.CrossEdges, sum.CrossEdges}} {
		if of.says != of.have {
			return bad("the field %s is %d: the parts have %d together", of.field, of.says, of.have)
		}
	}
	return nil
}

// Export is a folder of parts. It is open as far as its manifest is read. Any number of
// goroutines may use it at once.
type Export struct {
	Dir string
	Manifest
	id uint64 // the manifest's checksum, which the files of rounds have, too
}

// Open reads the manifest of the export in a folder. The error is a [*DamageError], or the
// operating system's error.
func Open(dir string) (*Export, error) {
	e, path := &Export{Dir: dir}, filepath.Join(dir, manifestName)
	if err := readSealed(path, &e.Manifest); err != nil {
		return nil, err
	}
	if err := e.check(path); err != nil {
		return nil, err
	}
	var err error
	e.id, err = strconv.ParseUint(e.Checksum, 16, 64)
	return e, err
}
