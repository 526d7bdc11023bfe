package tune

// StealPolicy says when a worker tries to take work from another one. The load of a worker is how much work
// it holds, in items of a deque. The source is Hendler and Shavit, "Non-Blocking Steal-Half Work Queues"
// (PODC 2002), section 2.2.1.
type StealPolicy uint8

const (
	// StealOnEmpty steals only when the worker has no work left. The other policies do this, too.
	StealOnEmpty StealPolicy = iota
	// StealProbabilistic also steals after a batch with a probability of 1/load, and always while the load is
	// at most one item (section 3.1 of the paper, with the constant 1).
	StealProbabilistic
	// StealFactor also steals after a batch when the load has doubled or halved since the worker's last
	// attempt.
	StealFactor
)

var stealNames = names[StealPolicy]{"steal policy", []string{"empty", "probabilistic", "factor"}}

// StealPolicies returns every policy, in the order of their values.
func StealPolicies() []StealPolicy { return stealNames.values() }

// String returns the name that [ParseStealPolicy] accepts.
func (s StealPolicy) String() string { return stealNames.of(s) }

// ParseStealPolicy returns the policy with this name: empty, probabilistic or factor.
// The error lists the names.
func ParseStealPolicy(name string) (StealPolicy, error) { return stealNames.parse(name) }

// VictimPolicy says which worker a thief asks.
type VictimPolicy uint8

const (
	// VictimRandom asks a random worker. All others are equally likely.
	VictimRandom VictimPolicy = iota
	// VictimLast compares a random worker with that of the last theft that succeeded, and asks the one whose
	// deque holds more. After an attempt that finds nothing, both are random.
	VictimLast
	// VictimRoundRobin asks each worker in turn, by number. A search goes on where the last one stopped, and
	// the first one begins with the next worker.
	VictimRoundRobin
	// VictimNeighbour asks the nearest workers by number first: one up, one down, two up, two down, and so
	// on, anew in each search. A thief that has work itself asks only its two neighbours, in turn.
	VictimNeighbour
)

var victimNames = names[VictimPolicy]{"victim policy", []string{"random", "last", "roundrobin", "neighbour"}}

// VictimPolicies returns every policy, in the order of their values.
func VictimPolicies() []VictimPolicy { return victimNames.values() }

// String returns the name that [ParseVictimPolicy] accepts.
func (v VictimPolicy) String() string { return victimNames.of(v) }

// ParseVictimPolicy returns the policy with this name: random, last, roundrobin or
// neighbour. The error lists the names.
func ParseVictimPolicy(name string) (VictimPolicy, error) { return victimNames.parse(name) }

// IdlePolicy says what a worker does while there is no work to take.
type IdlePolicy uint8

const (
	// IdlePark spins briefly, then yields a few times, then sleeps until another worker publishes work. At
	// the start only worker 0 is awake, and workers are woken as work appears.
	IdlePark IdlePolicy = iota
	// IdleSpin looks for work again and again without a pause.
	IdleSpin
	// IdleYield gives the processor to other goroutines between two looks.
	IdleYield
	// IdleBackoff sleeps between two looks: 1 microsecond at first, then twice as long each time, up to 256
	// microseconds. The operating system may make sleeps longer.
	IdleBackoff
)

var idleNames = names[IdlePolicy]{"idle policy", []string{"park", "spin", "yield", "backoff"}}

// IdlePolicies returns every policy, in the order of their values.
func IdlePolicies() []IdlePolicy { return idleNames.values() }

// String returns the name that [ParseIdlePolicy] accepts.
func (i IdlePolicy) String() string { return idleNames.of(i) }

// ParseIdlePolicy returns the policy with this name: park, spin, yield or backoff.
// The error lists the names.
func ParseIdlePolicy(name string) (IdlePolicy, error) { return idleNames.parse(name) }
