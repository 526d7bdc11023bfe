package policy

// Random is a generator of pseudorandom numbers: splitmix64, from Steele, Lea and
// Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014). The same
// seed gives the same numbers. Its state is one word, and one addition changes it.
type Random uint64

// randomOf is the generator of worker id. The factor is odd, so no two workers begin
// with the same state.
func randomOf(seed uint64, id int) Random { return Random(seed ^ uint64(id)*0xd1342543de82ef95) }

// Next returns the next number. Only one goroutine at a time may call it.
func (r *Random) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
