package mark

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// This file gives users the choices of package policy, with names and documentation. Users
// cannot import that package. The values are the same, and a test checks that.

// StealPolicy says when a worker tries to take work from another one. The source is
// Hendler and Shavit, "Non-Blocking Steal-Half Work Queues" (PODC 2002), section
// 2.2.1.
//
// Under each policy a worker steals when it has nothing left. Under the others it may
// also steal while it has work. It decides this after each batch, by its load: how
// much it holds, in items of a deque.
type StealPolicy uint8

const (
	// StealOnEmpty steals only when the worker has nothing left.
	StealOnEmpty StealPolicy = iota
	// StealProbabilistic also steals with a probability of 1/load, and always while
	// the load is at most one item (section 3.1 of the paper, with the constant 1).
	StealProbabilistic
	// StealFactor also steals when the load has doubled or halved since the worker's
	// last attempt to steal.
	StealFactor
)

// VictimPolicy says which worker a thief asks.
type VictimPolicy uint8

const (
	// VictimRandom asks a random worker. All others are equally likely.
	VictimRandom VictimPolicy = iota
	// VictimLast compares two workers, and asks the one whose deque holds more. One
	// is the worker from which the last theft succeeded, and the other is random. An
	// attempt that finds nothing ends this preference. Then both are random.
	VictimLast
	// VictimRoundRobin asks each worker in turn, and begins with the next by number.
	// Its next search goes on where the last one stopped.
	VictimRoundRobin
	// VictimNeighbour asks the nearest workers by number first: one up, one down, two
	// up, two down, and so on. It begins anew with each search. A thief that has work
	// itself asks only its two neighbours, in turn.
	VictimNeighbour
)

// IdlePolicy says what a worker does while there is nothing to take.
type IdlePolicy uint8

const (
	// IdlePark spins briefly, then yields a few times, then sleeps until somebody
	// publishes work. At the start only worker 0 is awake. It wakes others as work
	// appears.
	IdlePark IdlePolicy = iota
	// IdleSpin looks for work again and again without a pause.
	IdleSpin
	// IdleYield gives the processor to other goroutines between two looks.
	IdleYield
	// IdleBackoff sleeps between two looks: 1 microsecond at first, then twice as
	// long each time, up to 256 microseconds. The operating system may make short
	// sleeps longer.
	IdleBackoff
)

// Marking says who sets mark bits.
//
// With owners each mark bit belongs to one worker, and only this worker tests and sets it,
// with plain stores. References to bits of other owners travel to them. The source is
// Oancea, Mycroft and Watt, "A New Approach to Parallelising Tracing Algorithms" (ISMM
// 2009). docs/algorithms/owner-marking.md has a picture, the rules and measurements.
type Marking uint8

const (
	// DefaultOwners is with how many owners MarkingAuto gives mark bits owners at most: 8. With
	// more of them the end of a list that is linked both ways takes longer than with shared
	// bits. By the simulator this begins with 8 owners, and nobody has measured more than two.
	DefaultOwners = policy.DefaultOwners
	// MaxOwners is the largest number of owners: 32.
	MaxOwners = policy.MaxOwners
)

const (
	// MarkingAuto gives mark bits of a heap and of an [Adjacency] owners, one for each
	// worker that has a processor. Further workers do not take part: they would not help.
	// All workers share the mark bits of a graph whose successors a callback computes, and
	// all bits with grain 1, or if that would be more than DefaultOwners.
	// Stats.Owners says which it was.
	MarkingAuto Marking = iota
	// MarkingOwner gives mark bits owners: the first MaxOwners workers at most. Further workers
	// do not take part. It is for a heap or an [Adjacency], and a Grain above 1. Unless
	// Tuning.Recruit is set, a mark begins with all owners, and never goes over to one
	// worker alone.
	MarkingOwner
	// MarkingShared lets each worker set each bit, with atomic instructions.
	MarkingShared
)

// Speculation says when workers follow chains ahead of the marker. While few objects are
// grey, as along a list, a worker waits for memory most of the time. Meanwhile it can follow
// references of other objects. What it finds is used when the marker comes there. Nothing is
// marked that is not reachable. docs/algorithms/lists.md has a picture, the rules and
// measurements.
type Speculation uint8

