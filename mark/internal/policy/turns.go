package policy

import "math"

// Turns say when a mark in both directions turns. The source is Beamer, Asanovic and Patterson, "Direction-Optimizing
// Breadth-First Search" (SC 2012), section 5. There a search turns by the edges that lead out of a level. A mark has no levels, and does
// not know the degrees of what is grey. It turns by an estimate of the edges that lead out of what is grey, and by how many nodes a pass has
// found. Both are compared with what is not reached, because a pass looks back from there.
type Turns struct {
	// Alpha is how many edges lead to what is not reached for each one that leads out of what is grey when the search turns back. 0
	// means that it stays forward.
	Alpha uint64
	// Least is how many nodes are grey at least when the search turns back. With fewer it is over before the workers have turned.
	Least uint64
	// Beta is how many nodes are not reached for each one that the last pass has found when the search turns forward. It is
	// not 0.
	Beta uint64
	// Words is how many words of the bitmap a worker claims at once in a pass.
	Words int
}

// DefaultTurns are those of marks. The paper has an Alpha of 14 and a Beta of 24, and its program 15 and 18.
func DefaultTurns() Turns { return Turns{Alpha: 4, Least: 4096, Beta: 18, Words: PassWords} }

// EdgeLimit is how many edges lead out of what is grey when the search turns back, if so many lead to what is not reached.
func (t *Turns) EdgeLimit(unreached float64) float64 {
	if t.Alpha == 0 {
		return math.Inf(1)
	}
	return unreached / float64(t.Alpha)
}

// Again reports whether another pass comes after one that has found so many nodes, if so many are not reached.
func (t *Turns) Again(found, unreached uint64) bool { return found > unreached/t.Beta }

// ComeForward is for a search that turns forward, because passes find little. It halves Alpha. In a graph in which they never find
// much, such as a tree with wide levels, there are a few passes and not one for each level.
func (t *Turns) ComeForward() { t.Alpha /= 2 }
