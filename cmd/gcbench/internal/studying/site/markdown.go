package site

import (
	"bytes"
	"html/template"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// writer is what turns Markdown into HTML. Commands of gcbench play become links to the page at play, unless that is "".
// The pages are the project's own, so they may have HTML.
func writer(play string) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(&boxes{play}, 100))),
	)
}

// document is a page that was read: its links are those of the site.
type document struct {
	text    []byte
	root    ast.Node
	written goldmark.Markdown
}

// read reads a page, or a part of one.
func (m *maker) read(file string, source []byte) *document {
	play := ""
	if m.Play != nil {
		play = relative(m.place(file), playFile)
	}
	d := &document{text: source, written: writer(play)}
	d.root = d.written.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&anchors{used: map[string]bool{}}))))
	var unshown []func()
	lead := func(n ast.Node, link []byte) []byte {
		address, ok := m.address(file, string(link))
		if !ok { // the walk needs the node
			unshown = append(unshown, func() { m.name(d, n, file, string(link)) })
		}
		return []byte(address)
	}
	each(d.root, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = lead(n, n.Destination)
		case *ast.Image:
			n.Destination = lead(n, n.Destination)
		}
	})
	for _, name := range unshown {
		name()
	}
	return d
}

// name leaves the text of a link in the place of the link, and says which file it means if the text does not.
func (m *maker) name(d *document, link ast.Node, page, to string) {
	file, _, _ := strings.Cut(to, "#")
	file = path.Join(path.Dir(page), file)
	if !m.exists(file) {
		m.made.Lost = append(m.made.Lost, page+": "+to)
	} else if !strings.Contains(d.said(link), path.Base(file)) {
		link.AppendChild(link, ast.NewString([]byte(" (in "+file+")")))
	}
	around := link.Parent()
	for child := link.FirstChild(); child != nil; child = link.FirstChild() {
		around.InsertBefore(around, link, child)
	}
	around.RemoveChild(around, link)
}

// each calls do with all nodes below a node.
func each(root ast.Node, do func(ast.Node)) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			do(n)
		}
		return ast.WalkContinue, nil
	})
}

// html is a part of the document.
func (d *document) html(parts ...ast.Node) (template.HTML, error) {
	var b bytes.Buffer
	for _, part := range parts {
		if err := d.written.Renderer().Render(&b, d.text, part); err != nil {
			return "", err
		}
	}
	return template.HTML(b.String()), nil
}

// said is the text of a node, without its markup.
func (d *document) said(root ast.Node) string {
	var b bytes.Buffer
	each(root, func(n ast.Node) {
		if t, ok := n.(*ast.Text); ok {
			b.Write(t.Value(d.text))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
	})
	return b.String()
}

// anchors names headings as the hosts of repositories do: small letters, hyphens for spaces, no other marks, and -1,
// -2 and so on where a name is there already.
type anchors struct{ used map[string]bool }

// Generate is of parser.IDs.
func (a *anchors) Generate(heading []byte, _ ast.NodeKind) []byte {
	name := string(bytes.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, bytes.TrimSpace(heading)))
	first := name
	for n := 1; a.used[name]; n++ {
		name = first + "-" + strconv.Itoa(n)
	}
	a.used[name] = true
	return []byte(name)
}

// Put is of parser.IDs.
func (a *anchors) Put(name []byte) { a.used[string(name)] = true }
