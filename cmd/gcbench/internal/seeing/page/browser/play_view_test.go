package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// hiddenLines are the marked lines that a person cannot see without scrolling the window.
const hiddenLines = `[...document.querySelectorAll("#workers .here")].filter(line => {
	const {top, bottom} = line.getBoundingClientRect();
	return top < 0 || bottom > document.getElementById("moves").getBoundingClientRect().top + 1;
}).map(line => line.textContent)`

// The source is in view on a small desk, also while a question is asked and with a picture that needs more room than there is.
func TestSourceIsInView(t *testing.T) {
	p := opened(t, "", 1280, 800)
	for _, link := range []string{"#no-lock@ab3", "#theft@a3b3", "#phantom@b3", "#steal@c", "#late-block", "#torn"} {
		p.visit(t, link)
		require.Empty(t, eval[[]string](t, p, hiddenLines), link)
	}
	p.visit(t, "#phantom@b3")
	press(t, p, "b")
	require.NotEmpty(t, text(t, p, "question"))
	require.Empty(t, eval[[]string](t, p, hiddenLines), "a question")
}

// On a telephone a question about memory brings the picture into view, above the question.
func TestPictureIsInView(t *testing.T) {
	p := opened(t, "#theft@a3b3", 390, 844)
	eval[bool](t, p, `(scrollTo(0, document.body.scrollHeight), true)`)
	press(t, p, "b")
	require.NotEmpty(t, text(t, p, "question"))
	require.True(t, eval[bool](t, p, `(({top, bottom}) => top >= -1 && bottom <= document.getElementById("moves").getBoundingClientRect().top)(document.querySelector("#picture svg").getBoundingClientRect())`))
}
