package tune

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

var victimNames = names[VictimPolicy]{"victim policy", []string{"random", "last", "roundrobin", "neighbour"}}

// VictimPolicies returns every policy, in the order of their values.
func VictimPolicies() []VictimPolicy { return victimNames.values() }

// String returns the name that [ParseVictimPolicy] accepts.
func (v VictimPolicy) String() string { return victimNames.of(v) }

// ParseVictimPolicy returns the policy with this name: random, last, roundrobin or
// neighbour. The error lists the names.
func ParseVictimPolicy(name string) (VictimPolicy, error) { return victimNames.parse(name) }

// IdlePolicy says what a worker does while there is nothing to take.
type IdlePolicy uint8

const (
	// IdlePark spins briefly, then yields a few times, then sleeps until another worker
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

var idleNames = names[IdlePolicy]{"idle policy", []string{"park", "spin", "yield", "backoff"}}

// IdlePolicies returns every policy, in the order of their values.
func IdlePolicies() []IdlePolicy { return idleNames.values() }

// String returns the name that [ParseIdlePolicy] accepts.
func (i IdlePolicy) String() string { return idleNames.of(i) }

// ParseIdlePolicy returns the policy with this name: park, spin, yield or backoff.
// The error lists the names.
func ParseIdlePolicy(name string) (IdlePolicy, error) { return idleNames.parse(name) }
