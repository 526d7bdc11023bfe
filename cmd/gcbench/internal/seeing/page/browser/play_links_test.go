package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A link opens at its step: when the page is loaded, and when the user changes the address.
func TestLinkOpensAtItsStep(t *testing.T) {
	s := played(t).scenes[0]
	schedule := letters(s.Winning)
	at := len(schedule) / 2
	link := fmt.Sprintf("#%s@%s:%d", s.Name, s.Winning, at)
	p := opened(t, link, 1280, 900)
	want := views(t, s.Name, schedule)
	require.Equal(t, want[at], p.seen(t))
	require.Equal(t, s.Winning, eval[string](t, p, "halfmarkPlay.schedule"), "the steps behind it can be made again")
	require.Equal(t, link, eval[string](t, p, "location.hash"))
	require.True(t, strings.HasSuffix(eval[string](t, p, `document.getElementById("link").value`), link))
	p.requireQuiet(t)

	p.visit(t, "#"+s.Name+"@"+s.Winning)
	require.Equal(t, want[len(schedule)], p.seen(t))
	p.visit(t, fmt.Sprintf("#%s@%s:0", s.Name, s.Winning))
	require.Equal(t, want[0], p.seen(t))
	p.visit(t, "#"+s.Name)
	require.Equal(t, want[len(letters(s.Opening))], p.seen(t))
	require.Equal(t, want[1], walk(t, p, "step-"+schedule[0], 1)[0])
	require.Equal(t, "#"+s.Name+"@"+schedule[0], eval[string](t, p, "location.hash"), "the address follows")
	p.do(t, chromedp.Reload())
	p.ready(t)
	require.Equal(t, want[1], p.seen(t), "loaded again")
}

// odd are damaged fragments, and a part of what the page says. Where it is "", the page may say
// nothing.
var odd = []struct{ link, part string }{
	{"#nothing-of-this-name", "nothing-of-this-name"},
	{"#theft@xyz!", "xyz!"},
	{"#theft@z5", "z"},
	{"#theft@A3", "A3"},
	{"#theft@a0", "a0"},
	{"#theft@a3b4a:9", "9"},
	{"#theft@a3b4a:-1", "-1"},
	{"#theft@a3b4a:1e1", "1e1"},
	{"#theft@a3b4a:", "step"},
	{"#theft@a3@b4", "a3@b4"},
	{"#theft@b500", "step 5"},
	{"#theft@a99999999999999999999", "10,000"},
	{"#theft~x@a", "x"},
	{"#theft~99999999999", "99999999999"},
	{"#theft~-1", "-1"},
	{"#@", ""},
	{"#~", "scene"},
	{"#:", ":"},
	{"#%", "%"},
	{"#%zz%E0%A4%A", "%zz"},
	{"#theft%00@a", "theft"},
	{"#%3Cscript%3EhalfmarkOdd=1%3C/script%3E", "script"},
	{"#<img src=x onerror=halfmarkOdd=1>@a", "img"},
	{"#theft@<img src=x onerror=halfmarkOdd=1>", "img"},
	{"#__proto__", "__proto__"},
	{"#theft@__proto__", "__proto__"},
	{"#constructor@a:1", "constructor"},
	{"#stealhalf/capacity=-1/ops=h", "capacity"},
	{"#stealhalf/capacity=4294967296/ops=h", "capacity"},
	{"#stealhalf/ops=" + strings.Repeat("h", 999), ""},
	{"#" + strings.Repeat("x", 100_000), "x"},
	{"#theft@" + strings.Repeat("ab", 50_000), "10,000"},
	{"#theft@" + strings.Repeat("a1", 4_000), ""},
}

// A damaged link gets a sentence, and a scene that can be played.
func TestOddLinks(t *testing.T) {
	p := opened(t, "", 1280, 900)
	first := eval[string](t, p, "halfmarkPlay.scene")
	for _, o := range odd {
		link, part := o.link, o.part
		eval[string](t, p, `document.getElementById("said").textContent = ""`)
		p.visit(t, link)
		said := text(t, p, "trouble") + text(t, p, "said")
		name := link[:min(len(link), 60)]
		assert.Contains(t, said, part, name)
		requireSentence(t, said, name)
		require.NotEmpty(t, eval[string](t, p, "halfmarkPlay.scene"), name)
		require.True(t, eval[bool](t, p, `document.getElementById("step-a").checkVisibility()`), name)
	}
	require.True(t, eval[bool](t, p, `typeof halfmarkOdd === "undefined" && document.querySelector("img") === null`), "text is not markup")
	p.visit(t, "#"+first+"@a")
	require.Equal(t, first, eval[string](t, p, "halfmarkPlay.scene"))
	require.Empty(t, text(t, p, "trouble"), "a good link ends the trouble")
	p.requireQuiet(t)
}

// The same when the page is loaded with it.
func TestOddLinksAtFirst(t *testing.T) {
	for _, link := range []string{"#nothing-of-this-name", "#theft@a:7", "#<img src=x onerror=halfmarkOdd=1>" + strings.Repeat("x", 100_000)} {
		p := opened(t, link, 1280, 900)
		name := link[:min(len(link), 60)]
		requireSentence(t, text(t, p, "trouble")+text(t, p, "said"), name)
		require.NotEmpty(t, eval[string](t, p, "halfmarkPlay.scene"), name)
		require.True(t, eval[bool](t, p, `document.getElementById("step-a").checkVisibility()`), name)
		p.requireQuiet(t)
	}
}

// requireSentence checks that a person has written what is said, and that it is not endless.
func requireSentence(t *testing.T, said, name string) {
	t.Helper()
	assert.NotEmpty(t, said, name)
	assert.Less(t, len(said), 500, "%s", name)
	for _, wrong := range []string{"undefined", "[object", "TypeError", "NaN", "SyntaxError", "RangeError", "null", "{"} {
		assert.NotContains(t, said, wrong, name)
	}
}
