package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
)

// explored lets the page's explorer search, and returns what the page says at the end.
func explored(t *testing.T, p *tab, how string) string {
	t.Helper()
	p.do(t, chromedp.Click("#find-"+how))
	value(t, p, chromedp.Poll[bool](`document.getElementById("stop") === null`, chromedp.WithPollingTimeout(0)))
	return after[string](t, p, "", `document.getElementById("explorer").textContent`)
}

// The explorer finds in the page what it finds in a program of this machine: the goal's schedule, or one that
// is as short. Of a safe scene it says that all schedules were tried. The times are logged.
func TestExplorerAnswers(t *testing.T) {
	p := opened(t, "", 1280, 900)
	for i, s := range theGame.scenes {
		how := []string{"shortest", "fewest"}[i%2]
		if s.Safe {
			how = "fewest" // the page has one button
		}
		want := ask[stage.Found](t, stage.Request{Do: stage.DoFind, Link: s.Name, How: how})
		p.visit(t, "#"+s.Name)
		began := time.Now()
		said := explored(t, p, how)
		t.Logf("%-16s %-8s %7d executions, %.2f s", s.Name, how, want.Executions, time.Since(began).Seconds())
		require.True(t, want.Complete, s.Name)
		require.Contains(t, said, thousands(want.Executions)+" execution", s.Name)
		if s.Safe {
			require.Empty(t, want.Schedule, s.Name)
			require.Contains(t, said, words(t, p, "found.all"), s.Name)
			require.Empty(t, text(t, p, "watch"), "there is nothing to show")
			continue
		}
		require.Contains(t, said, want.Schedule, s.Name)
		require.Contains(t, said, want.Failed, s.Name)
		if how == "shortest" {
			require.LessOrEqual(t, len(letters(want.Schedule)), len(letters(s.Winning)), s.Name)
		}
		requireWatched(t, p, want)
	}
	p.requireQuiet(t)
}

// requireWatched shows what was found: from the beginning, step by step, to the end.
func requireWatched(t *testing.T, p *tab, want stage.Found) {
	t.Helper()
	require.Equal(t, want.Schedule, after[string](t, p, `document.getElementById("watch").click()`, "halfmarkPlay.schedule"))
	require.Equal(t, "redo", focused(t, p), "the next key shows a step")
	press(t, p, kb.End)
	require.Equal(t, want.Failed, after[string](t, p, "", "halfmarkPlay.view.failed"))
}

// thousands writes a number with a comma, as the page does.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// endless is a scene whose schedules no player can try in a life.
const endless = "stealhalf/capacity=16/fill=8/ops=---,hhh,hhh,hhh"

// While the explorer searches, the page shows how far it is, draws, and answers. Stop ends the search.
func TestPageAnswersDuringSearch(t *testing.T) {
	p := opened(t, "", 1280, 900)
	eval[bool](t, p, `(window.halfmarkEnded = 0, Worker.prototype.terminate = (end => function() { halfmarkEnded++; return end.call(this); })(Worker.prototype.terminate), true)`)
	p.visit(t, "#"+endless)
	require.Equal(t, endless, eval[string](t, p, "halfmarkPlay.scene"), text(t, p, "trouble"))
	p.do(t, chromedp.Click("#find-shortest"))
	const executions = `Number(document.getElementById("progress")?.textContent.replaceAll(",", "").match(/[0-9]+/)?.[0] ?? 0)`
	value(t, p, chromedp.Poll[bool](executions+" > 0"))
	first := eval[int](t, p, executions)

	p.do(t, chromedp.Click("#step-a"))
	require.Equal(t, "a", after[string](t, p, "", "halfmarkPlay.schedule"), "a button works")
	press(t, p, "b")
	require.Equal(t, "ab", after[string](t, p, "", "halfmarkPlay.schedule"), "a key works")
	require.True(t, eval[bool](t, p, `new Promise(done => {
		let frames = 0;
		const next = () => ++frames === 60 ? done(true) : requestAnimationFrame(next);
		next();
	})`), "frames are drawn")
	value(t, p, chromedp.Poll[bool](fmt.Sprintf("%s > %d", executions, first)))
	require.Zero(t, eval[int](t, p, "halfmarkEnded"), "the search goes on meanwhile")

	p.do(t, chromedp.Click("#stop"))
	require.Equal(t, 1, eval[int](t, p, "halfmarkEnded"), "nobody searches any more")
	require.Empty(t, text(t, p, "progress"))
	require.Equal(t, "find-fewest", focused(t, p))
	require.Equal(t, "ab2", after[string](t, p, `document.getElementById("step-b").click()`, "halfmarkPlay.schedule"))

	p.do(t, chromedp.Click("#find-fewest"))
	p.visit(t, "#"+theGame.scenes[0].Name)
	assert.Equal(t, 2, eval[int](t, p, "halfmarkEnded"), "another scene ends the search, too")
	p.requireQuiet(t)
}
