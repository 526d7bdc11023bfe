package heap

// SnapshotHeaderBytes is the length of a snapshot's header in bytes.
const SnapshotHeaderBytes = headerBytes

// SnapshotInfo is what the header of a snapshot says about the rest of the file.
type SnapshotInfo struct {
	Objects, Edges, Roots uint64 // numbers; Edges are the references that are not nil
	ArenaBytes            uint64 // length of the arena in bytes
	FileBytes             uint64 // length of the whole file in bytes, with the header
}

// ReadSnapshotInfo returns what the header of a snapshot says, so that a reader can refuse a
// file before it spends memory on it. The prefix is the first SnapshotHeaderBytes bytes of
// the file or more, or the whole file if it is shorter.
//
// ReadSnapshotInfo verifies that the header's checksum is right and that its numbers agree.
// The error is a [*FormatError]. Any goroutine may call it.
func ReadSnapshotInfo(prefix []byte) (SnapshotInfo, error) {
	hd, err := decodeHeader(prefix[:min(len(prefix), headerBytes)])
	if err != nil {
		return SnapshotInfo{}, err
	}
	return SnapshotInfo{hd.objects, hd.edges, hd.roots, hd.arenaBytes, hd.fileBytes()}, nil
}
