package tune

// Marking says who sets mark bits.
//
// With owners each mark bit belongs to one worker, and only this worker tests and sets it,
// with plain stores. References to bits of other owners travel to them. The source is
// Oancea, Mycroft and Watt, "A New Approach to Parallelising Tracing Algorithms" (ISMM
// 2009). docs/algorithms/owner-marking.md has a picture, the rules and measurements.
type Marking uint8

const (
	// MarkingAuto gives mark bits of a heap and of a mark.Adjacency owners, one for each
	// worker that has a processor. Further workers do not take part: they would not help.
	// All workers share the mark bits of a graph whose successors a callback computes, and
	// all bits with grain 1, or if that would be more than DefaultOwners, or if an object has DenseRefs
	// references or more in the mean. With more than four owners they also share them from the time when a
	// worker that begins alone has marked many objects, and had too few grey ones to wake anybody. With ManyRefs, or with LocalRefs and cheap
	// locked instructions, they do so if these lie close together.
	// stats.Mark.Plan says which it was in the end.
	MarkingAuto Marking = iota
	// MarkingOwner gives mark bits owners: the first MaxOwners workers at most. Further workers
	// do not take part. It is for a heap or a mark.Adjacency, and a Grain above 1. Unless
	// Tuning.Recruit is set, a mark begins with all owners, and never goes over to one
	// worker alone.
	MarkingOwner
	// MarkingShared lets each worker set each bit, with atomic instructions.
	MarkingShared
)

// MaxOwners is the largest number of workers that can own mark bits: 32. There is a queue
// for each ordered pair of them.
const MaxOwners = 32

// DefaultOwners is with how many owners MarkingAuto gives mark bits owners at most: 8. While
// the frontier is narrow, each batch leaves a few references for each of many owners, and shared
// bits are faster. docs/results/scaling.md has measurements of 2 to 16: 16 owners win on no heap
// by more than 4 %.
const DefaultOwners = 8

// DenseRefs is from how many references an object on, in the mean, MarkingAuto lets all workers share the bits: 12. With 16
// shared bits are as fast as owners or faster on every machine that was measured (docs/algorithms/scaling.md).
const DenseRefs = 12

// ManyRefs is from how many references on more than four owners give way where grey objects lie close together, also if locked instructions
// are dear: 3.5. The heaps of many programs have so many, and a few popular objects get most of these. Where objects lie shuffled owners stay ahead.
const ManyRefs = 3.5

// LocalRefs is from how many references on any owners give way where locked instructions are cheap and grey objects lie close together, as in
// the heap of a program: 2. Then workers hardly want the same line of shared bits. On app, with 1.9, they took 2 to 7 % longer than owners.
const LocalRefs = 2

var markingNames = names[Marking]{"marking", []string{"auto", "owner", "shared"}}

// Markings returns every way of marking, in the order of their values.
func Markings() []Marking { return markingNames.values() }

// String returns the name that [ParseMarking] accepts.
func (m Marking) String() string { return markingNames.of(m) }

// ParseMarking returns the way of marking with this name: auto, owner or shared. The error
// lists the names.
func ParseMarking(name string) (Marking, error) { return markingNames.parse(name) }
