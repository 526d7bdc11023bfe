package machines

// Place is the purpose of a cache line that workers share.
type Place uint8

const (
	Bits    Place = iota // of the mark bitmap
	Objects              // of the heap, which are only read
	Slots                // references on their way to owners
	Queues               // the words of the queues that carry slots
	Deques               // words of deques, and the blocks that are stolen
	Ranges               // of roots and of huge objects
	List                 // the overflow list
	Count                // of active workers: the termination detector's word
	// Places is the number of places.
	Places
)

var placeNames = [Places]string{"bits", "objects", "slots", "queues", "deques", "ranges", "list", "count"}

// String returns the name of the place.
func (p Place) String() string { return placeNames[p] }

// Transfers counts, for each [Place], lines that came from the cache of another core, or that another core
// had to give up.
type Transfers [Places]uint64

// Sum returns the number of all transfers.
func (t *Transfers) Sum() (n uint64) {
	for _, of := range t {
		n += of
	}
	return n
}
