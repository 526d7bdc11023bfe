package site

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/policy"
)

//go:embed page.html
var markup string

var pageTemplate = template.Must(template.New("page").Parse(markup))

// sheet is what differs between pages.
type sheet struct {
	Title    string
	Body     template.HTML
	Contents []link // the page's sections
	Script   template.JS
	Slides   bool
}

// link is a link with its text. Here says that it leads to the page that it is on.
type link struct {
	To, Text string
	Here     bool
}

// page makes the page of a file in Markdown.
func (m *maker) page(file string, source []byte) error {
	matter, source := frontMatter(source)
	d := m.read(file, source)
	s := &sheet{Title: d.title()}
	if marp.Match(matter) {
		return m.deck(file, d, s)
	}
	body, err := d.html(d.root)
	if err != nil {
		return err
	}
	s.Body = body
	if file != frontFile {
		s.Contents = d.sections()
	}
	return m.write(file, s)
}

// title is the first heading.
func (d *document) title() (title string) {
	each(d.root, func(n ast.Node) {
		if _, ok := n.(*ast.Heading); ok && title == "" {
			title = d.said(n)
		}
	})
	return title
}

// sections are links to the headings of level 2, if there are several.
func (d *document) sections() (all []link) {
	each(d.root, func(n ast.Node) {
		if h, ok := n.(*ast.Heading); ok && h.Level == 2 {
			id, _ := h.AttributeString("id")
			all = append(all, link{To: "#" + string(id.([]byte)), Text: d.said(n)})
		}
	})
	if len(all) < 3 {
		return nil
	}
	return all
}

// everywhere are the pages to which each page links, with what they are called there.
var everywhere = []chapter{{frontFile, "Halfmark"}, {playFile, "Play"}, {"docs/course/README.md", "Course"}, {"docs/README.md", "All pages"}, {glossary, "Glossary"}}

// write puts a page of the site around what a file of the source says.
func (m *maker) write(file string, s *sheet) error {
	allowed := &policy.Page{Folder: true}
	if s.Script != "" {
		allowed.Scripts = []string{string(s.Script)}
	}
	at := m.place(file)
	previous, next := m.around(file)
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, map[string]any{
		"Sheet": s, "Policy": allowed.String(), "Style": relative(at, styleFile), "Front": file == frontFile,
		"Everywhere": m.links(file, everywhere...), "Previous": previous, "Next": next,
		"File": strings.TrimPrefix(file, frontFile), "Program": m.Program, "Generator": generator,
	})
	m.made.Files[at] = b.Bytes()
	return err
}

// links are the links of a page to those pages that the site has.
func (m *maker) links(file string, to ...chapter) (all []link) {
	for _, c := range to {
		if c.File == frontFile {
			all = append(all, link{relative(m.place(file), "index.html"), c.Title, file == frontFile})
		} else if address, ok := m.address(file, relative(file, c.File)); ok {
			all = append(all, link{address, c.Title, c.File == file})
		}
	}
	return all
}

// around are the links of a chapter to its neighbours.
func (m *maker) around(file string) (previous, next []link) {
	i := slices.IndexFunc(m.chapters, func(c chapter) bool { return c.File == file })
	if i > 0 {
		previous = m.links(file, m.chapters[i-1])
	}
	if i >= 0 && i+1 < len(m.chapters) {
		next = m.links(file, m.chapters[i+1])
	}
	return previous, next
}
