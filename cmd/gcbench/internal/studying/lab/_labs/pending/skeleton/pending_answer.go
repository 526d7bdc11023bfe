package answer

// Mark sets the bit in marks of each object that can be reached from the roots, and no other
// bit there. No bit of marks and of pending is set when Mark begins, and none of pending when
// it ends.
func Mark(h Heap, marks, pending Bitmap) {
	// yours to write
}
