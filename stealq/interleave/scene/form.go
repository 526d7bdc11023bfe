package scene

// Deque is what a scene needs of every deque. Where it has an answer beside the
// items, the answer is empty: the victim offered the thief nothing. A steal that moves
// nothing and is not empty has lost a race.
type Deque interface {
	// Push adds an item at the bottom. It reports false when the deque is full.
	Push(item uint64) bool

	// Pop removes the newest item.
	Pop() (item uint64, ok bool)

	// Steal moves n items from victim to this deque. The letter is an amount: 'b'
	// is balance, 'o' one, 'h' half, 'a' all.
	Steal(victim Deque, amount rune) (n int, empty bool)

	// Len is the number of items while nobody is in a method.
	Len() int
}

// What only some deques can do.
type (
	// Robbed gives items to thieves who have no deque.
	Robbed interface {
		Take(amount rune) (items []uint64, empty bool)
	}

	// Balancer moves items both ways: n > 0 came, and -n > 0 went to other.
	Balancer interface {
		Balance(other Deque) (n int, empty bool)
	}

	// Divided shows its items to thieves when they ask, one after another.
	Divided interface {
		Ask()          // raises the flag that a thief raises
		Expose()       // shows an item, if the flag is up
		Shown() uint64 // how many items it has shown, the owner's present operation included
		Private() int  // items not shown
	}

	// Watched tells whether a look at the lengths of two deques finds an item.
	Watched interface {
		InSight(other Deque) bool
	}

	// Named has variables that schedules call by their names; see
	// interleave.World.Name.
	Named interface {
		Root() any
		Show(name string, v uint64) string
	}
)

// Form is a kind of deque, or a transcript of one.
type Form struct {
	Name    string
	Amounts string // the letters of the steals that it can do

	// Make makes empty deques that can steal from one another. The first item of
	// each will lie at index start.
	Make func(deques, capacity int, start uint64) []Deque

	// AtRest says what is wrong with deques while nobody is in a method. It is nil
	// where a form has no law of its own.
	AtRest func(deques []Deque) error

	Shared    bool // all deques are one queue
	OnRequest bool // thieves see only what was shown to them
}
