package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// settle is a promise that all moves of the page are done, and drawn.
const settle = `(async () => {
	for (let last; last !== halfmarkPlay.idle;) {
		last = halfmarkPlay.idle;
		await last;
		await new Promise(done => setTimeout(done));
	}
})()`

// opened shows the page with a fragment, in a window of so many pixels.
func opened(t *testing.T, fragment string, width, height int64) *tab {
	t.Helper()
	p := empty(t, width, height)
	p.arrive(t, played(t).file, fragment)
	return p
}

// arrive loads a page, and waits until it is ready.
func (p *tab) arrive(t *testing.T, file, fragment string) {
	t.Helper()
	p.do(t, chromedp.Navigate("file://"+file+fragment))
	p.ready(t)
}

// ready waits until the page has started, or has said why it does not start.
func (p *tab) ready(t *testing.T) {
	t.Helper()
	value(t, p, chromedp.Poll[bool](`document.body?.dataset.ready === "true"`, chromedp.WithPollingTimeout(0)))
}

// after carries out statements in the page, waits until it has settled, and returns the value
// of an expression.
func after[T any](t *testing.T, p *tab, statements, expression string) T {
	t.Helper()
	return eval[T](t, p, fmt.Sprintf(`(async () => { %s; await %s; return %s; })()`, statements, settle, expression))
}

// visit goes to another fragment in the page.
func (p *tab) visit(t *testing.T, fragment string) {
	t.Helper()
	literal, err := json.Marshal(fragment)
	require.NoError(t, err)
	after[bool](t, p, fmt.Sprintf(`if (location.hash !== %s) await new Promise(done => {
		addEventListener("hashchange", done, {once: true});
		location.hash = %[1]s;
	})`, literal), "true")
}

// seen is the View of the page, as text.
func (p *tab) seen(t *testing.T) string {
	t.Helper()
	return after[string](t, p, "", "JSON.stringify(halfmarkPlay.view)")
}

// words is a sentence of the page by its key, without what stands in its places.
func words(t *testing.T, p *tab, key string) string {
	t.Helper()
	sentence := eval[string](t, p, fmt.Sprintf(`JSON.parse(document.getElementById("texts").textContent)[%q]`, key))
	before, _, _ := strings.Cut(sentence, "{")
	require.NotEmpty(t, before, key)
	return before
}

// text is what an element says, "" if it is hidden.
func text(t *testing.T, p *tab, id string) string {
	t.Helper()
	return eval[string](t, p, fmt.Sprintf(`(e => e?.checkVisibility() ? e.textContent : "")(document.getElementById(%q))`, id))
}

// requireSame compares what a program of this machine answers with what the page has, byte for byte.
func requireSame(t *testing.T, want, got, name string, arguments ...any) {
	t.Helper()
	if want == got {
		return
	}
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	around := func(s string) string { return s[max(0, min(at, len(s))-100):min(len(s), at+100)] }
	require.FailNow(t, fmt.Sprintf(name, arguments...), "natively ...%s\nin the page ...%s", around(want), around(got))
}
