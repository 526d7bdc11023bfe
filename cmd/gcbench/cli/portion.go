package cli

// portion is the place of a heap among those of a command, for estimates of the time left.
type portion struct{ index, of int }

// done is the part of all the work that is done when this part of the heap's is.
func (p portion) done(part float64) float64 { return (float64(p.index) + part) / float64(p.of) }
