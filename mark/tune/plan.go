package tune

import "fmt"

// Plan is what was decided once for a mark, before it began: from the options, the size and kind of
// what is marked, and the number of processors. Stats.Plan of a mark says it.
type Plan struct {
	// Team is how many workers take part: workers 0 to Team-1.
	Team int
	// Owners is how many workers own mark bits: 0 if all share them. If it is 1, worker 0 marks
	// from the beginning to the end.
	Owners int
	// Found is how many objects worker 0 marks alone, at least, before it wakes another: 0 if time
	// decides, as in a graph whose successors a callback computes.
	Found int
	// Speculators is how many idle workers may look ahead at once. If Speculates is true and this is
	// 0, only the marker does.
	Speculators int
	// Excludes says that a worker may mark alone, with ordinary stores, while the others wait. Then
	// the mark also begins so.
	Excludes bool
	// Speculates says that a worker may look ahead of the marker along lists.
	Speculates bool
	// Asks says that they ask the user's callback for successors. Then only idle workers look ahead.
	Asks bool
	// Dense says that all workers share mark bits because objects have many references: DenseRefs. Narrow says that
	// they share them because few objects were grey for long, and Local because these lie close together: the first worker has found
	// that while it marked alone.
	Dense, Narrow, Local bool
}

// String says the plan in a sentence for people: "2 workers own mark bits, ...".
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
		text += fmt.Sprintf(", others from %d objects on", p.Found)
	default:
		text += ", others when one has taken too long"
	}
	switch {
	case !p.Speculates:
		return text + "; nobody looks ahead along lists"
	case p.Asks:
		return text + fmt.Sprintf("; idle workers, at most %d, look ahead along lists", p.Speculators)
	case p.Speculators == 0:
		return text + "; the marker looks ahead along lists"
	}
	return text + fmt.Sprintf("; the marker and idle workers, at most %d, look ahead along lists", p.Speculators)
}
