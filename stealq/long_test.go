package stealq_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// circulation is a fixed set of items that a few owners push, pop and steal from
// one another for as long as one likes. An item is the number of a plain variable
// and the variable's value. The owner that has popped the item is the only one to
// hold it: it finds that value there, writes the next one and pushes the item
// again. An item that two have taken is therefore a data race, which the race
// detector reports, and a wrong value without it; so is an item whose Push did
// not happen before its Pop.
type circulation struct {
	kind   *stealq.Kind
	deques []stealq.Deque
	values []uint64
	free   [][]uint64 // by owner, the items it holds
	done   atomic.Bool
	wrong  atomic.Uint64 // items whose value was not theirs
}

const (
	circulationOwners = 4
	itemNumberBits    = 20
)

func newCirculation(k *stealq.Kind, capacity int) *circulation {
	c := &circulation{
		kind: k, deques: k.New(circulationOwners, capacity),
		values: make([]uint64, circulationOwners*capacity/2), free: make([][]uint64, circulationOwners),
	}
	for i := range c.values {
		c.free[i%circulationOwners] = append(c.free[i%circulationOwners], uint64(i))
	}
	return c
}

// run lets the items circulate for a while.
func (c *circulation) run(seed uint64, d time.Duration) {
	var owners sync.WaitGroup
	for who := range c.deques {
		owners.Go(func() { c.own(who, rand.New(rand.NewPCG(seed, uint64(who)))) })
	}
	time.Sleep(d)
	c.done.Store(true)
	owners.Wait()
}

// own is one owner: it steals whenever its deque is less than half full.
func (c *circulation) own(who int, rng *rand.Rand) {
	d := c.deques[who]
	for i := 0; !c.done.Load(); i++ {
		roll := rng.Uint32()
		victim := c.deques[(who+1+int(roll>>8)%(circulationOwners-1))%circulationOwners]
		switch few := int(roll >> 16 % 16); {
		case roll%8 == 0:
			c.push(who, few+4) // more than are popped: most items are in deques
		case roll%8 == 1:
			c.pop(who, few)
		case d.Len() > d.Cap()/2: // others need it more
			c.pop(who, 1)
		default:
			if b, ok := d.(stealq.Balancer); ok && roll%8 == 2 {
				b.Balance(victim)
				break
			}
			d.Steal(victim, c.kind.Amounts[few%len(c.kind.Amounts)])
		}
		yieldAt(i)
	}
}

func (c *circulation) push(who, n int) {
	free := c.free[who]
	for ; n > 0 && len(free) > 0 && c.deques[who].Push(free[len(free)-1]); n-- {
		free = free[:len(free)-1]
	}
	c.free[who] = free
}

// pop takes up to n items, and gives each its next value.
func (c *circulation) pop(who, n int) {
	for ; n > 0; n-- {
		item, ok := c.deques[who].Pop()
		if !ok {
			return
		}
		number := item % (1 << itemNumberBits)
		if c.values[number] != item>>itemNumberBits {
			c.wrong.Add(1)
		}
		c.values[number]++
		c.free[who] = append(c.free[who], item+1<<itemNumberBits)
	}
}

// check returns what is wrong at rest: every item must be there once, with its value,
// and the deques' own laws must hold.
func (c *circulation) check() (sum stealq.Counters, err error) {
	if err := stealq.Check(c.deques); err != nil {
		return sum, err
	}
	sum = total(c.deques)
	seen := make([]int, len(c.values))
	for who := range c.deques {
		for stealq.Held(c.deques[who]) > 0 {
			c.pop(who, 1)
		}
		for _, item := range c.free[who] {
			number := item % (1 << itemNumberBits)
			if c.values[number] != item>>itemNumberBits {
				return sum, fmt.Errorf("item %d has the value %d, not %d", number, c.values[number], item>>itemNumberBits)
			}
			seen[number]++
		}
	}
	for number, times := range seen {
		if times != 1 {
			return sum, fmt.Errorf("item %d is there %d times", number, times)
		}
	}
	if wrong := c.wrong.Load(); wrong > 0 {
		return sum, fmt.Errorf("%d items had another value when they were popped", wrong)
	}
	return sum, nil
}

// TestStolenItems lets items circulate among owners, with each kind in turn, until so
// many have been stolen: HALFMARK_STOLEN, a billion in the long run under the race
// detector, otherwise a few.
func TestStolenItems(t *testing.T) {
	wanted, slice := uint64(scale(500_000)), 2*time.Millisecond
	if text := os.Getenv("HALFMARK_STOLEN"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		require.NoError(t, err, "HALFMARK_STOLEN is a number of items")
		wanted, slice = n, 200*time.Millisecond
	}
	s, began := seed(t), time.Now()
	stolen, byKind := uint64(0), map[string]*stealq.Counters{}
	for round := uint64(0); stolen < wanted || round == 0; round++ {
		for _, k := range stealq.Kinds() {
			if k.Shared {
				continue // of which nothing is stolen
			}
			c := newCirculation(k, []int{2, 16, 256, 4096}[round%4])
			c.run(s+round, slice)
			sum, err := c.check()
			require.NoError(t, err, "%s, seed %d", k.Name, s+round)
			if byKind[k.Name] == nil {
				byKind[k.Name] = &stealq.Counters{}
			}
			byKind[k.Name].Add(&sum)
			stolen += sum.ItemsStolen
		}
		if round%100 == 99 {
			t.Logf("%d items stolen after %v", stolen, time.Since(began).Round(time.Second))
		}
	}
	report := fmt.Sprintf("%d items stolen in %v, %.0f a second, GOMAXPROCS %d, race detector %v",
		stolen, time.Since(began).Round(time.Millisecond), float64(stolen)/time.Since(began).Seconds(), runtime.GOMAXPROCS(0), stealq.RaceDetector)
	for _, k := range stealq.Kinds() {
		if c := byKind[k.Name]; c != nil {
			report += fmt.Sprintf("\n%-10s %d items in %d steals, %d lost, %d empty", k.Name, c.ItemsStolen, c.Took, c.Lost, c.Empty)
			require.NotZero(t, c.ItemsStolen, k.Name)
		}
	}
	t.Log(report)
}

// TestCirculationSees: an item taken twice, one lost and one that carries another
// value are all seen.
func TestCirculationSees(t *testing.T) {
	for what, spoil := range map[string]func(c *circulation){
		"taken twice": func(c *circulation) { c.free[0] = append(c.free[0], c.free[1][0]) },
		"lost":        func(c *circulation) { c.free[2] = c.free[2][1:] },
		"stale":       func(c *circulation) { c.values[0]++ },
		"popped twice": func(c *circulation) {
			c.push(0, 1)
			item, _ := c.deques[0].Pop()
			c.deques[0].Push(item)
			c.pop(0, 1)
			c.deques[1].Push(item)
			c.pop(1, 1)
		},
	} {
		c := newCirculation(stealq.Kinds()[0], 16)
		spoil(c)
		_, err := c.check()
		require.Error(t, err, what)
	}
	c := newCirculation(stealq.Kinds()[0], 16)
	c.run(1, time.Millisecond)
	_, err := c.check()
	require.NoError(t, err)
}
