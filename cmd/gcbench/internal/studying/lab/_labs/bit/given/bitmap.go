package answer

// A mark bitmap has a bit for each object: 0 is white, 1 is marked. Bit i is bit i%64 of
// word i/64. All workers share the words.

// New makes a bitmap with room for n bits. All are 0.
func New(n int) []word { return make([]word, (n+63)/64) }

// IsSet says whether bit i is 1. Anybody may call it.
func IsSet(bits []word, i int) bool { return bits[i/64].Load()&mask(i) != 0 }

// mask is a word in which only the bit is 1 that bit i of a bitmap has in its word.
func mask(i int) uint64 { return 1 << (i % 64) }
