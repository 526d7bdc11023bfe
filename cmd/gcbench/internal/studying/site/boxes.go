package site

import (
	"html/template"
	"net/url"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play"
)

// boxes writes tables and code in boxes that scroll by themselves, and commands of gcbench play as links.
type boxes struct{ play string }

// RegisterFuncs is of renderer.NodeRenderer.
func (b *boxes) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(extended.KindTable, b.table)
	to.Register(ast.KindFencedCodeBlock, b.block)
	to.Register(ast.KindCodeBlock, b.block)
	to.Register(ast.KindCodeSpan, b.span)
}

// table is goldmark's, in a box. The keyboard reaches the box, so that it can scroll.
func (*boxes) table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	text := "</table></div>\n"
	if entering {
		text = `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>` + "\n"
	}
	_, err := w.WriteString(text)
	return ast.WalkContinue, err
}

func (b *boxes) block(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, err := w.WriteString(string(code(n.Lines().Value(source), b.play)) + "\n")
	return ast.WalkSkipChildren, err
}

func (b *boxes) span(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var text strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		text.Write(child.(*ast.Text).Value(source))
	}
	to := b.play
	if n.Parent().Kind() == ast.KindLink {
		to = ""
	}
	_, err := w.WriteString("<code>" + played(strings.ReplaceAll(text.String(), "\n", " "), to) + "</code>")
	return ast.WalkSkipChildren, err
}

// code is a text in a box, as it is but for links to the page of gcbench play, if there is one.
func code(text []byte, play string) template.HTML {
	return template.HTML(`<pre tabindex="0"><code>` + played(string(text), play) + `</code></pre>`)
}

// playing is a command of gcbench play, with a link. No link has what HTML escapes.
var playing = regexp.MustCompile("(?:\\./)?gcbench play (?:'([^'\n]+)'|([A-Za-z0-9][^\\s`'\"]*))")

// played is a text as HTML, in which commands of gcbench play are links to the page at such an address. "" is none.
func played(text, address string) string {
	if address == "" {
		return escaped(text)
	}
	return playing.ReplaceAllStringFunc(escaped(text), func(command string) string {
		words := playing.FindStringSubmatch(command)
		link, err := play.Link(words[1] + words[2])
		if err != nil || play.Known(link) != nil {
			return command // an example of a form
		}
		to := url.URL{Path: address, Fragment: link}
		return `<a href="` + to.String() + `">` + command + "</a>"
	})
}

// escaped is a text as HTML. Apostrophes stay, for there is much code.
func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
