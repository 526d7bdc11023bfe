package mark

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// The choices of package policy with names and documentation for users, who cannot
// import that package. The values are the same ones.

// StealPolicy says when a worker tries to take work from another one (Hendler and
// Shavit, "Non-Blocking Steal-Half Work Queues", PODC 2002, section 2.2.1). A
// worker with nothing left steals under each policy. The others also steal
// while there is work: once per batch a worker decides by its load, which is
// what it holds, in items of a deque.
type StealPolicy uint8

const (
	// StealOnEmpty steals when the worker has nothing left.
	StealOnEmpty StealPolicy = StealPolicy(policy.OnEmpty)
	// StealProbabilistic also steals with a probability inverse to the load:
	// one over it, and always while it is less than an item (section 3.1, with
	// the constant 1).
	StealProbabilistic StealPolicy = StealPolicy(policy.Probabilistic)
	// StealFactor also steals when the load has changed by the factor 2, up or
	// down, since the worker's last attempt to steal.
	StealFactor StealPolicy = StealPolicy(policy.Factor)
)

// VictimPolicy says whom a thief asks.
type VictimPolicy uint8

const (
	// VictimRandom asks a worker chosen uniformly.
	VictimRandom VictimPolicy = VictimPolicy(policy.AnyOther)
	// VictimLast asks the worker from which the last theft succeeded or a
	// random one, whichever has more in its deque. An attempt that finds
	// nothing ends the preference; without one, two random workers compete.
	VictimLast VictimPolicy = VictimPolicy(policy.Last)
	// VictimRoundRobin asks each worker in turn, beginning after itself, and
	// goes on where it stopped.
	VictimRoundRobin VictimPolicy = VictimPolicy(policy.RoundRobin)
	// VictimNeighbour asks the nearest worker by number, first up, then down,
	// then those further off, and begins anew with each search. A thief that
	// has work itself asks only its two neighbours, in turn.
	VictimNeighbour VictimPolicy = VictimPolicy(policy.Neighbour)
)

// IdlePolicy says what a worker does while there is nothing to take.
type IdlePolicy uint8

const (
	// IdlePark spins briefly, yields, then sleeps until work is published.
	// Workers are woken as work appears, not all at the start.
	IdlePark IdlePolicy = IdlePolicy(policy.Park)
	// IdleSpin looks for work without a pause.
	IdleSpin IdlePolicy = IdlePolicy(policy.Spin)
	// IdleYield gives the processor to other goroutines between looks.
	IdleYield IdlePolicy = IdlePolicy(policy.Yield)
	// IdleBackoff sleeps between looks: 1 microsecond, then twice as long each
	// time, up to 256. The operating system may make short sleeps longer.
	IdleBackoff IdlePolicy = IdlePolicy(policy.Backoff)
)

var (
	stealNames  = []string{"empty", "probabilistic", "factor"}
	victimNames = []string{"random", "last", "roundrobin", "neighbour"}
	idleNames   = []string{"park", "spin", "yield", "backoff"}
)

func (s StealPolicy) String() string  { return nameOf(stealNames, s) }
func (v VictimPolicy) String() string { return nameOf(victimNames, v) }
func (i IdlePolicy) String() string   { return nameOf(idleNames, i) }

// ParseStealPolicy returns the policy with this name: empty, probabilistic, factor.
func ParseStealPolicy(name string) (StealPolicy, error) {
	return parse[StealPolicy]("steal", stealNames, name)
}

// ParseVictimPolicy returns the policy with this name: random, last, roundrobin,
// neighbour.
func ParseVictimPolicy(name string) (VictimPolicy, error) {
	return parse[VictimPolicy]("victim", victimNames, name)
}

// ParseIdlePolicy returns the policy with this name: park, spin, yield, backoff.
func ParseIdlePolicy(name string) (IdlePolicy, error) {
	return parse[IdlePolicy]("idle", idleNames, name)
}

// choice is what of the options package policy needs to know about stealing.
func (o Options) choice() policy.Choice {
	t := o.Tuning
	return policy.Choice{Steal: policy.Steal(t.Steal), Victim: policy.Victim(t.Victim), Amount: t.Amount, Grain: o.Grain, Seed: t.Seed}
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
	return 0, fmt.Errorf("mark: no %s policy %q: it must be %s", what, name, alternatives(names))
}

// alternatives lists what is allowed, at least one: "one, half or all".
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
