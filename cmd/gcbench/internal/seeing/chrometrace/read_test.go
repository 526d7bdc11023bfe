package chrometrace

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// TestDamagedFiles: an error says which file, where, and what would be right.
func TestDamagedFiles(t *testing.T) {
	good := written(t, example())
	change := func(old, replacement string) string {
		require.Contains(t, good, old)
		return strings.Replace(good, old, replacement, 1)
	}
	at := func(line string) string {
		before, _, _ := strings.Cut(good[strings.Index(good, "traceEvents"):], line)
		return "x: event " + strconv.Itoa(strings.Count(before, "\n")) + ": "
	}
	const alone = `{"ph":"X","pid":1,"tid":1,"ts":0.000`
	const arrives = `{"ph":"f","pid":1,"tid":2`
	inside := strings.Index(good, alone) + 20
	for content, says := range map[string]string{
		"":                                  "x: offset 0: unexpected end of JSON input: give a timeline that gcbench run --timeline wrote",
		good[:inside]:                       "x: offset " + strconv.Itoa(inside) + ": unexpected end",
		"[1]":                               "x: offset 1: it is a list, and must be an object",
		"7":                                 "x: offset 1: it is a number, and must be an object",
		"nonsense":                          "x: offset 2: ",
		"{}":                                "x: it has no otherData: ",
		"null":                              "x: it has no otherData: ",
		`{"otherData":[]}`:                  "x: offset 14: field otherData is a list, and must be an object",
		`{"otherData":{}}`:                  `x: its schema is "", and must be "gcbench-timeline/1"`,
		`{"traceEvents":[]}`:                "it has no otherData",
		good + good:                         "x: offset " + strconv.Itoa(len(good)+1) + ": ",
		change(Schema, "else"):              `x: its schema is "else", and must be "gcbench-timeline/1"`,
		change(`"traceEvents"`, `"others"`): "x: it has no traceEvents",
		change("\n]}", `,3]}`):              "is a number, and must be an object",
		change(`"marks":[`, `"marks":null,"y":[`):                                                        at(alone[:16]) + "pid is 1, and must be from 1 to 0",
		change(`"marks":[`, `"marks":[3,`):                                                               "field otherData.marks is a number, and must be an object",
		change(`"duration_ns":10000`, `"duration_ns":-1`):                                                "mark 1: duration_ns is -1: it must be from 0 to 1000000000000000",
		change(`"dropped":[0,1]`, `"dropped":[0]`):                                                       "mark 1: dropped has 1 workers and slices has 2: both must have as many, from 1 to 1024",
		change(`"workers":2`, `"workers":"2"`):                                                           "workers is a string, and must be a whole number",
		change(`"slices":[2,4]`, `"slices":[3,4]`):                                                       "x: mark 1, list of 1,000,000 objects, 2 workers: worker 0 has 2 slices, and 3 were written",
		change(`"arrows":1`, `"arrows":2`):                                                               "it has 1 arrow, and 2 were written",
		change(alone, `{"ph":"X","pid":2,"tid":1,"ts":0.000`):                                            at(alone) + "pid is 2, and must be from 1 to 1",
		change(alone, `{"ph":"X","pid":1,"ts":0.000`):                                                    at(alone) + "tid is 0, and must be from 1 to 2",
		change(alone, `{"ph":"X","pid":1,"tid":"1","ts":0`):                                              at(alone) + "offset 27: field tid is a string, and must be a whole number",
		change(alone, `{"ph":"X","pid":1,"tid":1,"ts":"0"`):                                              at(alone) + `a time is "0": it must be from 0 to 1e+12 microseconds`,
		change(alone, `{"ph":"X","pid":1,"tid":1,"ts":-1`):                                               at(alone) + "a time is -1: it must be from 0 to 1e+12 microseconds",
		change(alone, `{"ph":"X","pid":1,"tid":1`):                                                       at(alone) + "ts is missing",
		change(`,"dur":5.001`, ``):                                                                       at(alone) + "dur is missing",
		change(`"dur":5.001`, `"dur":1e300`):                                                             at(alone) + "a time is 1e300: it must be from 0 to 1e+12 microseconds",
		change(`"dur":5.001`, `"dur":5.002`):                                                             "worker 0: slice 2: it begins at 5.001µs, before 5.002µs, where the slice before it ends",
		change(`"dur":4.999`, `"dur":5`):                                                                 "it ends at 10.001µs, after the mark, which takes 10µs",
		change(`"name":"alone"`, `"name":"sing"`):                                                        at(alone) + `a slice: name is "sing", which is not an activity`,
		change(`"outcome":"lost"`, `"outcome":"won"`):                                                    `a slice: args.outcome is "won", which is not an outcome of a steal`,
		change(`"objects":7`, `"objects":-7`):                                                            at(alone) + "offset 108: field args.objects is the number -7, and must be a whole number that is not negative",
		change(`"args":{"objects":7,"private":3,"deque":2}`, `"args":[]`):                                at(alone) + "offset 96: field args is a list, and must be an object",
		change(`"id":1,"name":"steal"`, `"id":2,"name":"steal"`):                                         at(arrives) + "an arrow of id 1",
		change(`{"ph":"f"`, `{"ph":"s"`):                                                                 "an arrow: id 1 is that of the arrow at event " + strconv.Itoa(strings.Count(good[strings.Index(good, "traceEvents"):strings.Index(good, `{"ph":"s"`)], "\n")),
		change(`{"ph":"f"`, `{"ph":"?"`):                                                                 "an arrow has one end, and must have two",
		change(`"id":1,`, ``):                                                                            "an arrow has no id",
		change(`"id":1,"name":"steal","cat":"steal","bp"`, `"id":1,"name":"forward","cat":"steal","bp"`): "an arrow of id 1",
		change(`"ts":5.001,"id":1,"name":"steal"`, `"ts":5.001,"id":1,"name":"?"`):                       "an arrow: name is \"?\", which is not a kind of arrow",
		change(`"ts":5.001,"id":1`, `"ts":1e9,"id":1`):                                                   "arrow 1: it arrives at 6µs, before it is sent at 16m40s",
		change(`"at":6.000`, `"at":9.500`):                                                               "arrow 1: it goes to worker 1 at 9.5µs, and there is no slice",
	} {
		f, err := Read(strings.NewReader(content), "x")
		assert.ErrorContains(t, err, says)
		assert.Nil(t, f)
	}
}

