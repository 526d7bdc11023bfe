package tune

import "fmt"

// Plan is what the marker decides once for a mark, before it begins: from the options, the size and kind of
// what is marked, and the number of processors. Stats.Plan of a result has it.
type Plan struct {
	// Team is how many workers take part: workers 0 to Team-1.
	Team int
	// Owners is how many workers own mark bits. 0 means that all share them, and 1 that worker 0 marks alone
	// from the beginning to the end.
	Owners int
	// Found is how many objects worker 0 marks alone, at least, before it wakes another. If it is 0, time
	// decides, as in a graph whose successors a callback computes.
	Found int
	// Speculators is how many idle workers may look ahead at once. If it is 0 and Speculates is true, only
	// the marking worker looks ahead.
	Speculators int
	// Excludes says that a worker may mark alone, with ordinary stores, while the others wait. Then the mark
	// also begins in this way.
	Excludes bool
	// Speculates says that workers may look ahead along lists.
	Speculates bool
	// Asks says that idle workers ask the user's callback for successors to look ahead. Then no other worker
	// looks ahead.
	Asks bool
	// Dense, Narrow and Local say why all workers share mark bits. Dense: objects have many references
	// (DenseRefs). Narrow: few objects were grey for long. Local: grey objects lie close together. Worker 0
	// finds the last two while it marks alone.
	Dense, Narrow, Local bool
}

// String returns the plan as a sentence: "2 workers own mark bits, ...".
func (p Plan) String() string {
	text := fmt.Sprintf("%d workers share mark bits", p.Team)
	switch {
	case p.Team == 1:
		text = "one worker marks alone"
	case p.Owners > 0:
		text = fmt.Sprintf("%d workers own mark bits", p.Owners)
	case p.Dense:
		text += ", as objects have many references"
	case p.Narrow:
		text += ", as few objects were grey for long"
	case p.Local:
		text += ", as grey objects lie close together"
	}
	switch {
	case p.Team == 1:
	case !p.Excludes:
		text += ", all from the beginning"
	case p.Found > 0:
		text += fmt.Sprintf(", others wake after %d objects", p.Found)
	default:
		text += ", others when one has taken too long"
	}
	switch {
	case !p.Speculates:
		return text + "; no worker looks ahead along lists"
	case p.Asks:
		return text + fmt.Sprintf("; idle workers (at most %d) look ahead along lists", p.Speculators)
	case p.Speculators == 0:
		return text + "; the marker looks ahead along lists"
	}
	return text + fmt.Sprintf("; the marker and idle workers (at most %d) look ahead along lists", p.Speculators)
}
