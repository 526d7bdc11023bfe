package chain

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// Hints is what the marker tells speculators. The marker is the holder of the exclusive bit.
// Speculators only read. All of it is advice: an old hint costs time, and nothing else.
type Hints struct {
	_        [64]byte
	wanted   Word // 1 while the marker wants speculators
	harvests Word // how many harvests there were that paid
	enlisted Word // how many speculators there are
	_        [40]byte
	seeds    [seeds]Word // objects that the marker has passed lately; 0 if none
	best     [kinds]Word // mix(header), its lower bits replaced by the best field plus 1

	next int // the marker's: where the next seed goes
}

const seeds = policy.Seeds

// Reset forgets everything. No mark is running.
func (h *Hints) Reset() { *h = Hints{} }

// Want says whether the marker wants speculators. It reports whether this is news.
func (h *Hints) Want(wanted bool) bool {
	was := h.wanted.Load()
	if wanted == (was == 1) {
		return false
	}
	h.wanted.Store(1 - was)
	return true
}

// Enlist counts the caller as a speculator, if there are fewer than limit. It reports whether
// it did. Any worker may call it.
func (h *Hints) Enlist(limit int) bool {
	for n := h.enlisted.Load(); int(n) < limit; n = h.enlisted.Load() {
		if h.enlisted.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return false
}

// Discharge takes back what Enlist did.
func (h *Hints) Discharge() { h.enlisted.Add(^uint64(0)) }

// Enlisted returns how many speculators there are.
func (h *Hints) Enlisted() int { return int(h.enlisted.Load()) }

// Wanted reports whether the marker wants speculators. Any worker may call it.
func (h *Hints) Wanted() bool { return h.wanted.Load() == 1 }

// Paid says that a harvest has paid. Speculators that have given up try again.
func (h *Hints) Paid() { h.harvests.Add(1) }

// Harvests returns how many harvests have paid. Any worker may call it.
func (h *Hints) Harvests() uint64 { return h.harvests.Load() }

// Seed says that the marker has passed x.
func (h *Hints) Seed(x uint32) {
	h.seeds[h.next].Store(uint64(x))
	h.next = (h.next + 1) % seeds
}

// prefer says which field of objects with this header leads on.
func (h *Hints) prefer(header uint64, field int) {
	tag := mix(header)
	word := &h.best[tag>>(64-kindBits)]
	if value := tag&^0xff | uint64(field+1); word.Load() != value {
		word.Store(value)
	}
}

// field returns the field that the marker prefers for this header.
func (h *Hints) field(header uint64) (int, bool) {
	tag := mix(header)
	value := h.best[tag>>(64-kindBits)].Load()
	return int(value&0xff) - 1, value&^0xff == tag&^0xff && value&0xff != 0
}
