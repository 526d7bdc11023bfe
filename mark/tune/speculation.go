package tune

// Speculation says when workers follow chains ahead of the marker. While few objects are grey, as
// along a list, a worker waits for memory most of the time. Meanwhile it can follow references of
// other objects. The marker uses what was found when it comes there. Nothing is marked that is not
// reachable. docs/algorithms/lists.md has a picture, the rules and measurements.
type Speculation uint8

const (
	// SpeculationLone lets the worker that marks alone speculate while it waits for memory,
	// in heaps and in a mark.Adjacency of more than 2.5 MiB. A trial decides whether it pays.
	SpeculationLone Speculation = iota
	// SpeculationAuto also lets up to two idle workers speculate. In a graph whose successors
	// a callback computes, only these speculate, and never worker 0. The callback is then
	// called for nodes that are not reachable, too, and several times for a node. A fault of
	// the callback in these calls has no effect on the mark. But the end of the mark waits for
	// a call that has begun.
	SpeculationAuto
	// SpeculationOff never speculates.
	SpeculationOff
	// SpeculationForce speculates from the beginning, however small the heap is, and else as
	// SpeculationAuto does. It is for tests.
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
