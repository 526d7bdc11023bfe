package tune

// Marking says who sets mark bits.
//
// With owners each mark bit belongs to one worker. Only this worker tests and sets it, with plain stores, and
// references to the bits of other workers travel to them. The source is Oancea, Mycroft and Watt, "A New
// Approach to Parallelising Tracing Algorithms" (ISMM 2009).
type Marking uint8

const (
	// MarkingAuto gives mark bits of a heap or of a mark.Adjacency owners, one for each worker that has a
	// processor. Further workers do not take part. All workers share the bits instead in these cases:
	//
	//   - a callback computes the successors, or the grain is 1;
	//   - there would be more than DefaultOwners;
	//   - an object has DenseRefs references or more, in the mean;
	//   - among more than four owners, worker 0 finds too few grey objects to share for long;
	//   - worker 0 finds that grey objects lie close together (ManyRefs, LocalRefs).
	//
	// docs/algorithms/scaling.md has the rules. Stats.Plan of a result says how it was decided.
	MarkingAuto Marking = iota
	// MarkingOwner gives mark bits owners, which are the first MaxOwners workers at most. Further workers do
	// not take part. It is for a heap or a mark.Adjacency, and a Grain above 1. Unless Tuning.Recruit is set,
	// a mark begins with all owners, and no worker ever marks alone.
	MarkingOwner
	// MarkingShared lets each worker set each bit, with atomic instructions.
	MarkingShared
)

// MaxOwners is the largest number of workers that can own mark bits.
const MaxOwners = 32

// DefaultOwners is with how many owners MarkingAuto gives mark bits owners at most: 8.
// docs/results/scaling.md has measurements of 2 to 16 owners.
const DefaultOwners = 8

// DenseRefs is a mean number of references of an object. From it on, [MarkingAuto] lets all workers share
// mark bits.
const DenseRefs = 12

// ManyRefs is a mean number of references of an object. From it on, [MarkingAuto] gives up more than four
// owners if grey objects lie close together.
const ManyRefs = 3.5

// LocalRefs is a mean number of references of an object. From it on, [MarkingAuto] gives up owners if grey
// objects lie close together and locked instructions are cheap.
const LocalRefs = 2

var markingNames = names[Marking]{"marking", []string{"auto", "owner", "shared"}}

// Markings returns every way of marking, in the order of their values.
func Markings() []Marking { return markingNames.values() }

// String returns the name that [ParseMarking] accepts.
func (m Marking) String() string { return markingNames.of(m) }

// ParseMarking returns the way of marking with this name: auto, owner or shared. The error
// lists the names.
func ParseMarking(name string) (Marking, error) { return markingNames.parse(name) }
