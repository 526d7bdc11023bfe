package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// wins makes the steps of the first scene that can be won, one by one.
func (p *tab) wins(t *testing.T) {
	t.Helper()
	s := some(theGame.scenes)[0]
	p.visit(t, "#"+s.Name)
	for _, letter := range letters(s.Winning)[len(letters(s.Opening)):] {
		press(t, p, letter)
		if after[bool](t, p, "", `document.getElementById("answer-0") !== null`) {
			press(t, p, "1")
		}
	}
	require.True(t, after[bool](t, p, "", "halfmarkPlay.view.won"))
}

// won is how many scenes have the mark of those that were won.
func won(t *testing.T, p *tab) int {
	t.Helper()
	return after[int](t, p, "", `document.querySelectorAll(".scene .done").length`)
}

// The scenes that were won are known when the page is loaded again. To open another player's
// link is not to win.
func TestMemory(t *testing.T) {
	s := some(played(t).scenes)[0]
	p := opened(t, "#"+s.Name+"@"+s.Winning, 1280, 900)
	eval[bool](t, p, `(localStorage.clear(), true)`)
	p.do(t, chromedp.Reload())
	p.ready(t)
	require.True(t, after[bool](t, p, "", "halfmarkPlay.view.won"))
	require.Zero(t, won(t, p))
	p.wins(t)
	require.Equal(t, 1, won(t, p))
	p.do(t, chromedp.Reload())
	p.ready(t)
	require.Equal(t, 1, won(t, p))
}

// Without the memory of the browser, the page remembers as long as it is open.
func TestWithoutMemory(t *testing.T) {
	p := empty(t, 1280, 900)
	p.before(t, `Object.defineProperty(window, "localStorage", {get() { throw new DOMException("denied", "SecurityError"); }})`)
	p.arrive(t, played(t).file, "")
	p.wins(t)
	require.Equal(t, 1, won(t, p))
	p.requireQuiet(t)
}
