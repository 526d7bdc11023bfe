package forward

import (
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Net is what lies among all owners: who owns which mark bits, the queues, and the spill
// bitmap. The zero value is a Net without owners. It keeps its memory from one mark to the
// next.
//
// Any worker may call WaitsFor and Any during a mark. All other methods that change the Net or
// count what is in it are for a caller whose workers are all parked.
type Net struct {
	Segments
	// Timed says that queues remember when slots were published. It is set before the first
	// Prepare.
	Timed bool
	// Zero says what to do with reference 0: kernel.NilDropped or kernel.NilIsNode.
	Zero uint64

	to    [][]*Queue // by receiver, and then by sender; there is none from an owner to itself
	slots int        // of each queue
	spill spill      // references that did not fit into a queue
}

// Prepare gives mark bits owners: workers 0 to owners-1. ids is how many bits there are, a
// multiple of 64. With fewer than two owners nothing is forwarded. zeroIsNode says that
// reference 0 is a node, and not nil.
//
// Prepare empties the queues: an aborted mark leaves something. Then each End opens its slots.
func (n *Net) Prepare(owners int, ids uint64, zeroIsNode bool) {
	n.Segments, n.Zero = Segments{}, kernel.NilDropped
	if zeroIsNode {
		n.Zero = kernel.NilIsNode
	}
	if owners < 2 { // a single one holds the exclusive bit from the beginning to the end
		return
	}
	n.Segments = SegmentsOf(ids, owners)
	if slots := policy.Slots(owners, ids); len(n.to) != owners || slots > n.slots {
		n.makeQueues(owners, slots)
	}
	for _, from := range n.to {
		for _, q := range from {
			if q.sent != 0 || q.tail.Load() != 0 { // something was sent since the last reset
				q.reset()
			}
		}
	}
	n.spill.fit(ids, n.Segments)
}

// makeQueues makes a queue for each ordered pair of owners, and touches the memory of the
// slots that are used first.
func (n *Net) makeQueues(owners, slots int) {
	n.slots = slots
	n.to = make([][]*Queue, owners)
	for to := range n.to {
		for from := range owners {
			if from == to {
				continue
			}
			q := newQueue(slots, policy.SlotRefs)
			if q.Sender = from; n.Timed {
				q.sentAt = make([]time.Duration, slots)
			}
			for i := 0; i < min(slots, policy.TouchedSlots(owners))*policy.SlotRefs; i += 1024 {
				q.refs[i] = 1
			}
			n.to[to] = append(n.to[to], q)
		}
	}
}

// Reset forgets what an aborted mark has spilt. It comes before Prepare.
func (n *Net) Reset() { n.spill.reset() }

// Owners is how many workers own mark bits, 0 if nothing is forwarded.
func (n *Net) Owners() int { return int(n.owners) }

// To returns the queues to a worker. There are none unless it is an owner.
func (n *Net) To(id int) []*Queue {
	if id >= n.Owners() {
		return nil
	}
	return n.to[id]
}

// WaitsFor reports whether something waits for a worker.
func (n *Net) WaitsFor(id int) bool {
	if id >= n.Owners() {
		return false
	}
	for _, q := range n.to[id] {
		if !q.empty() {
			return true
		}
	}
	return !n.spill.empty(uint32(id))
}

// Any reports whether something waits for any owner.
func (n *Net) Any() bool {
	for id := range n.Owners() {
		if n.WaitsFor(id) {
			return true
		}
	}
	return false
}

// Conserved checks that each queue has given what it was given.
func (n *Net) Conserved() error {
	for to := range n.Owners() {
		for _, q := range n.to[to] {
			if q.sent != q.taken+q.spilt {
				return fmt.Errorf("worker %d sent %d references to worker %d, which took %d, and %d were spilt", q.Sender, q.sent, to, q.taken, q.spilt)
			}
		}
	}
	return nil
}

// Bytes is the memory of all queues in bytes. The open slots lie in them.
func (n *Net) Bytes() int64 { return bytes(len(n.to), n.slots) }

// Bytes is the memory in bytes of all queues among that many owners, for that many refs. Fewer than two
// owners have no queues, so it does not matter how many slots those would have.
func Bytes(owners int, refs uint64) int64 { return bytes(owners, policy.Slots(max(2, owners), refs)) }

func bytes(owners, slots int) int64 {
	return int64(owners*(owners-1)) * int64(slots) * int64(4*policy.SlotRefs+entryBytes)
}
