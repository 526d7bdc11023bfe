package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// colours returns how many pixels of a canvas have each colour, written as #rrggbb.
func colours(t *testing.T, p *tab, canvas string) map[string]int {
	t.Helper()
	const count = `(() => {
		const from = document.querySelector(%q), copy = document.createElement("canvas"), n = {};
		[copy.width, copy.height] = [from.width, from.height];
		const context = copy.getContext("2d", {willReadFrequently: true});
		context.drawImage(from, 0, 0);
		const {data} = context.getImageData(0, 0, copy.width, copy.height);
		for (let i = 0; i < data.length; i += 4) {
			if (data[i + 3] !== 255) continue;
			const key = "#" + [0, 1, 2].map(j => data[i + j].toString(16).padStart(2, "0")).join("");
			n[key] = (n[key] || 0) + 1;
		}
		return n;
	})()`
	return eval[map[string]int](t, p, fmt.Sprintf(count, canvas))
}

// lane returns the colour that the viewer has for something.
func lane(t *testing.T, p *tab, name string) string {
	t.Helper()
	return eval[string](t, p, fmt.Sprintf(`getComputedStyle(document.querySelector(".lanes")).getPropertyValue("--%s").trim()`, name))
}

func label(t *testing.T, p *tab) string {
	t.Helper()
	return eval[string](t, p, `document.querySelector(".lanes-canvas").getAttribute("aria-label").replaceAll("\u00a0", " ")`)
}

func says(t *testing.T, p *tab) string {
	t.Helper()
	return eval[string](t, p, `document.querySelector(".lanes-says").textContent.replaceAll("\u00a0", " ")`)
}

func press(t *testing.T, p *tab, keys ...string) {
	t.Helper()
	for _, k := range keys {
		p.do(t, chromedp.KeyEvent(k))
	}
}

func TestLanesAreDrawn(t *testing.T) {
	p := open(t, bare(t, recorded(t, "tree", 200_000, mark.Options{Workers: 2})), 1200, 900)
	for _, canvas := range []string{".lanes-canvas", ".lanes-overview", ".lanes-counters"} {
		require.Greater(t, colours(t, p, canvas)[lane(t, p, "busy")], 1000, canvas)
	}
	require.True(t, strings.HasPrefix(label(t, p), "Lanes of 2 workers, from 0 ns to "), label(t, p))
	p.requireQuiet(t)
	keep(t, p, "lanes")
}

// Each mark can be chosen: one with a single worker, and one with as many as there may be.
func TestEveryMarkIsDrawn(t *testing.T) {
	p := open(t, bare(t, invented("tree", 4, 300), invented("one", 1, 60), invented("many", 1024, 30)), 1200, 900)
	for _, i := range []int{0, 2, 1} {
		workers := []string{"4 workers", "1,024 workers", "1 worker"}[i]
		p.do(t, chromedp.SetValue("select", fmt.Sprint(i)), chromedp.Evaluate[chromedp.Void](`document.querySelector("select").dispatchEvent(new Event("change"))`))
		require.Contains(t, label(t, p), "Lanes of "+workers)
		require.Greater(t, colours(t, p, ".lanes-canvas")[lane(t, p, "busy")], 1000, workers)
		require.Equal(t, 1, eval[int](t, p, `[...document.querySelectorAll(".lanes-mark")].filter(a => a.checkVisibility()).length`))
		keep(t, p, workers)
	}
	require.Contains(t, says(t, p), "of 1,024 workers are seen at once")
	require.LessOrEqual(t, eval[int](t, p, `document.querySelector(".lanes-box").clientHeight`), 400)
	p.requireQuiet(t)
}

func TestKeys(t *testing.T) {
	p := open(t, bare(t, invented("tree", 4, 300)), 1200, 900)
	whole := label(t, p)
	for n := 0; eval[string](t, p, "document.activeElement.className") != "lanes-canvas"; n++ {
		require.Less(t, n, 40, "Tab does not reach the lanes")
		press(t, p, kb.Tab)
	}
	require.Equal(t, "solid", eval[string](t, p, "getComputedStyle(document.activeElement).outlineStyle"), "the focus can be seen")
	require.Contains(t, says(t, p), "Worker 0 marks alone for ")

	press(t, p, "n")
	first := says(t, p)
	require.Contains(t, first, "Steal 1 of ")
	press(t, p, "n")
	require.Contains(t, says(t, p), "Steal 2 of ")
	press(t, p, "p")
	require.Equal(t, first, says(t, p))

	press(t, p, "+", "+", "+")
	zoomed := label(t, p)
	require.NotEqual(t, whole, zoomed)
	press(t, p, kb.ArrowRight)
	require.NotEqual(t, zoomed, label(t, p), "the arrow moves the view")
	press(t, p, kb.ArrowLeft)
	require.Equal(t, zoomed, label(t, p))
	keep(t, p, "zoomed")
	press(t, p, "-", "-", "-")
	require.Equal(t, whole, label(t, p))
	press(t, p, "+", "0")
	require.Equal(t, whole, label(t, p))

	press(t, p, kb.Home, kb.ArrowDown, kb.ArrowDown)
	require.Contains(t, says(t, p), "Worker 2 sleeps for ")
	p.do(t, chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(kb.ModifierShift)))
	require.Contains(t, says(t, p), "Worker 2 ")
	require.NotContains(t, says(t, p), "sleeps")
	press(t, p, kb.Escape)
	require.Contains(t, says(t, p), "Point at a lane")
	p.requireQuiet(t)
}

