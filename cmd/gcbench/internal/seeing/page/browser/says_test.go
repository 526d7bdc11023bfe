package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

const ms = time.Millisecond

// small is a mark of 10 ms whose figures are known. Worker 1 steals once, and the first slices
// of worker 2 are lost.
func small() chrometrace.Mark {
	t := &timeline.Timeline{Duration: 10 * ms, Lanes: []timeline.Lane{
		{Slices: []timeline.Slice{
			{End: 4 * ms, Activity: timeline.ActivityAlone, Victim: -1, Objects: 1500, Private: 5},
			{Begin: 4 * ms, End: 9 * ms, Activity: timeline.ActivityScan, Victim: -1, Objects: 4000, Private: 7, Deque: 2, Forwarded: 30},
			{Begin: 9 * ms, End: 10 * ms, Activity: timeline.ActivityScan, Victim: -1}}},
		{Slices: []timeline.Slice{
			{End: 6 * ms, Activity: timeline.ActivitySleep, Victim: -1},
			{Begin: 6 * ms, End: 7 * ms, Activity: timeline.ActivitySteal, Outcome: stealq.Took, Victim: 0, Attempts: 3, Items: 12},
			{Begin: 7 * ms, End: 10 * ms, Activity: timeline.ActivityScan, Victim: -1}}},
		{Dropped: 3, Slices: []timeline.Slice{{Begin: 5 * ms, End: 10 * ms, Activity: timeline.ActivityLook, Victim: -1}}},
	}, Arrows: []timeline.Arrow{{Kind: timeline.ArrowSteal, From: 0, To: 1, Sent: 6 * ms, Arrived: 7 * ms, Count: 12}}}
	return chrometrace.Mark{Facts: schema.Facts{Shape: "small", Objects: 5500}, Workers: 3, Choices: setting.ChoicesOf(mark.Options{}), Timeline: t}
}

// seen is from when to when the lanes are seen, in milliseconds.
func seen(t *testing.T, p *tab) (from, to float64) {
	t.Helper()
	_, times, _ := strings.Cut(label(t, p), ", from ")
	var units [2]string
	_, err := fmt.Sscanf(times, "%g %s to %g %s", &from, &units[0], &to, &units[1])
	require.NoError(t, err, times)
	return from, to
}

// TestWhatIsSaid: the line of text has the figures of the timeline.
func TestWhatIsSaid(t *testing.T) {
	p := open(t, bare(t, small()), 1200, 900)
	p.do(t, chromedp.Focus(".lanes-canvas"))
	press(t, p, "n")
	require.Equal(t, "Steal 1 of 1: worker 1 took 12 items from worker 0 at 7.00000 ms, 1.00 ms after the attempt began.", says(t, p))
	press(t, p, kb.Escape, kb.Home, kb.ArrowDown)
	p.do(t, chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(kb.ModifierShift)))
	press(t, p, kb.Enter)
	from, to := seen(t, p)
	require.Equal(t, []float64{5, 8}, []float64{from, to}, "Enter fills the view with the slice")
	require.Equal(t, "Worker 1 tries to steal for 1.00 ms, from 6.000 ms to 7.000 ms: 3 attempts, the last took 12 items from worker 0. At the end: 0 grey refs private, 0 items in its deque.", says(t, p))
	press(t, p, "0", kb.End, kb.ArrowUp)
	p.do(t, chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(kb.ModifierShift)))
	require.Equal(t, "Worker 0 scans for 5.00 ms, from 4.000 ms to 9.000 ms: 4,000 objects scanned, 30 references sent to owners. At the end: 7 grey refs private, 2 items in its deque.", says(t, p))
	press(t, p, kb.Home, kb.ArrowDown, kb.ArrowDown)
	require.Contains(t, says(t, p), "The first 3 slices of this worker were not kept.")

	require.Equal(t, "grey refs private to workers: at most 7; items in deques: at most 2", eval[string](t, p, `document.querySelector(".lanes-counters").getAttribute("aria-label")`))
	p.do(t, chromedp.ScrollIntoView(".lanes-counters"))
	at := eval[[]float64](t, p, `(({x, y, width}) => [x + width / 2, y + 30])(document.querySelector(".lanes-counters").getBoundingClientRect())`)
	p.do(t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	require.Contains(t, says(t, p), ": 5 grey refs private to workers, 0 items in deques.")
	p.requireQuiet(t)
}

// TestLegendSays: shares are of the time of all workers, and what is left out is said.
func TestLegendSays(t *testing.T) {
	m := small()
	for len(m.Timeline.Arrows) < 10_001 {
		m.Timeline.Arrows = append(m.Timeline.Arrows, m.Timeline.Arrows[0])
	}
	p := open(t, bare(t, invented("one", 1, 60), m), 1200, 900)
	require.Equal(t, "0", eval[string](t, p, `document.querySelector("select").value`), "the first mark of several workers")
	legend := eval[string](t, p, `document.querySelector(".lanes-legend").innerText.replaceAll("\u00a0", " ").replaceAll("\n", "")`)
	require.Equal(t, "scan 36 %alone 16 %steal 4 %look 20 %sleep 24 %10,000 steals1 arrow is left out.", legend)
}

// TestDirections: a drag moves what is under the pointer, the wheel zooms in if it turns
// forwards, and the frame on the strip can be moved.
func TestDirections(t *testing.T) {
	p := open(t, bare(t, small()), 1200, 900)
	p.do(t, chromedp.Focus(".lanes-canvas"))
	press(t, p, "n", "+", "+")
	from, to := seen(t, p)
	place := func(name string) []float64 {
		return eval[[]float64](t, p, fmt.Sprintf(`(({x, y, width}) => [x + width * 0.6, y + 23])(document.querySelector(".lanes-%s").getBoundingClientRect())`, name))
	}
	lanes, strip := place("canvas"), place("overview")
	p.do(t, chromedp.DragAndDropXY(lanes[0], lanes[1]+20, lanes[0]-100, lanes[1]+20))
	later, end := seen(t, p)
	require.Greater(t, later, from, "what is later comes from the right")
	require.InDelta(t, to-from, end-later, 0.01)
	p.do(t, chromedp.DragAndDropXY(strip[0]+100, strip[1], strip[0]-100, strip[1]))
	earlier, end := seen(t, p)
	require.Less(t, earlier, later, "the frame has moved")
	require.InDelta(t, to-from, end-earlier, 0.01, "and is as long as before")
	p.do(t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, lanes[0], lanes[1]+20, func(e *input.DispatchMouseEventParams) {
		e.DeltaX, e.DeltaY, e.Modifiers = 0.1, -100, int64(kb.ModifierCtrl)
	}))
	from, to = seen(t, p)
	require.Less(t, to-from, end-earlier)
}

// TestAllWorkers: the button makes all lanes fit.
func TestAllWorkers(t *testing.T) {
	p := open(t, bare(t, invented("many", 200, 30)), 1200, 900)
	const hidden = `(box => box.scrollHeight - box.clientHeight)(document.querySelector(".lanes-box"))`
	require.Greater(t, eval[int](t, p, hidden), 500)
	const press = `(b => { b.click(); return b.checkVisibility(); })(document.querySelector("[data-do=fit]"))`
	require.True(t, eval[bool](t, p, press))
	require.LessOrEqual(t, eval[int](t, p, hidden), 1)
	require.Equal(t, "true", eval[string](t, p, `document.querySelector("[data-do=fit]").getAttribute("aria-pressed")`))
}