// TestArrowsStayInTheirMark: the ends of an arrow are in one mark.
func TestArrowsStayInTheirMark(t *testing.T) {
	f := example()
	f.Marks = append(f.Marks, f.Marks[0])
	text := written(t, f)
	_, err := Read(strings.NewReader(text), "x")
	require.NoError(t, err)
	_, err = Read(strings.NewReader(strings.Replace(text, `{"ph":"f","pid":1`, `{"ph":"f","pid":2`, 1)), "x")
	assert.ErrorContains(t, err, "an arrow of id 1 and name steal arrives, and was not sent in this mark")
}

// TestOtherFields: another program may add fields and events, and write the rest in another way.
func TestOtherFields(t *testing.T) {
	var all map[string]any
	require.NoError(t, json.Unmarshal([]byte(written(t, example())), &all))
	all["stackFrames"] = map[string]any{"1": []any{"a"}}
	all["otherData"].(map[string]any)["author"] = "somebody"
	more := []any{
		map[string]any{"ph": "b", "id": "0x1", "pid": "none", "ts": 3},
		map[string]any{"ph": "X", "pid": 1, "tid": 1, "ts": 5.001, "dur": 4.9990000000001, "name": "scan", "args": map[string]any{"objects": 5, "colour": []int{1}}},
	}
	var events []any
	for _, e := range all["traceEvents"].([]any) {
		if e := e.(map[string]any); e["ph"] == "X" && e["ts"] == 5.001 {
			events = append(events, more...)
		} else {
			events = append(events, e)
		}
	}
	all["traceEvents"] = events
	text, err := json.MarshalIndent(all, "", "\t")
	require.NoError(t, err)
	f, err := Read(iotest.OneByteReader(bytes.NewReader(text)), "x")
	require.NoError(t, err)
	assert.Equal(t, example(), bare(f))
}

