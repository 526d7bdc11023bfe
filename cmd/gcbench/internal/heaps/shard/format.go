package shard

import (
	"fmt"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// A folder of parts is what an export writes:
//
//	parts.json        the manifest: the counts of the whole heap and of each part, and the
//	                  checksums of all files below. It is written last.
//	part-0000.heap    a snapshot (package heap): the part's own objects in their order, then a
//	                  stub for each object of another part to which they refer, in the order
//	                  of parts and refs. A stub is a header of one granule. The roots are
//	                  those of the whole heap that lie in this part.
//	part-0000.out     words: stub i stands for the object that word i names
//	part-0000.ranks   words: own object i has rank word i in the heap that was exported.
//	                  The file is there only if the layout was changed. Otherwise the
//	                  rank is the part's first rank plus i.
//
// A folder of rounds is what a run writes. It belongs to one export:
//
//	round-00000001/part-0000.marks   words: the mark bitmap of the part after this round
//	round-00000001/part-0000.sent    words: the messages of the part in this round, ascending
//	round-00000001/round.json        what the rounds did. It is written last: a round without
//	                                 it is not complete. When the next round is complete, it
//	                                 is removed, as tidy.go says.
//
// A file of words is a list of numbers of 64 bits. Every byte of it is under an xxhash64
// (seed 0), and every number is little-endian:
//
//	offset   bytes  what
//	───────  ─────  ─────────────────────────────────────────────────────────
//	0            8  magic: 89 'H' 'M' 'P' 0D 0A 1A 0A
//	8            4  version: 1
//	12           4  kind: 1 out, 2 ranks, 3 marks, 4 sent
//	16           8  kinds 3 and 4: the checksum of the manifest; otherwise zero
//	24           4  the part
//	28           4  kinds 3 and 4: the round, from 1; otherwise zero
//	32           8  N, the number of words
//	40           8  xxhash64 of the section sums
//	48           8  xxhash64 of the bytes 0 to 47
//	56          8N  the words
//	56+8N        S  sums: xxhash64 of each block of 1 MiB of the words; the last block
//	                may be shorter
//
// The last 8 bytes of a header are a checksum of checksums. They therefore identify the
// whole file. The manifest has this number for each file of the export. For a snapshot, too,
// it is the last word of the header.

// manifestName is the manifest's file, and roundName that of a complete round.
const (
	manifestName = "parts.json"
	roundName    = "round.json"
)

// MaxParts is the most parts that an export has.
const MaxParts = 4096

// Message names an object of a part. It is the word of a file of words: the part in the
// upper 32 bits, and the Ref in the part's own heap in the lower ones. Messages in
// ascending order are therefore ordered by part.
type Message uint64

// MessageTo returns the message that the object at ref of a part is reachable.
func MessageTo(part int, ref heap.Ref) Message { return Message(part)<<32 | Message(ref) }

// Part is the part whose object is reachable. In a damaged file it may be any number.
func (m Message) Part() int { return int(m >> 32) }

// Ref is the object in the part's own heap.
func (m Message) Ref() heap.Ref { return heap.Ref(m) }

// MessageBytes is the size of a message in bytes, in a file and wherever it is sent.
const MessageBytes = 8

// fileOf is the path of a file of a part.
func fileOf(dir string, part int, extension string) string {
	return filepath.Join(dir, fmt.Sprintf("part-%04d.%s", part, extension))
}

// folderOf is the path of the folder of a round.
func folderOf(work string, round int) string {
	return filepath.Join(work, fmt.Sprintf("round-%08d", round))
}

// DamageError says which file of an export or of its rounds is damaged, or belongs to
// another export, and where.
type DamageError struct {
	File    string // its path
	Offset  int64  // in bytes from the start of the file
	Problem string // what is wrong there, and what would be right
	Err     error  // why the bytes could not be read; nil if they were read and are wrong
}

// Error returns the file, the offset, the problem and the cause in one line.
func (e *DamageError) Error() string {
	s := fmt.Sprintf("%s: offset %d: %s", e.File, e.Offset, e.Problem)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns Err, which may be nil.
func (e *DamageError) Unwrap() error { return e.Err }

// damaged returns a *DamageError without a cause.
func damaged(file string, offset uint64, format string, args ...any) error {
	return &DamageError{File: file, Offset: int64(offset), Problem: fmt.Sprintf(format, args...)}
}
