package growth

// Most returns what has grown most from the first dump to the last, and by how many bytes: the class, or "" for all of
// them together. Ok is false if neither the whole nor a class has grown. Of equal ones the whole comes first, and then the
// smallest name.
func (g *Growth) Most() (class string, bytes uint64, ok bool) {
	a, z := g.taken[0], g.taken[len(g.taken)-1]
	bytes = Grown(a.live, z.live).Bytes
	for name := range z.classes {
		grown := Grown(a.of(name).Amount, z.of(name).Amount).Bytes
		if grown > bytes || grown == bytes && class != "" && name < class {
			class, bytes = name, grown
		}
	}
	return class, bytes, bytes > 0
}

// LiveBytes returns the live bytes of the first dump.
func (g *Growth) LiveBytes() uint64 { return g.taken[0].live.Bytes }
