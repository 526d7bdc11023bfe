package scene

// Deque has the methods that a scene needs of every deque. A method that returns empty = true
// says that the victim offered nothing to the thief. A steal that moves nothing and is not
// empty has lost a race.
type Deque interface {
	// Push adds an item at the bottom. It returns false when the deque is full.
	Push(item uint64) bool

	// Pop removes the newest item. ok is false when it found none.
	Pop() (item uint64, ok bool)

	// Steal moves n items from victim to this deque. The amount is a letter: 'b' is
	// balance, 'o' is one, 'h' is half, 'a' is all.
	Steal(victim Deque, amount rune) (n int, empty bool)

	// Len is the number of items. It is called while no thread is in a method.
	Len() int
}

// Only some deques have these methods. Some operations of a Scene need them.
type (
	// Robbed gives items to thieves that have no deque.
	Robbed interface {
		Take(amount rune) (items []uint64, empty bool)
	}

	// Balancer evens out two deques. n > 0 items came, or -n > 0 items went to other.
	Balancer interface {
		Balance(other Deque) (n int, empty bool)
	}

	// Divided shows an item to thieves when a thief asks.
	Divided interface {
		Exposer
		Ask()          // raises the flag that a thief raises
		Shown() uint64 // number of items that thieves can see, with those of the owner's present operation
		Private() int  // number of items that thieves cannot see
	}

	// Watched says whether a look at the lengths of two deques finds an item.
	Watched interface {
		InSight(other Deque) bool
	}

	// Exposer shows an item to thieves when a thief has asked.
	Exposer interface{ Expose() }

	// Strict checks its answers. Wrong returns what its last operation answered that no deque
	// may answer, and nil if nothing was wrong.
	Strict interface{ Wrong() error }

	// Named gives names to its variables, for tables of schedules. Root and Show are the
	// arguments of interleave.World.Name.
	Named interface {
		Root() any
		Show(name string, v uint64) string
	}
)

// Form makes the deques of a scene: deques of one kind, or of a transcript of a kind.
type Form struct {
	Name    string
	Amounts string // the letters of the amounts that its Steal accepts

	// Make makes empty deques that can steal from one another. The first item of each
	// deque will lie at index start.
	Make func(deques, capacity int, start uint64) []Deque

	// AtRest returns what is wrong with deques while no thread is in a method. It is nil
	// if a form has no such law.
	AtRest func(deques []Deque) error

	// Steals, if it is not nil, writes a steal as users of the deques call it. Then stories and failures
	// have the names of methods in place of words. own and victim are names of deques. own is "" for a
	// thief that has none.
	Steals func(own, victim string) string

	Link string // the form's name in links of gcbench play; "" if it is not known there

	Shared    bool // all deques are one queue
	OnRequest bool // thieves see only the items that the owner shows
}
