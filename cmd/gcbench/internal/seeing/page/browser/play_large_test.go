package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/large"
)

// atLarge shows the marker at large.
func atLarge(t *testing.T, width, height int64) *tab {
	t.Helper()
	p := opened(t, "#large", width, height)
	p.drawn(t)
	return p
}

// answered waits until the marker at large has answered what it was asked last.
const answered = `new Promise(done => {
	const results = document.querySelector(".large-results");
	const look = () => results.getAttribute("aria-busy") === "false" ? done() : setTimeout(look, 10);
	setTimeout(look, 100); // a request waits for the next one for a while
})`

// asks carries out statements in the page, and returns what it says when it has answered.
func asks(t *testing.T, p *tab, statements string) string {
	t.Helper()
	return eval[string](t, p, fmt.Sprintf(`(async () => { %s; await %s; return document.querySelector(".large-says").textContent.replaceAll("\u00a0", " "); })()`, statements, answered))
}

// figure is a cell of the table of figures: the first of the row that begins so.
func figure(t *testing.T, p *tab, row string) string {
	t.Helper()
	return eval[string](t, p, fmt.Sprintf(`[...document.querySelectorAll(".large-figures tr")].find(r => r.cells[0].textContent.startsWith(%q)).cells[1].textContent.replaceAll("\u00a0", " ")`, row))
}

// TestLargeShowsWhatIsSimulated: each mark of each lesson is the one that the simulator of this
// machine makes, in all figures of the page.
func TestLargeShowsWhatIsSimulated(t *testing.T) {
	p := atLarge(t, 1280, 900)
	var s large.Simulator
	choices, err := s.Answer(json.RawMessage(`{"choices": true}`))
	require.NoError(t, err)
	for i, lesson := range choices.(large.Choices).Lessons {
		asks(t, p, fmt.Sprintf(`document.querySelectorAll(".large-names button")[%d].click()`, i))
		for j, r := range lesson.Marks {
			text, err := json.Marshal(r)
			require.NoError(t, err)
			answer, err := s.Answer(text)
			require.NoError(t, err)
			want := answer.(*large.Mark)
			says := asks(t, p, fmt.Sprintf(`document.querySelectorAll(".large-marks button")[%d].click()`, j))
			require.Contains(t, says, grouped(uint64(r.Workers))+" worker", "%s %d", lesson.Name, j+1)
			require.Equal(t, grouped(want.Steals), figure(t, p, "steals"), "%s %d", lesson.Name, j+1)
			require.Equal(t, grouped(want.Empty+want.Lost), figure(t, p, "attempts"), "%s %d", lesson.Name, j+1)
			require.Equal(t, grouped(want.Peak), figure(t, p, "grey"), "%s %d", lesson.Name, j+1)
			require.Contains(t, says, threeDigits(want.Ceiling), "%s %d", lesson.Name, j+1)
			require.Equal(t, threeDigits(want.Speedup), figure(t, p, "speedup"), "%s %d", lesson.Name, j+1)
			require.Equal(t, "true", eval[string](t, p, fmt.Sprintf(`document.querySelectorAll(".large-marks button")[%d].getAttribute("aria-pressed")`, j)))
		}
		keep(t, p, "large "+lesson.Name)
	}
	p.requireQuiet(t)
}

// grouped writes a number as the page does.
func grouped(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// threeDigits writes a ratio as the page does.
func threeDigits(x float64) string {
	switch {
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return grouped(uint64(x + 0.5))
}

// TestLargeByKeys: sliders, choices and lanes need no mouse.
func TestLargeByKeys(t *testing.T) {
	p := atLarge(t, 1280, 900)
	p.do(t, chromedp.Focus("#large-workers"))
	press(t, p, kb.ArrowRight, kb.ArrowRight)
	require.Contains(t, asks(t, p, ""), "64 workers marked")
	require.Equal(t, "64", eval[string](t, p, `document.getElementById("large-workers").getAttribute("aria-valuetext")`))
	press(t, p, kb.Home)
	require.Contains(t, asks(t, p, ""), "1 worker marked")
	press(t, p, kb.ArrowRight, kb.ArrowRight)
	require.Contains(t, asks(t, p, `const e = document.getElementById("large-shape"); e.value = "tree"; e.dispatchEvent(new Event("change"))`), "4 workers marked")
	p.do(t, chromedp.Focus(".large .lanes-canvas"))
	press(t, p, "n")
	require.Contains(t, says(t, p), "Steal 1 of ")
	drawn := colours(t, p, ".large .lanes-canvas")
	require.Greater(t, drawn[lane(t, p, "busy")], 1000)
	p.requireQuiet(t)
}

// TestLargeFits: what one choice does not allow is changed with it, so that no combination of
// choices is refused. A simulation that takes too long is refused with a sentence, and the
// page goes on.
func TestLargeFits(t *testing.T) {
	p := atLarge(t, 1280, 900)
	choose := func(name, value string) string {
		return asks(t, p, fmt.Sprintf(`{ const e = document.getElementById("large-%s"); e.value = %q; e.dispatchEvent(new Event(e.type === "range" ? "input" : "change")); }`, name, value))
	}
	for _, c := range [][2]string{{"shape", "tree"}, {"marking", "owner"}, {"grain", "0"}, {"amount", "half"}, {"steal", "factor"}, {"deque", "chaselev"}, {"deque", "central"}, {"capacity", "2"}} {
		require.NotContains(t, choose(c[0], c[1]), "cannot", "%s", c)
	}
	require.Equal(t, "one", eval[string](t, p, `document.getElementById("large-amount").value`))
	require.Equal(t, "shared", eval[string](t, p, `document.getElementById("large-marking").value`), "owners mean nothing with grain 1")
	require.True(t, eval[bool](t, p, `document.getElementById("large-steal").disabled`), "nobody steals from one queue for all")

	choose("deque", "stealhalf")
	choose("objects", "6")
	choose("shape", "list")
	require.Contains(t, choose("workers", "10"), "This cannot be simulated. the simulation was stopped after 4 million events")
	require.Contains(t, choose("workers", "2"), "4 workers marked")
	p.requireQuiet(t)
}

// TestLargeFitsATelephone: nothing is wider than the window, in whichever lesson.
func TestLargeFitsATelephone(t *testing.T) {
	p := atLarge(t, 360, 740)
	n := eval[int](t, p, `document.querySelectorAll(".large-names button").length`)
	require.Positive(t, n)
	for i := range n {
		asks(t, p, fmt.Sprintf(`document.querySelectorAll(".large-names button")[%d].click()`, i))
		p.requireFits(t, 360)
		require.Empty(t, eval[[]string](t, p, cutOff))
	}
	for _, picture := range []string{"speedup", "frontier"} {
		label := eval[string](t, p, fmt.Sprintf(`document.querySelector(".large-%s").getAttribute("aria-label")`, picture))
		require.NotEmpty(t, strings.TrimSpace(label))
	}
	keep(t, p, "large narrow")
	p.requireQuiet(t)
}
