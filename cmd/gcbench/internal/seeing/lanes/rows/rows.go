// Package rows turns timelines of marks into the rows of numbers that the viewer of package
// lanes draws. It knows nothing of reports and pages. A page that simulates marks can have it
// without them.
package rows

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/thin"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

const mostArrows = 10_000 // of one mark

// Data is what the viewer reads. The names of columns and values come with it, so that they
// stand in Go alone.
type Data struct {
	Activities   []string `json:"activities"` // by number; the first that is idle is number FirstIdle
	FirstIdle    int      `json:"firstIdle"`
	Outcomes     []string `json:"outcomes"`
	Kinds        []string `json:"kinds"` // of arrows
	SliceColumns []string `json:"sliceColumns"`
	ArrowColumns []string `json:"arrowColumns"`
	Marks        []Mark   `json:"marks"`
}

// Activities is how many kinds of slices there are.
const Activities = int(timeline.ActivitySpeculate) + 1

// Mark is one mark. All times are in nanoseconds.
type Mark struct {
	Title    string    `json:"title"`
	Duration int64     `json:"duration"`
	Lanes    []Lane    `json:"lanes"`
	Arrows   [][]int64 `json:"arrows"`
	Left     int       `json:"left"`   // arrows that are left out
	Joined   bool      `json:"joined"` // short slices are
}

// Lane has a row for each slice. Zeros at the end of a row are left out.
type Lane struct {
	Dropped uint64    `json:"dropped"`
	Slices  [][]int64 `json:"slices"`
}

// sliceColumns are in an order in which most rows end early.
var sliceColumns = []struct {
	name string
	of   func(s *timeline.Slice) int64
}{
	{"gap", nil}, // since the end of the slice before
	{"duration", func(s *timeline.Slice) int64 { return int64(s.End - s.Begin) }},
	{"activity", func(s *timeline.Slice) int64 { return int64(s.Activity) }},
	{"private", func(s *timeline.Slice) int64 { return int64(s.Private) }},
	{"deque", func(s *timeline.Slice) int64 { return int64(s.Deque) }},
	{"objects", func(s *timeline.Slice) int64 { return int64(s.Objects) }},
	{"attempts", func(s *timeline.Slice) int64 { return int64(s.Attempts) }},
	{"asked", func(s *timeline.Slice) int64 { return int64(s.Victim) + 1 }}, // the victim's number and 1
	{"outcome", func(s *timeline.Slice) int64 { return int64(s.Outcome) }},
	{"items", func(s *timeline.Slice) int64 { return int64(s.Items) }},
	{"forwarded", func(s *timeline.Slice) int64 { return int64(s.Forwarded) }},
	{"overflowed", func(s *timeline.Slice) int64 { return int64(s.Overflowed) }},
	{"harvested", func(s *timeline.Slice) int64 { return int64(s.Harvested) }},
}

var arrowColumns = []string{"gap", "way", "from", "to", "count", "kind"}

// Of returns the data of marks.
func Of(marks []Mark) Data {
	d := Data{FirstIdle: int(timeline.ActivityLook), ArrowColumns: arrowColumns, Marks: marks}
	for a := range Activities {
		d.Activities = append(d.Activities, timeline.Activity(a).String())
	}
	for o := stealq.Took; o <= stealq.Lost; o++ {
		d.Outcomes = append(d.Outcomes, o.String())
	}
	for k := timeline.ArrowSteal; k <= timeline.ArrowForward; k++ {
		d.Kinds = append(d.Kinds, k.String())
	}
	for _, c := range sliceColumns {
		d.SliceColumns = append(d.SliceColumns, c.name)
	}
	return d
}

// OfMark returns the rows of a timeline. If it has more slices than most, small ones are joined.
func OfMark(title string, whole *timeline.Timeline, most int) Mark {
	t := thin.Timeline(whole, most)
	arrows := fewer(t.Arrows, mostArrows)
	d := Mark{
		Title: title, Duration: int64(t.Duration),
		Lanes: make([]Lane, len(t.Lanes)), Arrows: make([][]int64, len(arrows)), Left: len(whole.Arrows) - len(arrows),
		Joined: t != whole,
	}
	for i := range t.Lanes {
		d.Lanes[i] = Lane{Dropped: t.Lanes[i].Dropped, Slices: sliceRows(t.Lanes[i].Slices)}
	}
	before := time.Duration(0)
	for i, a := range arrows {
		d.Arrows[i] = trimmed([]int64{int64(a.Arrived - before), int64(a.Arrived - a.Sent), int64(a.From), int64(a.To), int64(a.Count), int64(a.Kind)})
		before = a.Arrived
	}
	return d
}

func sliceRows(slices []timeline.Slice) [][]int64 {
	rows, before := make([][]int64, len(slices)), time.Duration(0)
	for i := range slices {
		s := &slices[i]
		row := []int64{int64(s.Begin - before)}
		for _, c := range sliceColumns[1:] {
			row = append(row, c.of(s))
		}
		rows[i], before = trimmed(row), s.End
	}
	return rows
}

// trimmed leaves out the zeros at the end of a row.
func trimmed(row []int64) []int64 {
	for len(row) > 0 && row[len(row)-1] == 0 {
		row = row[:len(row)-1]
	}
	return row
}

// fewer leaves out arrows until there are at most so many. Steals stay as long as they can.
// The arrows that stay of a kind are spread over the mark.
func fewer(arrows []timeline.Arrow, most int) []timeline.Arrow {
	if len(arrows) <= most {
		return arrows
	}
	var there, room, seen [2]int64 // by kind; products of two do not fit into 32 bits
	for _, a := range arrows {
		there[a.Kind]++
	}
	room[timeline.ArrowSteal] = min(there[timeline.ArrowSteal], int64(most))
	room[timeline.ArrowForward] = int64(most) - room[timeline.ArrowSteal]
	var kept []timeline.Arrow
	for _, a := range arrows {
		k := a.Kind
		if seen[k]*room[k]/there[k] < (seen[k]+1)*room[k]/there[k] {
			kept = append(kept, a)
		}
		seen[k]++
	}
	return kept
}
