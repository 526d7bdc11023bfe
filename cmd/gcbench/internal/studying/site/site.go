// Package site makes the website of gcbench site: the page of gcbench play, the course and the other pages. It reads them
// from the source of the module. A file has the path in the site that it has in the repository, so links stay
// what they are but for their ends. Code has a page where the course or the glossary links to it. Other pages
// say in which file it is, because with all that they name the site would be too large to hand out.
package site

import (
	"bytes"
	_ "embed"
	"errors"
	"html/template"
	"io/fs"
	"path"
	"strings"
	markdown "text/template"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
)

//go:embed front.md
var frontText string

//go:embed site.css
var style string

const (
	frontFile = "index.md" // the front page, which is a file of no repository
	playFile  = "play.html"
	styleFile = "site.css"
	glossary  = "docs/glossary.md"
)

// Site is what a website is made of.
type Site struct {
	Source  fs.FS  // the root of the module's source
	Play    []byte // the page of gcbench play; nil is a site without it
	Program string // the version of this program
}

// Made is a website.
type Made struct {
	Files map[string][]byte // by their paths in its folder
	Lost  []string          // links that lead to nothing in the source, as "docs/a.md: b.go". The pages have their texts
}

// Make makes the website. It begins at the front page, and follows links. The error says which page the source lacks.
func (s *Site) Make() (*Made, error) {
	m := &maker{Site: s, made: &Made{Files: map[string][]byte{styleFile: []byte(string(picture.Style) + style)}}, known: map[string]bool{}}
	if s.Play != nil {
		m.made.Files[playFile] = s.Play
	}
	front, err := m.front()
	if err != nil {
		return nil, err
	}
	if err := m.students(); err != nil { // before other pages name the source that these show
		return nil, err
	}
	if err := m.page(frontFile, front); err != nil {
		return nil, err
	}
	for len(m.todo) > 0 {
		file := m.todo[0]
		m.todo = m.todo[1:]
		if err := m.file(file); err != nil {
			return nil, err
		}
	}
	return m.made, nil
}

// maker makes one website.
type maker struct {
	*Site
	made     *Made
	known    map[string]bool // files of the source that are in the site, or will be
	todo     []string        // those among them that are still to be made
	chapters []chapter       // of the course, in order
}

// chapter is a page that has its place in a series.
type chapter struct{ File, Title string }

// front is the text of the front page. It names the chapters.
func (m *maker) front() ([]byte, error) {
	files, err := fs.Glob(m.Source, "docs/course/[0-9]*.md")
	if err != nil {
		return nil, err
	}
	if files == nil {
		return nil, errors.New("the source has no course: there is no file docs/course/[0-9]*.md")
	}
	for _, file := range files {
		text, err := fs.ReadFile(m.Source, file)
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(string(text), "\n")
		_, title, _ := strings.Cut(first, ". ")
		m.chapters = append(m.chapters, chapter{file, strings.TrimSpace(title)})
	}
	var b bytes.Buffer
	err = markdown.Must(markdown.New("front").Parse(frontText)).Execute(&b, map[string]any{"Play": m.Play != nil, "Chapters": m.chapters})
	return b.Bytes(), err
}

// students enters the pages that students read.
func (m *maker) students() error {
	files, err := fs.Glob(m.Source, "docs/course/*.md")
	for _, file := range append(files, glossary) {
		if m.exists(file) {
			m.want(file)
		}
	}
	return err
}

// file makes the file of the site that shows a file of the source.
func (m *maker) file(file string) error {
	text, err := fs.ReadFile(m.Source, file)
	switch {
	case err != nil:
		return err
	case path.Ext(file) == ".md":
		return m.page(file, bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	case asItIs(file):
		m.made.Files[file] = text
		return nil
	}
	return m.write(file, &sheet{Title: file, Body: headed(file, code(text, ""))})
}

// headed is what a page shows of a file of the source, below its name.
func headed(name string, body template.HTML) template.HTML {
	return template.HTML("<h1><code>"+escaped(name)+"</code></h1>\n") + body
}