const (
	// SpeculationLone lets the worker that marks alone speculate while it waits for memory,
	// in heaps and in an [Adjacency] of more than 2.5 MiB. A trial decides whether it pays.
	SpeculationLone Speculation = iota
	// SpeculationAuto also lets up to two idle workers speculate. In a graph whose successors
	// a callback computes, only these speculate, and never worker 0. So the callback is called
	// for nodes that are not reachable, too, and several times for a node. What it does
	// wrong in these calls has no effect on the mark. But the end of the mark waits for a call
	// that has begun.
	SpeculationAuto
	// SpeculationOff never speculates.
	SpeculationOff
	// SpeculationForce speculates from the beginning, however small the heap is, and else as
	// SpeculationAuto does. It is for tests.
	SpeculationForce
)

var (
	stealNames  = []string{"empty", "probabilistic", "factor"}
	victimNames = []string{"random", "last", "roundrobin", "neighbour"}
	idleNames   = []string{"park", "spin", "yield", "backoff"}

	markingNames     = []string{"auto", "owner", "shared"}
	speculationNames = []string{"lone", "auto", "off", "force"}
)

// StealPolicies returns every policy, in the order of their values.
func StealPolicies() []StealPolicy { return policies[StealPolicy](stealNames) }

// VictimPolicies returns every policy, in the order of their values.
func VictimPolicies() []VictimPolicy { return policies[VictimPolicy](victimNames) }

// IdlePolicies returns every policy, in the order of their values.
func IdlePolicies() []IdlePolicy { return policies[IdlePolicy](idleNames) }

// Markings returns every way of marking, in the order of their values.
func Markings() []Marking { return policies[Marking](markingNames) }

// Speculations returns every way of speculating, in the order of their values.
func Speculations() []Speculation { return policies[Speculation](speculationNames) }

// String returns the name that [ParseSpeculation] accepts.
func (s Speculation) String() string { return nameOf(speculationNames, s) }

// String returns the name that [ParseStealPolicy] accepts.
func (s StealPolicy) String() string { return nameOf(stealNames, s) }

// String returns the name that [ParseVictimPolicy] accepts.
func (v VictimPolicy) String() string { return nameOf(victimNames, v) }

// String returns the name that [ParseIdlePolicy] accepts.
func (i IdlePolicy) String() string { return nameOf(idleNames, i) }

// String returns the name that [ParseMarking] accepts.
func (m Marking) String() string { return nameOf(markingNames, m) }

// ParseMarking returns the way of marking with this name: auto, owner or shared. The error
// lists the names.
func ParseMarking(name string) (Marking, error) { return parse[Marking]("marking", markingNames, name) }

// ParseSpeculation returns the way of speculating with this name: lone, auto, off or force.
// The error lists the names.
func ParseSpeculation(name string) (Speculation, error) {
	return parse[Speculation]("speculation", speculationNames, name)
}

// ParseStealPolicy returns the policy with this name: empty, probabilistic or factor.
// The error lists the names.
func ParseStealPolicy(name string) (StealPolicy, error) {
	return parse[StealPolicy]("steal policy", stealNames, name)
}

// ParseVictimPolicy returns the policy with this name: random, last, roundrobin or
// neighbour. The error lists the names.
func ParseVictimPolicy(name string) (VictimPolicy, error) {
	return parse[VictimPolicy]("victim policy", victimNames, name)
}

// ParseIdlePolicy returns the policy with this name: park, spin, yield or backoff.
// The error lists the names.
func ParseIdlePolicy(name string) (IdlePolicy, error) {
	return parse[IdlePolicy]("idle policy", idleNames, name)
}

// choice is the part of the options that package policy has to know about stealing.
func (o Options) choice() policy.Choice {
	t := o.Tuning
	return policy.Choice{Steal: policy.Steal(t.Steal), Victim: policy.Victim(t.Victim), Amount: t.Amount, Grain: o.Grain, Seed: t.Seed}
}

func policies[P ~uint8](names []string) []P {
	all := make([]P, len(names))
	for i := range all {
		all[i] = P(i)
	}
	return all
}

func nameOf[P ~uint8](names []string, p P) string {
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("unknown(%d)", p)
}

func parse[P ~uint8](what string, names []string, name string) (P, error) {
	for i, n := range names {
		if n == name {
			return P(i), nil
		}
	}
	return 0, fmt.Errorf("mark: no %s %q: it must be %s", what, name, alternatives(names))
}

// alternatives lists what is allowed, at least one value: "one, half or all".
func alternatives[T any](allowed []T) string {
	words := make([]string, len(allowed))
	for i, a := range allowed {
		words[i] = fmt.Sprint(a)
	}
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