func TestPointer(t *testing.T) {
	p := open(t, bare(t, invented("tree", 4, 300)), 1200, 900)
	type rect struct{ X, Y, Width, Height float64 }
	at := func(name string) rect {
		return eval[rect](t, p, fmt.Sprintf(`document.querySelector(".lanes-%s").getBoundingClientRect().toJSON()`, name))
	}
	whole, lanes, strip := label(t, p), at("canvas"), at("overview")
	y := lanes.Y + 80
	p.do(t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, lanes.X+150, y))
	require.Contains(t, says(t, p), "Worker 1 sleeps for ")

	p.do(t, chromedp.DragAndDropXY(strip.X+400, strip.Y+20, strip.X+600, strip.Y+20))
	dragged := label(t, p)
	require.NotEqual(t, whole, dragged, "a drag across the strip chooses a time")
	p.do(t, chromedp.DragAndDropXY(lanes.X+600, y, lanes.X+500, y))
	moved := label(t, p)
	require.NotEqual(t, dragged, moved, "a drag moves the lanes")

	wheel := func(modifiers int64) {
		p.do(t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, lanes.X+600, y, func(e *input.DispatchMouseEventParams) {
			e.DeltaX, e.DeltaY, e.Modifiers = 0.1, -100, modifiers // 0 would be left out
		}))
	}
	wheel(0)
	require.Equal(t, moved, label(t, p), "the page scrolls with the wheel alone")
	wheel(int64(kb.ModifierCtrl))
	require.NotEqual(t, moved, label(t, p))
	p.requireQuiet(t)
}

func TestLegendToggles(t *testing.T) {
	p := open(t, bare(t, invented("tree", 4, 300)), 1200, 900)
	sleep, steal := lane(t, p, "sleep"), lane(t, p, "steal")
	before := colours(t, p, ".lanes-canvas")
	require.Greater(t, before[sleep], 1000)
	toggle := func(name string) {
		p.do(t, chromedp.Click(fmt.Sprintf(`[data-shows=%q]`, name)))
	}
	toggle("sleep")
	require.Equal(t, "false", eval[string](t, p, `document.querySelector("[data-shows=sleep]").getAttribute("aria-pressed")`))
	require.Less(t, colours(t, p, ".lanes-canvas")[sleep], 50)
	toggle("sleep")
	require.Equal(t, before[sleep], colours(t, p, ".lanes-canvas")[sleep])
	toggle("arrow steal")
	require.Less(t, colours(t, p, ".lanes-canvas")[steal], before[steal])
	p.requireQuiet(t)
}

// A tone that is light on a white page is dark on a dark one, and light again on paper.
func TestDarkAndPaper(t *testing.T) {
	p := open(t, bare(t, invented("tree", 4, 300)), 1200, 900)
	light := lane(t, p, "sleep")
	require.Greater(t, colours(t, p, ".lanes-canvas")[light], 1000)
	p.prefer(t, "dark", "reduce")
	dark := lane(t, p, "sleep")
	require.NotEqual(t, light, dark)
	drawn := colours(t, p, ".lanes-canvas")
	require.Greater(t, drawn[dark], 1000)
	require.Zero(t, drawn[light])
	keep(t, p, "dark")

	eval[bool](t, p, `dispatchEvent(new Event("beforeprint"))`)
	require.Greater(t, colours(t, p, ".lanes-canvas")[light], 1000)
	eval[bool](t, p, `dispatchEvent(new Event("afterprint"))`)
	require.Equal(t, drawn, colours(t, p, ".lanes-canvas"))
	eval[bool](t, p, `(addEventListener("beforeprint", () => { document.title = document.documentElement.className; }), true)`)
	require.NotEmpty(t, value(t, p, chromedp.PrintToPDF()))
	require.Contains(t, eval[string](t, p, "document.title"), "printed")
	p.requireQuiet(t)
}

// A telephone has few and small pixels of the page, and several pixels of the screen for each.
func TestNarrow(t *testing.T) {
	p := open(t, bare(t, invented("tree", 4, 300)), 390, 800)
	p.requireFits(t, 390)
	const scale = `Math.round(document.querySelector(".lanes-canvas").width / document.querySelector(".lanes-canvas").clientWidth)`
	require.Equal(t, 3, eval[int](t, p, scale))
	keep(t, p, "narrow")
	p.do(t, chromedp.EmulateViewport(900, 800))
	require.True(t, value(t, p, chromedp.Poll[bool](scale+" === 1")), "the lanes are drawn again")
	p.requireQuiet(t)
}

func TestLessMotion(t *testing.T) {
	p := open(t, bare(t, invented("tree", 4, 300)), 1200, 900)
	zoom := `(() => {
		const label = () => document.querySelector(".lanes-canvas").getAttribute("aria-label"), all = new Set([label()]);
		document.querySelector("[data-do=in]").click();
		return new Promise(done => {
			let frames = 0;
			const look = () => { all.add(label()); frames++ < 40 ? requestAnimationFrame(look) : done(all.size); };
			requestAnimationFrame(look);
		});
	})()`
	require.Equal(t, 2, eval[int](t, p, zoom), "the view before, and the view after")
	p.prefer(t, "light", "no-preference")
	require.Greater(t, eval[int](t, p, zoom), 2)
}

func TestWithoutScript(t *testing.T) {
	p := open(t, bare(t, invented("tree", 4, 300), invented("one", 1, 60)), 1200, 900)
	call(t, p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	p.do(t, chromedp.Reload())
	text := value(t, p, chromedp.Text("body"))
	require.Contains(t, text, "The lanes are drawn by a script")
	require.Equal(t, 2, strings.Count(text, "The mark took"))
	require.NotContains(t, text, "Zoom in")
	require.Contains(t, value(t, p, chromedp.TextContent(".lanes-totals table")), "items stolen")
}
