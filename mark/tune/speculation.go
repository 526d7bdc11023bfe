package tune

// Speculation says when workers follow lists ahead of the marker. While few objects are grey, a worker mostly
// waits for memory. Meanwhile it can follow references elsewhere, and the marker uses what it has found when
// it comes there. No object is marked that is not reachable.
type Speculation uint8

const (
	// SpeculationLone lets the worker that marks alone speculate while it waits for memory, in heaps and in a
	// mark.Adjacency of more than 2.5 MiB. A trial decides whether it pays. It never calls a callback ahead
	// of the mark.
	SpeculationLone Speculation = iota
	// SpeculationAuto also lets up to two idle workers speculate. In a graph whose successors a callback
	// computes, only these speculate, and never worker 0. They also call the callback for nodes that are not
	// reachable, and several times for a node. A fault of the callback in such a call has no effect on the
	// mark, but the end of the mark waits for the call.
	SpeculationAuto
	// SpeculationOff never speculates.
	SpeculationOff
	// SpeculationForce speculates as SpeculationAuto does, but from the beginning, and in small heaps, too.
	// It is for tests.
	SpeculationForce
)

var speculationNames = names[Speculation]{"speculation", []string{"lone", "auto", "off", "force"}}

// Speculations returns every way of speculating, in the order of their values.
func Speculations() []Speculation { return speculationNames.values() }

// String returns the name that [ParseSpeculation] accepts.
func (s Speculation) String() string { return speculationNames.of(s) }

// ParseSpeculation returns the way of speculating with this name: lone, auto, off or force.
// The error lists the names.
func ParseSpeculation(name string) (Speculation, error) { return speculationNames.parse(name) }
