package policy

// Random is splitmix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
// Number Generators", OOPSLA 2014): reproducible, one addition of state.
type Random uint64

// randomOf is the generator of worker id. The factor is odd, so no two workers have
// the same generator.
func randomOf(seed uint64, id int) Random { return Random(seed ^ uint64(id)*0xd1342543de82ef95) }

// Next returns the next number.
func (r *Random) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
