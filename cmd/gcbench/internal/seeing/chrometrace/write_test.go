package chrometrace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

func written(t require.TestingT, f *File) string {
	var b strings.Builder
	require.NoError(t, f.Write(&b))
	return b.String()
}

// TestReadWhatWasWritten: whatever a file holds is read again exactly.
func TestReadWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFile.Draw(t, "file")
		for i := range f.Marks {
			require.NoError(t, Check(f.Marks[i].Timeline))
		}
		again, err := Read(strings.NewReader(written(t, f)), "x")
		require.NoError(t, err)
		require.Equal(t, f, bare(again))
	})
}

// place is a lane of a file.
type place struct{ pid, tid int }

// traced is what a viewer sees of an event.
type traced struct {
	Ph, Name, Cat, Bp string
	PID, TID          int
	TS, Dur           float64
	ID                int
	Args              map[string]any
}

// traceOf reads a file as any program would.
func traceOf(t require.TestingT, text string) []traced {
	var all struct {
		DisplayTimeUnit string
		OtherData       map[string]any
		TraceEvents     []traced
	}
	require.NoError(t, json.Unmarshal([]byte(text), &all))
	require.Equal(t, "ns", all.DisplayTimeUnit)
	require.Equal(t, Schema, all.OtherData["schema"])
	return all.TraceEvents
}

// TestTrace: viewers need slices that do not overlap, and flows of two ends with one number and
// one name. Each end must lie within a slice, unless all slices there have no length.
func TestTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkTrace(t, traceOf(t, written(t, randomFile.Draw(t, "file"))))
	})
}

func checkTrace(t require.TestingT, events []traced) {
	lanes := map[place][]traced{}
	for _, e := range events {
		if e.Ph == "X" {
			at := place{e.PID, e.TID}
			if n := len(lanes[at]); n > 0 {
				last := lanes[at][n-1]
				require.LessOrEqual(t, last.TS+last.Dur, e.TS+0.0005)
			}
			lanes[at] = append(lanes[at], e)
		}
	}
	ends := map[int][]traced{}
	for _, e := range events {
		if e.Ph == "s" || e.Ph == "f" {
			require.True(t, inSlice(lanes[place{e.PID, e.TID}], e.TS), "%+v", e)
			ends[e.ID] = append(ends[e.ID], e)
		}
	}
	for id, e := range ends {
		require.Len(t, e, 2, "flow %d", id)
		require.Equal(t, "s f e", e[0].Ph+" "+e[1].Ph+" "+e[1].Bp)
		require.Equal(t, []any{e[0].PID, e[0].Name, e[0].Cat}, []any{e[1].PID, e[1].Name, e[1].Cat})
	}
}

// inSlice reports whether a slice contains a time, or begins and ends at it.
func inSlice(lane []traced, at float64) bool {
	const tolerance = 0.0004 // less than a nanosecond
	for _, s := range lane {
		if at > s.TS-tolerance && (at < s.TS+s.Dur-tolerance || s.Dur == 0 && at < s.TS+tolerance) {
			return true
		}
	}
	return false
}

// example has each kind of event.
func example() *File {
	m := Mark{
		Facts: schema.Facts{Shape: "list", Layout: "shuffled", Seed: 1, Objects: 1_000_000}, Workers: 2,
		Choices: setting.ChoicesOf(mark.Options{Tuning: tune.Tuning{Speculation: tune.SpeculationAuto}}), IdleNS: []int64{0, 4000},
		Timeline: &timeline.Timeline{Duration: 10_000, Lanes: []timeline.Lane{
			{Slices: []timeline.Slice{
				{Begin: 0, End: 5001, Activity: timeline.ActivityAlone, Victim: -1, Objects: 7, Private: 3, Deque: 2},
				{Begin: 5001, End: 10_000, Activity: timeline.ActivityScan, Victim: -1, Objects: 5},
			}},
			{Dropped: 1, Slices: []timeline.Slice{
				{Begin: 1000, End: 5000, Activity: timeline.ActivitySleep, Victim: -1},
				{Begin: 5000, End: 6000, Activity: timeline.ActivitySteal, Victim: 0, Attempts: 2, Items: 1},
				{Begin: 6000, End: 8000, Activity: timeline.ActivityScan, Victim: -1, Objects: 9},
				{Begin: 8000, End: 9000, Activity: timeline.ActivitySteal, Victim: 0, Outcome: stealq.Lost, Attempts: 1},
			}},
		}, Arrows: []timeline.Arrow{{Kind: timeline.ArrowSteal, From: 0, To: 1, Sent: 5001, Arrived: 6000, Count: 1}}},
	}
	return &File{Command: []string{"run", "--timeline", "x"}, Marks: []Mark{m}}
}

