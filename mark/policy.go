package mark

import "fmt"

// Steal says when a worker tries to take work from another one (Hendler and
// Shavit, "Non-Blocking Steal-Half Work Queues", PODC 2002, section 2.2.1).
type Steal uint8

const (
	// StealOnEmpty steals when the worker has nothing left.
	StealOnEmpty Steal = iota
	// StealProbabilistic also steals once per batch with probability 1/load.
	StealProbabilistic
	// StealFactor also steals when the load has doubled or halved since the
	// last attempt.
	StealFactor
)

// Victim says whom a thief asks.
type Victim uint8

const (
	// VictimRandom asks a worker chosen uniformly.
	VictimRandom Victim = iota
	// VictimLast asks the last worker a theft from succeeded or a random one,
	// whichever has more in its deque.
	VictimLast
	// VictimRoundRobin asks each worker in turn.
	VictimRoundRobin
	// VictimNeighbour asks the nearest worker by number, first up, then down.
	VictimNeighbour
)

// Idle says what a worker does while there is nothing to take.
type Idle uint8

const (
	// IdlePark spins briefly, yields, then sleeps until work is published.
	// Workers are woken as work appears, not all at the start.
	IdlePark Idle = iota
	// IdleSpin looks for work without a pause.
	IdleSpin
	// IdleYield gives the processor to other goroutines between looks.
	IdleYield
	// IdleBackoff sleeps between looks, from 1 microsecond doubling to 256.
	IdleBackoff
)

var (
	stealNames  = []string{"empty", "probabilistic", "factor"}
	victimNames = []string{"random", "last", "roundrobin", "neighbour"}
	idleNames   = []string{"park", "spin", "yield", "backoff"}
)

func (s Steal) String() string  { return nameOf(stealNames, s) }
func (v Victim) String() string { return nameOf(victimNames, v) }
func (i Idle) String() string   { return nameOf(idleNames, i) }

// ParseSteal returns the policy with this name: empty, probabilistic, factor.
func ParseSteal(name string) (Steal, error) { return parse[Steal]("steal", stealNames, name) }

// ParseVictim returns the policy with this name: random, last, roundrobin,
// neighbour.
func ParseVictim(name string) (Victim, error) { return parse[Victim]("victim", victimNames, name) }

// ParseIdle returns the policy with this name: park, spin, yield, backoff.
func ParseIdle(name string) (Idle, error) { return parse[Idle]("idle", idleNames, name) }

func nameOf[P ~uint8](names []string, p P) string {
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("unknown(%d)", p)
}

func parse[P ~uint8](policy string, names []string, name string) (P, error) {
	for i, n := range names {
		if n == name {
			return P(i), nil
		}
	}
	return 0, fmt.Errorf("mark: no %s policy %q: allowed are %v", policy, name, names)
}
