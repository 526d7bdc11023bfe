package browser

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
)

// Every scene has the same outcome in the page as in a program of this machine, and the same start.
func TestPlayedScenes(t *testing.T) {
	p := opened(t, "", 1280, 900)
	for _, s := range theGame.scenes {
		p.visit(t, "#"+s.Name+"@"+s.Winning+":0")
		requireSame(t, viewOf(t, s.Name, nil), p.seen(t), "%s at its start", s.Name)
		p.visit(t, "#"+s.Name+"@"+s.Winning)
		last := p.seen(t)
		requireSame(t, viewOf(t, s.Name, letters(s.Winning)), last, "%s at its end", s.Name)
		requireOutcome(t, s, last)
	}
	p.requireQuiet(t)
}

// Each moment is the same when the steps are undone, to where the player begins, and when they are made
// again. Of long schedules the last 30 steps are undone.
func TestUndoAndReplay(t *testing.T) {
	p := opened(t, "", 1280, 900)
	for _, s := range typical(t) {
		schedule := letters(s.Winning)
		n := len(schedule)
		p.visit(t, "#"+s.Name+"@"+s.Winning)
		steps := min(n-len(letters(s.Opening)), 30)
		back := walk(t, p, "undo", steps)
		for i, view := range back {
			requireSame(t, viewOf(t, s.Name, schedule[:n-1-i]), view, "%s: undo to step %d", s.Name, n-1-i)
		}
		forth := walk(t, p, "redo", steps)
		for i, view := range forth[:steps-1] {
			requireSame(t, back[steps-2-i], view, "%s: redo to step %d", s.Name, n-steps+1+i)
		}
		requireSame(t, viewOf(t, s.Name, schedule), forth[steps-1], "%s at its end again", s.Name)
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
		want := views(t, s.Name, schedule)
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
	want := views(t, s.Name, schedule)
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
	for _, s := range typical(t) {
		p.visit(t, "#"+s.Name)
		start := ask[stage.View](t, stage.Request{Do: stage.DoView, Link: s.Name, Schedule: s.Opening})
		var want []string
		for i, thread := range start.Threads {
			if thread.Can {
				want = append(want, ask[stage.View](t, stage.Request{Do: stage.DoRun, Link: s.Name, Schedule: s.Opening, Thread: i}).Schedule)
				require.Greater(t, len(letters(want[len(want)-1])), len(start.Steps), "a step at least")
			}
		}
		require.Equal(t, want, eval[[]string](t, p, fmt.Sprintf(`(async () => {
			const all = [];
			for (const {letter} of halfmarkPlay.view.threads.filter(thread => thread.can)) {
				document.getElementById("run-" + letter).click();
				await %s;
				all.push(halfmarkPlay.schedule);
				document.getElementById("again").click();
				await %[1]s;
			}
			return all;
		})()`, settle)), s.Name)
	}
	p.requireQuiet(t)
}
