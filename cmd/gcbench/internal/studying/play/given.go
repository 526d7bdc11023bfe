package play

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Given is what is known of a source that a person has named: how it differs from the one that gcbench was built from.
type Given struct {
	Compared bool     // false if that source is not where it was, and the answer is not known
	Changed  []string // files, from the root of the module: they are not the same, or only one source has them
}

// Compare compares the source in a folder with that of the library. It looks at what the go command compiles.
func Compare(source, library string) (*Given, error) {
	ours, err := compiledFiles(library)
	if err != nil {
		return nil, err
	}
	theirs, err := compiledFiles(source)
	if err != nil {
		return nil, err
	}
	g := &Given{Compared: true}
	for name, text := range theirs {
		if own, ok := ours[name]; !ok || !bytes.Equal(own, text) {
			g.Changed = append(g.Changed, name)
		}
	}
	for name := range ours {
		if _, ok := theirs[name]; !ok {
			g.Changed = append(g.Changed, name)
		}
	}
	slices.Sort(g.Changed)
	return g, nil
}

// compiledFiles are the files of a module that the go command compiles, by their names from its root with slashes.
func compiledFiles(root string) (map[string][]byte, error) {
	all := map[string][]byte{}
	return all, eachCompiled(root, func(below string, text []byte) error {
		all[filepath.ToSlash(below)] = text
		return nil
	})
}

// String says how the source differs, as a part of a sentence. It is "" if it does not.
func (g *Given) String() string {
	const few = 3
	switch n := len(g.Changed); {
	case !g.Compared:
		return "which may not be the library's"
	case n == 0:
		return ""
	case n > few:
		return fmt.Sprintf("changed from the library in %s and %d more files", strings.Join(g.Changed[:few], ", "), n-few)
	default:
		return "changed from the library in " + strings.Join(g.Changed, ", ")
	}
}

// texts are the texts of the page, as JSON. Of source that is not the library's none says that it is.
func (p Program) texts() (string, error) {
	all, err := sentences()
	if err != nil || p.Given == nil || p.Given.String() == "" {
		return texts, err
	}
	all = maps.Clone(all)
	of := fmt.Sprintf("the source in the folder %s, %s", filepath.Base(p.From), p.Given)
	all["runs.production"] = "This is " + of + "."
	all["runs.broken"] = "This is a copy of " + of + ". It has one known bug."
	text, err := json.Marshal(all)
	return string(text), err
}
