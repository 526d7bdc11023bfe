package browser

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/stage"
)

// Every scene has the same outcome in the page as in a program of this machine, after each step
// of its winning schedule: forwards, backwards to the start, and forwards again.
func TestPlayedScenes(t *testing.T) {
	p := opened(t, "", 1280, 900)
	for _, s := range theGame.scenes {
		schedule := letters(s.Winning)
		want := views(t, p, s.Name, schedule)
		p.visit(t, "#"+s.Name+"@"+s.Winning)
		require.Equal(t, want[len(want)-1], p.seen(t), s.Name)
		require.NotContains(t, text(t, p, "trouble"), ".", s.Name)
		requireOutcome(t, s, p.seen(t))

		back := walk(t, p, "undo", len(schedule))
		for i := range back {
			require.Equal(t, want[len(schedule)-1-i], back[i], "%s: undo to step %d", s.Name, len(schedule)-1-i)
		}
		require.Equal(t, want[1:], walk(t, p, "redo", len(schedule)), s.Name)
	}
	p.requireQuiet(t)
}

// requireOutcome checks that the goal is reached, or that nothing is wrong with a safe scene.
func requireOutcome(t *testing.T, s stage.About, view string) {
	t.Helper()
	var v stage.View
	require.NoError(t, json.Unmarshal([]byte(view), &v))
	assert.True(t, v.Ended, "%s: the schedule is complete", s.Name)
	assert.Equal(t, !s.Safe, v.Won, s.Name)
	assert.Equal(t, !s.Safe, v.Failed != "", s.Name)
}

// walk presses a button so often, and returns each View.
func walk(t *testing.T, p *tab, button string, times int) []string {
	t.Helper()
	return eval[[]string](t, p, fmt.Sprintf(`(async () => {
		const all = [];
		for (let i = 0; i < %d; i++) {
			document.getElementById(%q).click();
			await %s;
			all.push(JSON.stringify(halfmarkPlay.view));
		}
		return all;
	})()`, times, button, settle))
}

// Scenes are won with the pointer, from their openings.
func TestPlayedByPointer(t *testing.T) {
	p := opened(t, "", 1280, 900)
	for _, s := range some(theGame.scenes) {
		schedule := letters(s.Winning)
		want := views(t, p, s.Name, schedule)
		if !value(t, p, chromedp.Evaluate[bool](`document.getElementById("scenes").open`)) {
			p.do(t, chromedp.Click("#scene-here"))
		}
		p.do(t, chromedp.Click("#scene-"+s.Name))
		for i := len(letters(s.Opening)); i < len(schedule); i++ {
			require.Equal(t, want[i], p.seen(t), "%s: before step %d", s.Name, i+1)
			p.do(t, chromedp.Click("#step-"+schedule[i]))
			if after[bool](t, p, "", `document.getElementById("answer-skip") !== null`) {
				p.do(t, chromedp.Click("#answer-skip"))
			}
		}
		require.Equal(t, want[len(schedule)], p.seen(t), s.Name)
		require.Contains(t, text(t, p, "ending"), words(t, p, "headline.won"), s.Name)
	}
	p.requireQuiet(t)
}

// some are the first scene, one in the middle and the last one of those that can be won.
func some(scenes []stage.About) []stage.About {
	var all []stage.About
	for _, s := range scenes {
		if !s.Safe {
			all = append(all, s)
		}
	}
	if len(all) <= 3 {
		return all
	}
	return []stage.About{all[0], all[len(all)/2], all[len(all)-1]}
}

// The slider shows any moment. A new step there drops what came behind.
func TestSlider(t *testing.T) {
	p := opened(t, "", 1280, 900)
	s := theGame.scenes[0]
	schedule := letters(s.Winning)
	want := views(t, p, s.Name, schedule)
	p.visit(t, "#"+s.Name+"@"+s.Winning)
	for _, at := range []int{0, len(schedule), len(schedule) / 2} {
		moved := after[string](t, p, fmt.Sprintf(`((slider, at) => { slider.value = at; slider.dispatchEvent(new Event("input", {bubbles: true})); })
			(document.getElementById("slider"), %d)`, at), "JSON.stringify(halfmarkPlay.view)")
		require.Equal(t, want[at], moved, "step %d", at)
	}
	require.Equal(t, s.Winning, eval[string](t, p, "halfmarkPlay.schedule"), "all steps are still there")
	p.do(t, chromedp.Click("#again"))
	require.Equal(t, want[len(letters(s.Opening))], p.seen(t), "start again")
	require.Equal(t, len(letters(s.Opening)), eval[int](t, p, "halfmarkPlay.step"))
	p.requireQuiet(t)
}

// A worker that is let run does the same in the page as in a program of this machine.
func TestRunToDecision(t *testing.T) {
	p := opened(t, "", 1280, 900)
	for _, s := range theGame.scenes {
		start := ask[stage.View](t, stage.Request{Do: stage.DoView, Link: s.Name, Schedule: s.Opening})
		for i, thread := range start.Threads {
			if !thread.Can {
				continue
			}
			p.visit(t, "#"+s.Name+"@")
			want := ask[stage.View](t, stage.Request{Do: stage.DoRun, Link: s.Name, Schedule: s.Opening, Thread: i})
			require.Greater(t, len(want.Steps), len(start.Steps))
			after[bool](t, p, `document.getElementById("run-`+thread.Letter+`").click()`, "true")
			require.Equal(t, want.Schedule, eval[string](t, p, "halfmarkPlay.schedule"), s.Name)
			after[bool](t, p, `document.getElementById("again").click()`, "true")
		}
	}
	p.requireQuiet(t)
}
