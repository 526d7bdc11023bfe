package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// axe-core finds nothing wrong with the page of gcbench play: at its beginning, while a scene runs, while a question is asked, when a
// scene is won and when its line is repaired, with the explorer's result, with the help, and with the marker at large. Wide and narrow.
func TestPlayIsAccessible(t *testing.T) {
	for _, width := range []int64{1280, 390} {
		p := opened(t, "", width, 844)
		p.requireAccessible(t, "first screen")
		for _, link := range []string{"#theft@a3b2", "#late-join", "#hide@ba2b6", "#untagged@b3a4", "#steal@c11b4", "#theft~x"} {
			p.visit(t, link)
			p.requireAccessible(t, link)
		}
		p.visit(t, "#theft@a3b3")
		press(t, p, "b")
		require.NotEmpty(t, text(t, p, "question"))
		p.requireAccessible(t, "a question")
		p.visit(t, "#theft@a3b4a")
		p.requireAccessible(t, "a failure")
		p.do(t, chromedp.Click("#repair"))
		require.True(t, after[bool](t, p, "", `document.querySelector(".code .left-out") !== null`), "the repair is shown as a change")
		p.requireAccessible(t, "a repaired line")
		p.visit(t, "#no-lock")
		explored(t, p, "fewest")
		p.requireAccessible(t, "the explorer's result")
		press(t, p, "?")
		p.requireAccessible(t, "help")
		press(t, p, kb.Escape)
		p.visit(t, "#large")
		p.drawn(t)
		p.requireAccessible(t, "the marker at large")
		p.requireQuiet(t)
	}
}

// axe-core finds nothing wrong with a report, folded and unfolded, wide and narrow.
func TestReportIsAccessible(t *testing.T) {
	requireAxe(t)
	file := reported(t)
	for _, width := range []int64{1280, 390} {
		p := open(t, file, width, 844)
		p.requireAccessible(t, "folded")
		eval[bool](t, p, `(document.querySelectorAll("details").forEach(d => { d.open = true; }), true)`)
		p.requireAccessible(t, "unfolded")
	}
}