// TestLines: what each event says. An event is a line.
func TestLines(t *testing.T) {
	text := written(t, example())
	events := traceOf(t, text)
	assert.Equal(t, len(events)+4, strings.Count(text, "\n"))
	for _, line := range []string{
		`{"ph":"M","pid":1,"name":"process_name","args":{"name":"list of 1,000,000 objects, 2 workers"}}`,
		`{"ph":"M","pid":1,"name":"process_sort_index","args":{"sort_index":1}}`,
		`{"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"worker 1"}}`,
		`{"ph":"X","pid":1,"tid":1,"ts":0.000,"dur":5.001,"name":"alone","cname":"rail_response","args":{"objects":7,"private":3,"deque":2}}`,
		`{"ph":"X","pid":1,"tid":2,"ts":1.000,"dur":4.000,"name":"sleep","cname":"thread_state_sleeping"}`,
		`{"ph":"X","pid":1,"tid":2,"ts":5.000,"dur":1.000,"name":"steal","cname":"bad","args":{"victim":0,"outcome":"took","attempts":2,"items":1}}`,
		`{"ph":"C","pid":1,"ts":5.001,"name":"private grey refs","args":{"refs":3}}`,
		`{"ph":"C","pid":1,"ts":10.000,"name":"items in deques","args":{"items":0}}`,
		`{"ph":"C","pid":1,"ts":5.001,"name":"grey at worker 0","args":{"private refs":3,"deque items":2}}`,
		// The thief has the items at the end of its steal.
		`{"ph":"s","pid":1,"tid":1,"ts":5.001,"id":1,"name":"steal","cat":"steal","args":{"count":1}}`,
		`{"ph":"f","pid":1,"tid":2,"ts":5.999,"id":1,"name":"steal","cat":"steal","bp":"e","args":{"at":6.000}}`,
	} {
		assert.Contains(t, text, "\n"+line)
	}
}

// TestEveryActivityHasAColour: chrome://tracing draws a slice without one in any colour.
func TestEveryActivityHasAColour(t *testing.T) {
	for name, a := range activities {
		assert.NotEmpty(t, colours[a], name)
	}
}

// TestCountersAddUp: in the end the sums are those of the workers.
func TestCountersAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := randomTimeline.Draw(t, "timeline")
		shown, each := map[string]float64{}, map[string]map[string]any{}
		at := map[string]float64{}
		for _, e := range traceOf(t, written(t, &File{Marks: []Mark{{Timeline: line}}})) {
			if e.Ph == "C" {
				if last, seen := at[e.Name]; seen && strings.HasSuffix(e.Name, "s") { // of all workers
					require.Greater(t, e.TS, last, "one value for one moment")
				}
				each[e.Name], at[e.Name] = e.Args, e.TS
				for _, v := range e.Args {
					shown[e.Name] = v.(float64)
				}
			}
		}
		private, deque := 0.0, 0.0
		for i, lane := range line.Lanes {
			if n := len(lane.Slices); n > 0 {
				last := lane.Slices[n-1]
				private, deque = private+float64(last.Private), deque+float64(last.Deque)
				if own := each[fmt.Sprintf("grey at worker %d", i)]; own != nil {
					require.Equal(t, map[string]any{"private refs": float64(last.Private), "deque items": float64(last.Deque)}, own)
				}
			}
		}
		require.Equal(t, private, shown["private grey refs"])
		require.Equal(t, deque, shown["items in deques"])
	})
}

// TestCountersOfWorkers: each worker has a counter, unless there are none to tell apart or too
// many.
func TestCountersOfWorkers(t *testing.T) {
	for workers, counters := range map[int]int{1: 0, 2: 2, mostTracks: mostTracks, mostTracks + 1: 0} {
		line := &timeline.Timeline{Duration: 1000, Lanes: make([]timeline.Lane, workers)}
		for i := range line.Lanes {
			line.Lanes[i].Slices = []timeline.Slice{{End: 1000, Victim: -1, Private: 1}}
		}
		assert.Equal(t, counters, strings.Count(written(t, &File{Marks: []Mark{{Timeline: line}}}), `"grey at worker `), workers)
	}
}

// failing takes so many bytes, and then fails.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, errors.New("no space left")
	}
	f.left -= len(p)
	return len(p), nil
}

func TestWriteFails(t *testing.T) {
	f := example()
	slices := &f.Marks[0].Timeline.Lanes[0].Slices
	for range 1_500 { // more than the buffer has room for
		*slices = append(*slices, (*slices)[1])
		(*slices)[len(*slices)-1].Begin = 10_000
	}
	whole := len(written(t, f))
	for _, room := range []int{0, 70_000, whole - 1} {
		assert.EqualError(t, f.Write(&failing{room}), "no space left", "%d of %d bytes", room, whole)
	}
	*slices = append(*slices, timeline.Slice{End: 10_000})
	assert.ErrorContains(t, f.Write(io.Discard), "mark 1, list of 1,000,000 objects, 2 workers: worker 0: slice 1503: it begins at 0s, before 10µs, where the slice before it ends")
	f.Marks[0].Timeline = nil
	assert.ErrorContains(t, f.Write(io.Discard), "it has no timeline")
}

// TestTitle names what is not usual.
func TestTitle(t *testing.T) {
	m := example().Marks[0]
	m.Workers, m.Objects, m.Seed, m.Layout = 1, 1, 7, "bfs"
	m.Deque, m.Idle = "chaselev", "spin"
	assert.Equal(t, "list of 1 object, 1 worker, layout bfs, seed 7, deque chaselev, idle spin", m.Title())
	p := tune.Presets()[1]
	m = Mark{Facts: schema.Facts{Heap: "/a/b.heap", Objects: 2000, Seed: 1}, Workers: 1024, Preset: p.Name, Choices: setting.ChoicesOf(mark.Options{}.Imitating(p))}
	assert.Equal(t, "b.heap of 2,000 objects, 1,024 workers, preset "+p.Name, m.Title())
	m.Marking = "owner"
	assert.Contains(t, m.Title(), "preset "+p.Name+", marking owner")
}

// bare is a file without what Write enters.
func bare(f *File) *File {
	f.Schema = ""
	if len(f.Marks) == 0 {
		f.Marks = nil
	}
	for i := range f.Marks {
		f.Marks[i].Measured = Measured{}
	}
	return f
}
