package virtual

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/coherence"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// These are the points at which a worker touches memory that others touch too. They cost something on a machine with caches
// alone, and none of them yields. Within a batch the lines of a worker come when the batch is over. If others want a line several
// times meanwhile, it moves too seldom: transfers of hot lines are a lower bound.

// caches are those of the machine, nil if it has none.
func (p *Processor) caches() *coherence.Memory {
	if p == nil {
		return nil
	}
	return p.machine.Memory
}

// owes charges time that is no whole number of nanoseconds. The rest is charged later.
func (p *Processor) owes(on Activity, t machines.Fixed) {
	p.rest += t
	d := p.rest / 1000
	p.rest -= d * 1000
	p.charge(on, time.Duration(d))
}

// asks is a batch of objects that is prefetched. It returns when all of them have arrived.
func (p *Processor) asks(c *coherence.Memory, batch []uint32) time.Duration {
	var w coherence.Wait
	const granulesInLine = machines.LineBytes / 8
	for _, ref := range batch { // the line of the header, and the one where its first 8 references end
		first, last := uint64(ref)/granulesInLine, uint64(ref+4)/granulesInLine
		w.For(c, c.Translate(p.id, machines.Objects, first))
		w.For(c, c.Fetch(p.id, machines.Objects, first))
		if last != first {
			w.For(c, c.Fetch(p.id, machines.Objects, last))
		}
	}
	p.owes(Memory, w.Hidden(c.Prefetches))
	arrives := machines.Fixed(p.at)*1000 + w.Longest
	if w.Outside > 0 {
		// Since the machine's time this worker may have done much without a point that yields. If memory was busy from the worker's
		// time on, the others, who are behind, would wait until then.
		arrives = max(arrives, c.Arrives(p.id, w.Outside, machines.Fixed(p.machine.now)*1000))
	}
	return time.Duration(arrives / 1000)
}

// Tests is when a worker looks at the mark bits of refs, for whose lines it has just asked. shared says that all workers share
// them.
func (p *Processor) Tests(refs []uint32, shared bool) {
	c := p.caches()
	if c == nil {
		return
	}
	each := c.Test
	if shared {
		each = c.Look
	}
	w := p.tests(c, refs)
	p.owes(Memory, w.Exposed(c.Overlap)+machines.Fixed(len(refs))*each)
}

// TestsOwn is when an owner of mark bits does so, which it does in more passes than a lone worker. before is how many refs it has marked since it
// asked for the lines.
func (p *Processor) TestsOwn(refs []uint32, before int) {
	c := p.caches()
	if c == nil {
		return
	}
	w := p.tests(c, refs)
	hidden := min(w.Longest, machines.Fixed(before)*c.Test)
	p.owes(Memory, c.Call+w.Exposed(c.Overlap)-hidden+machines.Fixed(len(refs))*c.Test)
}

// tests reads the lines of the mark bits of refs.
func (p *Processor) tests(c *coherence.Memory, refs []uint32) (w coherence.Wait) {
	last := ^uint64(0)
	for _, ref := range refs {
		if line := coherence.BitOf(ref); line != last {
			last = line
			w.For(c, c.Translate(p.id, machines.Bits, line))
			w.For(c, c.Read(p.id, machines.Bits, line))
		}
	}
	return w
}

// Marked is the mark bits of refs that were set with plain stores, for which no worker
// waits.
func (p *Processor) Marked(refs []uint32) {
	if c := p.caches(); c != nil {
		w := p.sets(c, refs)
		p.owes(Memory, w.Hidden(c.Overlap))
	}
}

// sets writes to the lines of the mark bits of refs.
func (p *Processor) sets(c *coherence.Memory, refs []uint32) (w coherence.Wait) {
	for _, ref := range refs {
		w.For(c, c.Write(p.id, machines.Bits, coherence.BitOf(ref)))
	}
	return w
}

