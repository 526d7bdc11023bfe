package heap

// SnapshotHeaderBytes is the length of a snapshot's header, in bytes.
const SnapshotHeaderBytes = headerBytes

// SnapshotInfo is what a snapshot's header says about the rest of the file.
type SnapshotInfo struct {
	Objects, Edges, Roots uint64
	ArenaBytes            uint64
	FileBytes             uint64 // of the whole file, header included
}

// ReadSnapshotInfo returns what the header of a snapshot says, given the first
// SnapshotHeaderBytes bytes of the file, or more, or all of a shorter file. So
// a reader can refuse a file before it spends memory on it: the header's own
// checksum and its agreement with itself are verified, nothing else can be.
// The error is a *FormatError. Any goroutine may call it.
func ReadSnapshotInfo(prefix []byte) (SnapshotInfo, error) {
	hd, err := decodeHeader(prefix[:min(len(prefix), headerBytes)])
	if err != nil {
		return SnapshotInfo{}, err
	}
	return SnapshotInfo{hd.objects, hd.edges, hd.roots, hd.arenaBytes, hd.fileBytes()}, nil
}
