package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// listen makes the page keep the sentences that it says from now on.
const listen = `(window.halfmarkSaid = [], new MutationObserver(() => halfmarkSaid.push(document.getElementById("said").textContent))
	.observe(document.getElementById("said"), {childList: true, characterData: true, subtree: true}), true)`

// focused is the id of the element with the focus.
func focused(t *testing.T, p *tab) string {
	t.Helper()
	return after[string](t, p, "", `document.activeElement === document.body ? "body" : document.activeElement.id`)
}

// tabTo presses Tab until an element has the focus.
func (p *tab) tabTo(t *testing.T, id string) {
	t.Helper()
	at := chromedp.Evaluate[string](`document.activeElement.id`)
	for n := 0; value(t, p, at) != id; n++ {
		require.Less(t, n, 200, "Tab does not reach %s", id)
		press(t, p, kb.Tab)
	}
}

// A scene is won with the keys alone: Tab to a button, Enter and the space bar for steps, numbers for
// answers. Each step is said, and the focus is never lost.
func TestPlayedByKeys(t *testing.T) {
	p := opened(t, "", 1280, 900)
	s := some(theGame.scenes)[0]
	p.visit(t, "#"+s.Name)
	eval[bool](t, p, listen)
	for i, letter := range letters(s.Winning)[len(letters(s.Opening)):] {
		p.tabTo(t, "step-"+letter)
		press(t, p, []string{kb.Enter, " "}[i%2])
		if strings.HasPrefix(focused(t, p), "answer-") {
			require.Contains(t, text(t, p, "said"), "?", "the question is said")
			press(t, p, "1")
		}
		require.Equal(t, "step-"+letter, focused(t, p), "step %d", i+1)
		last := eval[string](t, p, `halfmarkPlay.view.steps.at(-1).says`)
		require.Contains(t, text(t, p, "said"), last, "step %d is said", i+1)
		require.Contains(t, eval[string](t, p, `halfmarkSaid.join("\n")`), last)
	}
	require.True(t, eval[bool](t, p, `halfmarkPlay.view.won`))
	require.Contains(t, text(t, p, "said"), words(t, p, "won"))
	require.Contains(t, text(t, p, "ending"), words(t, p, "headline.won"))
	require.Equal(t, "status", eval[string](t, p, `document.getElementById("said").getAttribute("role")`), "screen readers read it")
	p.requireQuiet(t)
}

// Letters are steps, and arrows go through them, wherever the focus is: but not where a person writes, and
// not with a modifier.
func TestLettersAndArrows(t *testing.T) {
	p := opened(t, "", 1280, 900)
	s := some(theGame.scenes)[0]
	schedule := letters(s.Winning)
	p.visit(t, "#"+s.Name)
	want := views(t, s.Name, schedule)
	at := len(letters(s.Opening))
	p.tabTo(t, "step-a")
	for ; at < len(schedule); at++ {
		press(t, p, schedule[at])
		if strings.HasPrefix(focused(t, p), "answer-") {
			press(t, p, "1")
		}
		require.Equal(t, want[at+1], p.seen(t), "%d letters", at+1)
		require.NotEqual(t, "body", focused(t, p))
	}
	for _, move := range []struct {
		key string
		at  int
	}{{kb.ArrowLeft, at - 1}, {kb.Backspace, at - 2}, {kb.ArrowRight, at - 1}, {kb.Home, 0}, {kb.End, at}} {
		press(t, p, move.key)
		require.Equal(t, want[move.at], p.seen(t), "%q", move.key)
		require.NotEqual(t, "body", focused(t, p))
	}
	press(t, p, kb.Home)
	p.do(t, chromedp.KeyEvent("a", chromedp.KeyModifiers(kb.ModifierCtrl)))
	require.Equal(t, want[0], p.seen(t), "Ctrl-A is the browser's")
	p.do(t, chromedp.Focus("#link"))
	press(t, p, "a", kb.Backspace, kb.ArrowRight)
	require.Equal(t, want[0], p.seen(t), "a person may write into a field")
	p.do(t, chromedp.Focus("#step-a"))
	press(t, p, "?")
	require.True(t, eval[bool](t, p, `document.getElementById("help").open`))
	press(t, p, "a", kb.Escape)
	require.False(t, eval[bool](t, p, `document.getElementById("help").open`))
	require.Equal(t, want[0], p.seen(t), "the help is in front of the game")
	require.Equal(t, "step-a", focused(t, p), "the focus comes back")
	p.requireQuiet(t)
}

