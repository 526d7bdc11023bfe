package policy

// CallGate decides when idle workers speculate for a mark of a graph whose successors a
// callback computes. The marker itself never does: while it asks, it does not wait for
// memory. Nothing has to be measured. The speculators cost processor time that no other
// worker uses, and calls for nodes that may not be reachable.
//
//	marker alone, patience over, frontier thin for thinBefore rounds ──> wants speculators
//	  ^                                                                        │
//	  └── rests ── no harvest has paid for Limit rounds ───────────────────────┘
//
// Only the holder of the exclusive bit may call the methods.
type CallGate struct {
	forced  bool
	wants   bool
	limit   int    // rounds without a harvest that pays, until no helper is wanted any more
	left    int    // rounds until the next decision
	scanned uint64 // by the caller, at the last round
	paid    uint64 // harvests that had paid at the last round
}

// Speculators is how many idle workers speculate at most. A third one would hardly find
// anything that the others do not, and takes a processor all the same.
const Speculators = 2

// CallSpacing is how many nodes there are for each distinguished one, at least. A callback
// takes longer than to look a node up. Nodes may be closer than in a heap, and short
// ways are worth something.
const CallSpacing = 8

const thinBefore = 64 // rounds with a thin frontier, before speculators are wanted
const restFor = 8     // times the limit: a rest

// NewCallGate returns a gate for a graph with so many nodes. If forced is true, speculators
// are wanted from the beginning to the end.
func NewCallGate(nodes uint64, forced bool) CallGate {
	return CallGate{forced: forced, wants: forced, limit: int(min(nodes/8, longest)) + 1024, left: thinBefore}
}

// Wants reports whether speculators are wanted.
func (g *CallGate) Wants() bool { return g.wants }

// Round counts a round of a marker with a thin frontier. patient says that the marker has not
// been alone for long. scanned is how many nodes the marker has scanned, and paid how many
// harvests have paid.
func (g *CallGate) Round(patient bool, scanned, paid uint64) {
	apart := scanned - g.scanned
	g.scanned = scanned
	switch {
	case g.forced:
	case g.wants && paid != g.paid:
		g.paid, g.left = paid, g.limit
	case !g.wants && (patient || apart > ThinRefs):
		g.left = max(g.left, thinBefore) // something else was scanned since
	case g.left > 1:
		g.left--
	case g.wants:
		g.wants, g.left = false, restFor*g.limit
	default:
		g.wants, g.left = true, g.limit
	}
}