// locks is for bits that are set with locked instructions. All lines are asked for before the first one.
func (p *Processor) locks(c *coherence.Memory, refs []uint32) {
	w := p.sets(c, refs)
	p.owes(Claims, c.Call+w.Exposed(c.Overlap)+machines.Fixed(len(refs))*c.Locked)
}

// Divides is so many references that are divided between two halves of the owners.
func (p *Processor) Divides(refs int) {
	if c := p.caches(); c != nil {
		p.owes(Mail, c.Call+machines.Fixed(refs)*c.Split)
	}
}

// stores writes to a line that is waited for, as by a locked instruction.
func (p *Processor) stores(on Activity, place machines.Place, index int) {
	if c := p.caches(); c != nil {
		p.owes(on, c.Takes(c.Write(p.id, place, uint64(index))))
	}
}

// loads reads a line that is waited for.
func (p *Processor) loads(on Activity, place machines.Place, index int) {
	if c := p.caches(); c != nil {
		p.owes(on, c.Takes(c.Read(p.id, place, uint64(index))))
	}
}

// Counts is a look at the number of active workers, and CountsItself a change of it.
func (p *Processor) Counts() { p.loads(Memory, machines.Count, 0) }

// CountsItself is described at Counts.
func (p *Processor) CountsItself() { p.stores(Memory, machines.Count, 0) }

// The words of a queue, on their own lines.
const (
	tail = iota
	head
	entry
	wordsOfQueue
)

// queue is the number of a word of the queue between two workers.
func queue(from, to, word int) int { return (to*machines.MaxCores+from)*wordsOfQueue + word }

// publishes is a slot that goes to an owner: its entry, the queue's tail, and a look at its head. The lines of the next slot are
// taken from the cache of the owner, which has read them.
func (p *Processor) publishes(to, refs int) {
	c := p.caches()
	if c == nil {
		return
	}
	p.loads(Mail, machines.Queues, queue(p.id, to, head))
	p.stores(Mail, machines.Queues, queue(p.id, to, entry))
	p.stores(Mail, machines.Queues, queue(p.id, to, tail))
	w := p.moves(c, to, refs)
	p.owes(Mail, w.Hidden(c.Overlap))
}

// moves is the lines of a slot with so many references, between this worker and another one.
func (p *Processor) moves(c *coherence.Memory, other, refs int) (w coherence.Wait) {
	lines := (refs*4-1)/machines.LineBytes + 1
	from := c.Between(p.id, other)
	w.For(c, from)
	w.More(c, from, lines-1)
	c.Transfers[machines.Slots] += uint64(lines)
	return w
}

// polls is a look at the tails of all queues to this worker. No address depends on another one.
func (p *Processor) polls(owners int) {
	c := p.caches()
	if c == nil {
		return
	}
	var w coherence.Wait
	for from := range owners {
		if from != p.id {
			w.For(c, c.Read(p.id, machines.Queues, uint64(queue(from, p.id, tail))))
		}
	}
	p.owes(Mail, w.Exposed(c.Overlap))
}

// takes is a slot that is read: its entry, its references in order, and the queue's head when they are done.
func (p *Processor) takes(from, refs int) {
	c := p.caches()
	if c == nil {
		return
	}
	p.loads(Mail, machines.Queues, queue(from, p.id, entry))
	w := p.moves(c, from, refs)
	p.owes(Mail, w.Exposed(c.Overlap))
	p.stores(Mail, machines.Queues, queue(from, p.id, head))
}

// robs is n items that were taken from a deque: its word, and for each item the block where its references are.
func (p *Processor) robs(victim, n int) {
	c := p.caches()
	if c == nil {
		return
	}
	p.stores(Searches, machines.Deques, victim)
	lines := n * linesOfBlock
	var w coherence.Wait
	from := c.Between(p.id, victim)
	w.For(c, from)
	w.More(c, from, lines-1)
	c.Transfers[machines.Deques] += uint64(lines)
	p.owes(Searches, w.Exposed(c.Overlap))
}

// linesOfBlock is how many lines the references of a block fill, with the default grain.
const linesOfBlock = 4