// The first link of the page leads past the list of scenes. It changes neither the scene nor the address.
func TestSkip(t *testing.T) {
	link := "#" + played(t).scenes[0].Name + "@a"
	p := opened(t, link, 1280, 900)
	before := p.seen(t)
	eval[bool](t, p, `(document.querySelector(".skip").focus(), true)`)
	press(t, p, kb.Enter)
	require.Equal(t, "goal", focused(t, p))
	require.Equal(t, link, eval[string](t, p, "location.hash"))
	require.Equal(t, before, p.seen(t))
	require.Empty(t, text(t, p, "trouble"))
	p.requireQuiet(t)
}

// reachable are the elements that a person can use, from the first to the last.
const reachable = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
	.filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true}))`

// reached is an element with the focus.
type reached struct {
	Place           int // among those that are reachable
	Markup, Outline string
}

// Tab reaches everything, in the order of the page, and the focus can be seen.
func TestTabReachesAll(t *testing.T) {
	p := opened(t, "", 1280, 900)
	for _, link := range moments(some(theGame.scenes)[:1]) {
		p.visit(t, link)
		p.drawn(t)
		want := eval[int](t, p, `(window.halfmarkAll = `+reachable+`, halfmarkAll.length)`)
		require.Greater(t, want, 15)
		eval[bool](t, p, `(document.querySelector(".skip").focus(), true)`)
		for i := range want {
			at := value(t, p, chromedp.Evaluate[reached](`({
				Place: halfmarkAll.indexOf(document.activeElement), Markup: document.activeElement.outerHTML.slice(0, 200),
				Outline: getComputedStyle(document.activeElement).outlineStyle})`))
			require.Equal(t, i, at.Place, "%s: Tab reaches %s instead of %s", link, at.Markup,
				value(t, p, chromedp.Evaluate[string](fmt.Sprintf(`halfmarkAll[%d].outerHTML.slice(0, 200)`, i))))
			if i > 0 { // the first one was given the focus by this test, and no key
				assert.NotEqual(t, "none", at.Outline, "%s: %s", link, at.Markup)
			}
			press(t, p, kb.Tab)
		}
	}
	p.requireQuiet(t)
}

// named are the roles of elements that a screen reader must have a name for.
var named = map[string]bool{
	"button": true, "slider": true, "checkbox": true, "radio": true, "combobox": true, "image": true, "img": true, "link": true,
	"textbox": true, "spinbutton": true, "region": true, "group": true, "dialog": true, "DisclosureTriangle": true, "navigation": true, "columnheader": true,
}

// Whatever a person can use, and each picture, has a name for screen readers.
func TestNames(t *testing.T) {
	p := opened(t, "", 1280, 900)
	for _, link := range moments(typical(t)) {
		p.visit(t, link)
		p.drawn(t)
		requireNames(t, p, link)
	}
	p.requireQuiet(t)
}

func requireNames(t *testing.T, p *tab, scene string) {
	t.Helper()
	c, end := p.limited()
	defer end()
	tree, err := chromedp.Call(c, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	require.NoError(t, err)
	seen := 0
	for _, node := range tree.Nodes {
		if node.Ignored || node.Role == nil || !named[strings.Trim(string(node.Role.Value), `"`)] {
			continue
		}
		seen++
		if node.Name == nil || strings.TrimSpace(strings.Trim(string(node.Name.Value), `"`)) == "" {
			if markup := p.markup(t, node); !strings.HasPrefix(markup, "<details") { // its summary has a name
				t.Errorf("%s: a %s has no name: %s", scene, node.Role.Value, markup)
			}
		}
	}
	require.Greater(t, seen, 5, scene)
}

// markup is the beginning of an element as it is written.
func (p *tab) markup(t *testing.T, node *accessibility.Node) string {
	t.Helper()
	c, end := p.limited()
	defer end()
	html, err := chromedp.Call(c, dom.GetOuterHTML, dom.GetOuterHTMLParams{BackendNodeID: node.BackendDOMNodeID})
	require.NoError(t, err)
	return html.OuterHTML[:min(len(html.OuterHTML), 200)]
}
