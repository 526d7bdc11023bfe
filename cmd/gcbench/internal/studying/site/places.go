package site

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// asItIs says whether the site has a file as it is: browsers show it.
func asItIs(file string) bool {
	return slices.Contains([]string{".png", ".svg", ".json"}, path.Ext(file))
}

// place is where the site shows a file of the source.
func (m *maker) place(file string) string {
	switch folder, name := path.Split(file); {
	case name == "README.md" && folder != "": // the front page is the index of the root
		return folder + "index.html"
	case path.Ext(name) == ".md":
		return strings.TrimSuffix(file, ".md") + ".html"
	case asItIs(file):
		return file
	}
	return file + ".html"
}

func (m *maker) isFolder(file string) bool {
	info, err := fs.Stat(m.Source, file)
	return err == nil && info.IsDir()
}

func (m *maker) exists(file string) bool {
	_, err := fs.Stat(m.Source, file)
	return err == nil
}

// address is what a link of a page becomes in the site, and enters what it leads to among what is still to be made.
// ok is false if the site does not show that. A link to another site stays as it is.
func (m *maker) address(page, link string) (address string, ok bool) {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") || strings.HasPrefix(link, "#") {
		return link, true
	}
	file, fragment, cut := strings.Cut(link, "#")
	if cut {
		fragment = "#" + fragment
	}
	file = path.Join(path.Dir(page), file)
	if file == playFile && m.Play != nil {
		return relative(m.place(page), playFile) + fragment, true
	}
	if m.isFolder(file) {
		file = path.Join(file, "README.md")
	}
	if !m.exists(file) || !m.shows(page, file) { // what leads out of the source does not exist either
		return "", false
	}
	m.want(file)
	return relative(m.place(page), m.place(file)) + fragment, true
}

// shows says whether the site has a file because a page links to it, or has it anyway.
func (m *maker) shows(page, file string) bool {
	isPage := strings.HasPrefix(file, "docs/") || path.Ext(file) == ".md" || file == "LICENSE"
	return isPage || m.known[file] || strings.HasPrefix(page, "docs/course/") || page == glossary
}

// want enters a file among those that the site has.
func (m *maker) want(file string) {
	if !m.known[file] {
		m.known[file] = true
		m.todo = append(m.todo, file)
	}
}

// relative is the way from one file of the site to another.
func relative(from, to string) string {
	here, there := strings.Split(from, "/"), strings.Split(to, "/")
	for len(here) > 1 && len(there) > 1 && here[0] == there[0] {
		here, there = here[1:], there[1:]
	}
	return strings.Repeat("../", len(here)-1) + strings.Join(there, "/")
}