// TestDamageAnywhere: no change of a file makes a reader panic, or gives a timeline that Check
// refuses.
func TestDamageAnywhere(t *testing.T) {
	good := []byte(written(t, example()))
	random := rand.New(rand.NewPCG(1, 1))
	refused := 0
	for range 1500 {
		b := bytes.Clone(good)
		switch at := random.IntN(len(b)); random.IntN(3) {
		case 0:
			b = b[:at]
		case 1:
			b[at] = `{}[]",:-019e.ntf`[random.IntN(16)]
		case 2:
			b = append(b[:at:at], b[at+random.IntN(min(80, len(b)-at)):]...)
		}
		f, err := Read(bytes.NewReader(b), "x")
		if err != nil {
			refused++
			assert.True(t, strings.HasPrefix(err.Error(), "x: "), err)
			continue
		}
		for i := range f.Marks {
			require.NoError(t, Check(f.Marks[i].Timeline))
		}
	}
	assert.Greater(t, refused, 750)
}

// TestCheck complains about each thing that must not be.
func TestCheck(t *testing.T) {
	for says, spoil := range map[string]func(*timeline.Timeline){
		"it has 0 lanes: 1 to 1024 are allowed":                           func(t *timeline.Timeline) { t.Lanes = nil },
		"worker 0: slice 1: it ends at 1ns, before it begins at 2ns":      func(t *timeline.Timeline) { t.Lanes[0].Slices[0] = timeline.Slice{Begin: 2, End: 1} },
		"worker 1: slice 3: it has no known activity, but unknown(":       func(t *timeline.Timeline) { t.Lanes[1].Slices[2].Activity = timeline.ActivitySpeculate + 1 },
		"worker 1: slice 4: it has no known outcome, but Outcome(9)":      func(t *timeline.Timeline) { t.Lanes[1].Slices[3].Outcome = 9 },
		"worker 0: slice 1: it begins at -1ns, before 0s":                 func(t *timeline.Timeline) { t.Lanes[0].Slices[0].Begin = -1 },
		"arrow 1: it has no known kind":                                   func(t *timeline.Timeline) { t.Arrows[0].Kind = 7 },
		"arrow 1: it comes from worker 2 at 5.001µs, and there is no sl":  func(t *timeline.Timeline) { t.Arrows[0].From = 2 },
		"arrow 1: it comes from worker 1 at 500ns, and there is no slice": func(t *timeline.Timeline) { t.Arrows[0].From, t.Arrows[0].Sent = 1, 500 },
		"arrow 1: it goes to worker -1 at 6µs, and there is no slice":     func(t *timeline.Timeline) { t.Arrows[0].To = -1 },
		"arrow 2: it arrives at 5.5µs, before the arrow before it, which": func(t *timeline.Timeline) { t.Arrows = append(t.Arrows, t.Arrows[0]); t.Arrows[1].Arrived = 5500 },
	} {
		line := example().Marks[0].Timeline
		require.NoError(t, Check(line))
		spoil(line)
		assert.ErrorContains(t, Check(line), says)
	}
	assert.ErrorContains(t, Check(nil), "it has no timeline")
}

// TestManyWorkers: 1,024 workers with some slices each.
func TestManyWorkers(t *testing.T) {
	f := example()
	line := f.Marks[0].Timeline
	line.Lanes, line.Duration = make([]timeline.Lane, mark.MaxWorkers), time.Second
	for i := range line.Lanes {
		line.Lanes[i].Slices = []timeline.Slice{{End: 1000, Activity: timeline.ActivityLook, Victim: -1}, {Begin: 1000, End: 2000, Activity: timeline.ActivityScan, Victim: -1}}
	}
	line.Arrows = []timeline.Arrow{{From: 1023, To: 0, Sent: 5, Arrived: 2000}}
	again, err := Read(strings.NewReader(written(t, f)), "x")
	require.NoError(t, err)
	assert.Equal(t, f, bare(again))
}
