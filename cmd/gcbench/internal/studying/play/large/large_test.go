package large

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// asked returns the answer to a request that is right.
func asked(t *testing.T, s *Simulator, r Request) *Mark {
	t.Helper()
	text, err := json.Marshal(r)
	require.NoError(t, err)
	answer, err := s.Answer(text)
	require.NoError(t, err, "%s", text)
	return answer.(*Mark)
}

// requests are small ones of every kind.
func requests() (all []Request) {
	for i, s := range shape.Names() {
		for _, workers := range []int{1, 2, 7, 64} {
			if workers == 64 && i%3 != 0 {
				continue // most of the time goes into making the workers
			}
			all = append(all, Request{Shape: s, Objects: 1000, Workers: workers})
		}
		for _, m := range []string{"shared", "owner"} {
			all = append(all, Request{Shape: s, Objects: 1000, Workers: 5, Marking: m, Speculation: "force"})
		}
		all = append(all, Request{Shape: s, Objects: 1000, Workers: 9, Grain: 1, Capacity: 8, Steal: "probabilistic", Victim: "last"})
	}
	for _, k := range stealq.Kinds() {
		for _, a := range k.Amounts {
			all = append(all, Request{Shape: "random", Objects: 1000, Workers: 6, Deque: k.Name, Amount: a.String(), Grain: 4})
		}
	}
	return all
}

// TestLanesAddUp: lanes are a timeline without gaps, and what it says adds up to the accounts
// of the simulation.
func TestLanesAddUp(t *testing.T) {
	var forwarded, harvested, stolen uint64
	var s Simulator
	for _, r := range requests() {
		r = r.withDefaults()
		config, err := r.config()
		require.NoError(t, err)
		require.NoError(t, s.prepare(r.heap()))
		config.Options.Timeline = 1 << 12
		result, err := sim.Run(t.Context(), s.heap, config)
		require.NoError(t, err)
		line := result.Timeline
		require.NoError(t, chrometrace.Check(line), "%+v", r)
		n := sum(t, line)
		require.Equal(t, result.Marked, n.objects, "%+v: each object is scanned once", r)
		require.Equal(t, result.Deque.Took, n.steals, "%+v", r)
		require.Equal(t, result.Deque.ItemsStolen, n.items, "%+v", r)
		require.Equal(t, result.RefsForwarded, n.forwarded, "%+v", r)
		if result.ExclusiveSpells == 0 {
			require.Equal(t, result.RefsReceived, n.received, "%+v", r)
		} else { // what a worker takes back is no arrow
			require.LessOrEqual(t, n.received, result.RefsReceived, "%+v", r)
		}
		require.Equal(t, result.ObjectsHarvested, n.harvested, "%+v", r)
		if result.Owners == 0 { // the accounts count it as idle that a worker which leaves sends what it still has
			require.InDelta(t, result.Starved+result.Hoarded, n.idle, float64(result.Makespan)/50, "%+v", r)
		}
		for i, l := range line.Lanes {
			require.Zero(t, l.Slices[len(l.Slices)-1].Deque, "%+v: the deque of worker %d is empty at the end", r, i)
		}
		forwarded, harvested, stolen = forwarded+n.received, harvested+n.harvested, stolen+n.items
	}
	for _, n := range []uint64{forwarded, harvested, stolen} {
		require.Positive(t, n, "what the test is about does not occur")
	}
}

// sums are what the lanes and arrows of a timeline say.
type sums struct {
	objects, steals, items, forwarded, received, harvested uint64
	idle                                                   time.Duration
}

func sum(t *testing.T, line *timeline.Timeline) (n sums) {
	for worker, l := range line.Lanes {
		now := time.Duration(0)
		for _, s := range l.Slices {
			require.Equal(t, now, s.Begin, "worker %d has a gap", worker)
			require.Less(t, s.Begin, s.End, "worker %d", worker)
			n.objects, n.forwarded, n.harvested = n.objects+uint64(s.Objects), n.forwarded+uint64(s.Forwarded), n.harvested+uint64(s.Harvested)
			if s.Activity.Idle() {
				n.idle += s.End - s.Begin
			}
			now = s.End
		}
		require.Equal(t, line.Duration, now, "worker %d", worker)
	}
	for _, a := range line.Arrows {
		switch a.Kind {
		case timeline.ArrowSteal:
			n.steals, n.items = n.steals+1, n.items+uint64(a.Count)
		case timeline.ArrowForward:
			n.received += uint64(a.Count)
		}
	}
	return n
}

