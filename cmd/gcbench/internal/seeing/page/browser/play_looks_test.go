package browser

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
)

// typical are the first scenes of each kind: what a scene shows, how it ends, and which code runs.
func typical(t *testing.T) (scenes []stage.About) {
	t.Helper()
	seen := map[string]bool{}
	for _, s := range played(t).scenes {
		v := ask[stage.View](t, stage.Request{Do: stage.DoView, Link: s.Name, Schedule: s.Winning})
		kind := fmt.Sprint(v.Shows, s.Runs, s.Safe, s.Opening == "")
		if !seen[kind] {
			scenes = append(scenes, s)
		}
		seen[kind] = true
	}
	return scenes
}

// moments are links to the middle of each scene's schedule and to its end, and the marker at large.
func moments(scenes []stage.About) (links []string) {
	for _, s := range scenes {
		middle := (len(letters(s.Opening)) + len(letters(s.Winning))) / 2
		links = append(links, fmt.Sprintf("#%s@%s:%d", s.Name, s.Winning, middle), "#"+s.Name+"@"+s.Winning)
	}
	return append(links, "#large")
}

// Nothing is wider than a telephone.
func TestPlayIsNarrow(t *testing.T) {
	p := opened(t, "", 360, 800)
	links := moments(typical(t))
	for _, s := range theGame.scenes {
		links = append(links, "#"+s.Name+"@"+s.Winning)
	}
	for _, link := range links {
		p.visit(t, link)
		p.drawn(t)
		p.requireFits(t, 360)
		cut := eval[[]string](t, p, cutOff)
		assert.Empty(t, cut, link)
	}
	p.requireQuiet(t)
}

// cutOff are texts that leave the window at the side, where nothing can be scrolled to show them.
const cutOff = `(() => {
	const scrolls = e => e && (["auto", "scroll"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
	return [...document.querySelectorAll("body *")].filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
		.filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest(".hidden, .skip") && !scrolls(e))
		.filter(e => (({left, right, width}) => width > 0 && (left < -1 || right > innerWidth + 1))(e.getBoundingClientRect()))
		.map(e => e.outerHTML.slice(0, 120));
})()`

// drawn waits for the marker at large, if it is seen.
func (p *tab) drawn(t *testing.T) {
	t.Helper()
	value(t, p, chromedp.Poll[bool](`document.getElementById("large").hidden || document.querySelector("#large [aria-busy=false]") !== null`, chromedp.WithPollingTimeout(0)))
}

// Every text stands out from its ground, in light and in dark colours: 4.5 to 1, and 3 to 1 if it is
// large (WCAG 2.2, 1.4.3, which leaves out what is switched off). A text in a picture may lie on
// any of the things below it.
func TestContrast(t *testing.T) {
	p := opened(t, "", 1280, 5000)
	for _, scheme := range []string{"light", "dark"} {
		p.prefer(t, scheme, "reduce")
		for _, link := range moments(typical(t)) {
			p.visit(t, link)
			p.drawn(t)
			for _, pale := range eval[[]string](t, p, paleTexts) {
				t.Errorf("%s, %s: %s", scheme, link, pale)
			}
		}
	}
	p.requireQuiet(t)
}

const paleTexts = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const known = new Map(), rgba = colour => known.get(colour) ?? known.set(colour, painted(colour)).get(colour);
	const painted = colour => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = "#0000";
		canvas.fillStyle = colour;
		canvas.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
		return [r, g, b, a / 255];
	};
	const over = ([r, g, b, a], below) => [r, g, b].map((v, i) => v * a + below[i] * (1 - a)).concat(1);
	const luminance = c => { const [r, g, b] = c.map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
	const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((x, y) => y - x); return (x + .05) / (y + .05); };
	const opacity = e => e ? Number(getComputedStyle(e).opacity) * opacity(e.parentElement) : 1;
	// ground is the colour at a point below a text, painted from the page upwards.
	const ground = (e, x, y) => {
		const stack = document.elementsFromPoint(x, y);
		const below = stack.slice(Math.max(0, stack.indexOf(e)));
		let colour = over(rgba(getComputedStyle(document.body).backgroundColor), [255, 255, 255]);
		for (const one of below.reverse()) {
			const style = getComputedStyle(one);
			const paint = one instanceof SVGGeometryElement ? style.fill : one instanceof SVGElement && !(one instanceof SVGSVGElement) ? "none" : style.backgroundColor;
			if (paint === "none") continue;
			const [r, g, b, a] = rgba(paint);
			colour = over([r, g, b, a * opacity(one)], colour);
		}
		return colour;
	};
	const pale = new Set();
	for (const e of document.querySelectorAll("body *")) {
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility({visibilityProperty: true})) continue;
		if (e.closest("[aria-disabled], :disabled, .hidden, .skip, script, style, noscript, option")) continue;
		const range = document.createRange();
		range.selectNodeContents(e);
		const {left, top, width, height} = range.getClientRects()[0] ?? {};
		const [x, y] = [left + Math.min(width / 2, 40), top + height / 2];
		if (!(width > 0) || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || !document.elementsFromPoint(x, y).includes(e)) continue; // scrolled away
		const style = getComputedStyle(e);
		const back = ground(e, x, y);
		const [r, g, b, a] = rgba(e instanceof SVGElement ? style.fill : style.color);
		const ratio = contrast(over([r, g, b, a * opacity(e)], back), back);
		const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
		if (ratio < (large ? 3 : 4.5)) pale.add(ratio.toFixed(2) + " to 1: " + e.outerHTML.slice(0, 120));
	}
	return [...pale];
})()`

// Pictures of the page for a person to look at: scenes at their ends, and the marker at large.
func TestScreenshots(t *testing.T) {
	if os.Getenv("HALFMARK_SCREENSHOTS") == "" {
		t.Skip("HALFMARK_SCREENSHOTS names no folder for them")
	}
	p := opened(t, "", 1280, 900)
	for _, look := range []struct {
		name, scheme string
		width        int64
	}{{"wide", "light", 1280}, {"dark", "dark", 1280}, {"narrow", "light", 360}} {
		p.prefer(t, look.scheme, "reduce")
		p.do(t, chromedp.EmulateViewport(look.width, 900))
		for _, link := range moments(typical(t)) {
			p.visit(t, link)
			p.drawn(t)
			name, place, _ := strings.Cut(link[1:], "@")
			_, step, middle := strings.Cut(place, ":")
			if middle {
				name += " at step " + step
			}
			keep(t, p, "play "+name+" "+look.name)
		}
	}
	p.requireQuiet(t)
}
