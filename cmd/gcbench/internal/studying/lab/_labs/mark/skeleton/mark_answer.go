package answer

// Mark sets the bit of each object that can be reached from the roots, and no other bit. No
// bit is set when Mark begins.
func Mark(h Heap, marks Bitmap) {
	// yours to write
}