// TestSlowAnswers: the figures of an answer are those of the simulation, and its lanes and its
// frontier are not too many to draw.
func TestSlowAnswers(t *testing.T) {
	tagged.Slow(t)
	var s Simulator
	for _, r := range []Request{{}, {Shape: "list", Objects: MinObjects, Workers: 1}, {Shape: "wide", Objects: 1000, Workers: mark.MaxWorkers, Grain: 1}} {
		m := asked(t, &s, r)
		all := m.Makespan * int64(m.Request.Workers)
		require.Equal(t, all, m.Busy+m.Searching+m.Starved+m.Hoarded)
		require.LessOrEqual(t, m.Speedup, min(m.Ceiling, m.Limit)*1.0001)
		require.Len(t, m.Lanes.Marks[0].Lanes, m.Request.Workers)
		slices := 0
		for _, l := range m.Lanes.Marks[0].Lanes {
			slices += len(l.Slices)
		}
		require.LessOrEqual(t, slices, max(mostSlices, m.Request.Workers))
		require.LessOrEqual(t, len(m.Frontier.Most), mostBins)
		require.GreaterOrEqual(t, m.Frontier.Every*int64(len(m.Frontier.Most)), m.Makespan)
		brief := r
		brief.Brief = true
		b := asked(t, &s, brief)
		require.Nil(t, b.Lanes)
		m.Lanes, m.Frontier, m.Request.Brief = nil, nil, true
		require.Equal(t, m, b)
		require.Equal(t, asked(t, new(Simulator), brief), b, "an answer does not depend on those before it")
	}
	_, err := s.Answer([]byte(`{"shape":"list","objects":50000,"workers":1024,"grain":1}`))
	require.ErrorContains(t, err, "the simulation was stopped after 4 million events")
}

// TestTooLong: a simulation ends when it has had too many events.
func TestTooLong(t *testing.T) {
	r := Request{Shape: "list", Objects: 1000}.withDefaults()
	config, err := r.config()
	require.NoError(t, err)
	require.EqualValues(t, mostPoints, config.MostPoints)
	var s Simulator
	require.NoError(t, s.prepare(r.heap()))
	config.MostPoints = 100
	_, err = s.run(config)
	require.Equal(t, errTooLong, err)
}

// TestWrongRequests: errors name the field, and what is allowed.
func TestWrongRequests(t *testing.T) {
	for request, says := range map[string]string{
		``:                                     "the request cannot be read: EOF",
		`{"shape": "list"} {}`:                 "there must be one JSON value, and nothing behind it",
		`{"shapes": "list"}`:                   `unknown field "shapes"`,
		`{"shape": "lists of lists"}`:          `shape: there is no "lists of lists": it must be one of list, deep, tree,`,
		`{"objects": 99}`:                      "objects: 99 is out of range: 100 to 50000 are allowed",
		`{"objects": 50001}`:                   "objects: 50001 is out of range: 100 to 50000 are allowed",
		`{"objects": -1}`:                      "cannot unmarshal number -1",
		`{"workers": 1025}`:                    "Workers: 1025 is out of range: 1 to 1024 are allowed",
		`{"workers": -1}`:                      "Workers: -1 is out of range: 1 to 1024 are allowed",
		`{"grain": 1025}`:                      "grain: 1025 is out of range: 1 to 1024 are allowed",
		`{"capacity": 3}`:                      "Capacity: 3 is not a power of two",
		`{"deque": "x"}`:                       `deque: stealq: no kind "x": it must be stealhalf, abp,`,
		`{"amount": "x"}`:                      `amount: stealq: no amount "x": it must be balance, one, half or all`,
		`{"deque": "abp", "amount": "half"}`:   "Tuning.Amount: half means nothing for deque abp: it must be one",
		`{"steal": "x"}`:                       `steal: mark: no steal policy "x"`,
		`{"victim": "x"}`:                      `victim: mark: no victim policy "x"`,
		`{"marking": "auto"}`:                  `marking: there is no "auto": it must be shared or owner`,
		`{"speculation": "lone"}`:              `speculation: there is no "lone": it must be off or force`,
		`{"grain": 1, "marking": "owner"}`:     "owner means nothing with grain 1",
		`{"deque":"central","steal":"factor"}`: "Tuning.Steal: factor means nothing for deque central",
		`{"workers": "x"}`:                     "cannot unmarshal string",
	} {
		answer, err := new(Simulator).Answer([]byte(request))
		require.ErrorContains(t, err, says, "%s", request)
		require.Nil(t, answer)
	}
}

// TestChoicesCanBeAsked: every shape, deque, amount, policy and default that is offered can be
// asked for.
func TestChoicesCanBeAsked(t *testing.T) {
	answer, err := new(Simulator).Answer([]byte(`{"choices": true}`))
	require.NoError(t, err)
	c := answer.(Choices)
	c.Defaults.Objects = c.MinObjects
	var s Simulator
	ask := func(change func(r *Request)) {
		r := c.Defaults
		change(&r)
		asked(t, &s, r)
	}
	ask(func(*Request) {})
	fields := map[string]func(r *Request) *string{
		"shape": func(r *Request) *string { return &r.Shape }, "deque": func(r *Request) *string { return &r.Deque }, "steal": func(r *Request) *string { return &r.Steal },
		"victim": func(r *Request) *string { return &r.Victim }, "marking": func(r *Request) *string { return &r.Marking }, "speculation": func(r *Request) *string { return &r.Speculation },
	}
	for name, values := range c.Values {
		for _, v := range values {
			if name != "deque" { // below, with its amounts
				ask(func(r *Request) { *fields[name](r) = v })
			}
		}
	}
	for _, v := range c.Deques {
		require.Contains(t, c.Values["deque"], v.Name)
		for _, a := range v.Amounts {
			ask(func(r *Request) { r.Deque, r.Amount = v.Name, a })
		}
	}
	ask(func(r *Request) { r.Workers, r.Grain = c.MaxWorkers, c.MaxGrain })
}
