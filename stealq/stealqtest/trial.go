package stealqtest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/panicked"
)

// trial is one run of one check. It ends with the first thing that is wrong.
type trial struct {
	*judge
	*player // the check's own goroutine

	over    atomic.Bool // something is wrong: the goroutine that calls a deque next stops
	running sync.WaitGroup

	mu      sync.Mutex // guards what follows
	failure string
	about   func() string // which of many cases it was; nil if there is one
	players map[*player]bool
	seeded  bool
	goal    string // what must happen before the check ends
}

// stop is what ends the goroutines of a trial that is over.
type stop struct{}

func newTrial(j *judge) *trial {
	t := &trial{judge: j, players: map[*player]bool{}, goal: "every item is pushed and taken"}
	t.player = &player{trial: t, name: "the check"}
	t.players[t.player] = true
	return t
}

// random begins the trial's random numbers, which are the same for the same seed.
func (t *trial) random(stream uint64) *rand.Rand {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seeded = true
	return rand.New(rand.NewPCG(t.seed, stream))
}

// fail ends the trial: the deque broke the contract.
func (t *trial) fail(format string, args ...any) {
	t.record(fmt.Sprintf(format, args...))
	panic(stop{})
}

// concerns says which of many cases comes next.
func (t *trial) concerns(about func() string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.about = about
}

// lasts says that the check goes on until goal has happened.
func (t *trial) lasts(goal string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.goal = goal
}

// record notes what is wrong, if it is the first thing.
func (t *trial) record(failure string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failure == "" {
		t.failure = failure
	}
	t.over.Store(true)
}

// guard runs body as the player p. However body ends, nothing but the trial does.
func (t *trial) guard(p *player, body func()) {
	ended := false
	defer func() {
		reason := recover()
		switch _, stopped := reason.(stop); {
		case ended || stopped:
		case reason == nil:
			t.record(p.doing() + " ended its goroutine with runtime.Goexit")
		default:
			t.record(fmt.Sprintf("%s panicked: %v%s", p.doing(), reason, panicked.At()))
		}
		p.rest()
	}()
	body()
	ended = true
}

// start runs body in a goroutine for each deque, of which this goroutine is the owner.
// It returns what waits for all of them.
func (t *trial) start(owned []*deque, body func(p *player, d *deque)) (wait func()) {
	var these sync.WaitGroup
	for _, d := range owned {
		p := &player{trial: t, name: fmt.Sprintf("the owner of d%d", d.number)}
		t.mu.Lock()
		t.players[p] = true
		t.mu.Unlock()
		t.running.Add(1)
		these.Go(func() {
			defer t.running.Done()
			t.guard(p, func() { body(p, d) })
			t.mu.Lock()
			delete(t.players, p)
			t.mu.Unlock()
		})
	}
	return func() {
		t.rest()
		these.Wait()
		if t.over.Load() {
			panic(stop{})
		}
	}
}

// looks is how often the watch looks before it gives up: a process that was stopped for
// a while looks only once.
const looks = 20

// run runs a check to its end. It reports false if a goroutine is stuck and was left
// behind.
func (t *trial) run(test func(t *trial)) (ended bool) {
	done := make(chan struct{})
	go func() {
		defer func() { // a Goexit goes on
			t.running.Wait()
			close(done)
		}()
		t.guard(t.player, func() { test(t) })
	}()
	tick := time.NewTicker(t.patience / looks)
	defer tick.Stop()
	began, afterwards := time.Now(), 0
	for afterwards < looks {
		select {
		case <-done:
			return true
		case <-tick.C:
		}
		t.lookForStuck()
		if time.Since(began) > t.limit {
			t.record(fmt.Sprintf("after %v it has not happened that %s", t.limit, t.goal))
		}
		if t.over.Load() {
			afterwards++
		}
	}
	return false
}

// lookForStuck finds players that are in the same call as at all of the last looks.
func (t *trial) lookForStuck() {
	var stuck string
	t.mu.Lock()
	for p := range t.players {
		if p.look() >= looks && p.call() != nothing {
			stuck = fmt.Sprintf("%s has not returned for %v", p.doing(), t.patience)
		}
	}
	t.mu.Unlock()
	if stuck != "" {
		t.record(stuck)
	}
}

// fault is what the trial of c found, nil if nothing was wrong.
func (t *trial) fault(c check) *Fault {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failure == "" {
		return nil
	}
	f := &Fault{Part: c.part, Says: t.failure}
	if t.about != nil {
		f.Story = "case: " + t.about()
	}
	if t.player.trail != nil {
		f.Story = strings.TrimPrefix(f.Story+t.player.trail.String(), "\n")
	}
	if t.seeded {
		f.Seed = t.seed
	}
	return f
}

// pattern is the value of -run that selects one test.
func pattern(test string) string {
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}
