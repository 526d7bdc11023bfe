package site

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

//go:embed slides.js
var slidesScript string

var (
	marp      = regexp.MustCompile(`(?m)^marp: *true *$`)
	directive = regexp.MustCompile(`^_?(theme|class|style|size|math|paginate|header|footer|color|headingDivider|background[A-Za-z]*|title|author|description|lang): `)
)

// frontMatter splits a page into the YAML at its top, if there is any, and the rest.
func frontMatter(text []byte) (matter, rest []byte) {
	after, ok := bytes.CutPrefix(text, []byte("---\n"))
	if !ok {
		return nil, text
	}
	matter, rest, ok = bytes.Cut(after, []byte("\n---\n"))
	if !ok {
		return nil, text
	}
	return matter, rest
}

// slide is a part of a deck in the form of Marp: slides are between lines ---, and what the speaker says stands in comments.
type slide struct {
	shown []ast.Node
	notes []string
}

// deck makes the page of a deck of slides. The notes are below each slide, folded.
func (m *maker) deck(file string, d *document, s *sheet) error {
	slides := d.slides()
	var b strings.Builder
	for i, one := range slides {
		shown, err := d.html(one.shown...)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, `<section class="slide" id="slide-%d" role="group" aria-label="Slide %[1]d of %d">`+"\n%s</section>\n", i+1, len(slides), shown)
		if one.notes == nil {
			continue
		}
		notes := m.read(file, []byte(strings.Join(one.notes, "\n\n")))
		said, err := notes.html(notes.root)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "<details class=\"notes\"><summary>Notes on slide %d</summary>\n%s</details>\n", i+1, said)
	}
	s.Body, s.Slides, s.Script = template.HTML(b.String()), true, template.JS(slidesScript)
	return m.write(file, s)
}

// slides takes the deck apart. A page has one heading of level 1: if later slides have some, their headings are one
// level lower.
func (d *document) slides() []slide {
	all, lower := []slide{{}}, d.titles() > 1
	for n := d.root.FirstChild(); n != nil; n = n.NextSibling() {
		last := &all[len(all)-1]
		comment, isComment := d.comment(n)
		heading, isHeading := n.(*ast.Heading)
		switch {
		case n.Kind() == ast.KindThematicBreak:
			all = append(all, slide{})
			continue
		case isComment && comment != "":
			last.notes = append(last.notes, comment)
			continue
		case isComment:
			continue
		case isHeading && lower && len(all) > 1:
			heading.Level = min(heading.Level+1, 6)
		}
		last.shown = append(last.shown, n)
	}
	return all
}

// titles counts the headings of level 1.
func (d *document) titles() (n int) {
	each(d.root, func(node ast.Node) {
		if h, ok := node.(*ast.Heading); ok && h.Level == 1 {
			n++
		}
	})
	return n
}

// comment is the text of a comment, and whether a node is one. That of a directive of Marp is "".
func (d *document) comment(n ast.Node) (string, bool) {
	block, ok := n.(*ast.HTMLBlock)
	if !ok || block.HTMLBlockType != ast.HTMLBlockType2 {
		return "", false
	}
	text := string(block.Lines().Value(d.text))
	if block.HasClosure() {
		text += string(block.ClosureLine.Value(d.text))
	}
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "<!--"), "-->"))
	if directive.MatchString(text) {
		return "", true
	}
	return text, true
}
