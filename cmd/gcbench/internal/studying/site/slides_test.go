package site

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/policy"
)

const deck = `---
marp: true
title: A session
---

<!-- _class: lead -->

# A session

<!-- Greet **them**. -->

---

# Second

` + "```\n---\n```" + `

<!--
See [chapter 1](01-one.md).

- a
-->

***

## Third
`

// A page in the form of Marp is a deck: sections, with folded notes below. Directives and front matter are no text.
func TestSlides(t *testing.T) {
	text, _ := pageOf(t, &Site{Source: small(map[string]string{"docs/course/slides.md": deck})}, "docs/course/slides.html")
	assert.Contains(t, text, "<title>A session – Halfmark</title>")
	for _, part := range []string{
		`id="slide-1" role="group" aria-label="Slide 1 of 3">` + "\n" + `<h1 id="a-session">`,
		"<summary>Notes on slide 1</summary>\n<p>Greet <strong>them</strong>.</p>",
		`<h2 id="second">Second</h2>` + "\n" + `<pre tabindex="0"><code>---` + "\n</code></pre>",
		`<p>See <a href="01-one.html">chapter 1</a>.</p>` + "\n<ul>",
		`aria-label="Slide 3 of 3">` + "\n" + `<h3 id="third">`,
	} {
		assert.Contains(t, text, part)
	}
	for _, part := range []string{"marp", "lead", "<!--", "Notes on slide 3"} {
		assert.NotContains(t, text, part)
	}
	allowed := policy.Of([]byte(text))
	assert.Equal(t, (&policy.Page{Folder: true, Scripts: []string{slidesScript}}).String(), allowed)
	assert.Contains(t, text, "<script>"+slidesScript+"</script>")
}

// A page that only begins with a line, or has other front matter, is no deck.
func TestFrontMatter(t *testing.T) {
	for _, page := range []string{"---\n\n# A\n", "---\ntitle: A\n---\n# A\n", "# A\n\nmarp: true\n", "---\ntitle: A\nmarp: false\n---\n# A\n"} {
		text, _ := pageOf(t, &Site{Source: small(map[string]string{"docs/course/a.md": page})}, "docs/course/a.html")
		assert.NotContains(t, text, "slide-1", page)
		assert.False(t, strings.Contains(text, "title: A"), page)
	}
	_, rest := frontMatter([]byte("---\na: b\n---\nrest\n---\n"))
	assert.Equal(t, "rest\n---\n", string(rest))
}
