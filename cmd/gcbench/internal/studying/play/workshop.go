package play

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/edit"
)

// A Copy is some packages of this module once more, under other import paths. A program can
// therefore have a package twice: as it is, and with a known bug or in other sizes.
type Copy struct {
	// Name is the folder of a copy, in that of the package.
	Name string
	// Packages are the folders of the packages below the root of the module, with slashes. Copies of
	// one Copy import one another. Whatever else they import is not copied. No package that takes
	// requests of its copies may be among them, such as package stage.
	Packages []string
	// Edits change the copies.
	Edits []Edit
	// Ordinary compiles the copies as if the tag interleave were not given. The other packages of
	// a build for the explorer have its small sizes, and its atomic operations, which are slow.
	Ordinary bool
}

// of is the folder of the copy of a package.
func (c Copy) of(pkg string) string { return pkg + "/" + c.Name }

// An Edit replaces a text of a file in a copy. The text must occur there exactly once.
type Edit struct {
	File     string // below the root of the module, with slashes, where the original is
	Old, New string
}

// Workshop fills the folder root, which is empty, with the source of this module and with copies of
// packages. Then the go command compiles there what imports the copies. The source is only
// read: it may be the folder in which the go command keeps a version of the module. There the go
// command refuses an overlay.
//
// Copies of the engine's packages are there for what they give to the engine: so the engine's program imports them.
//
// Only what the go command compiles comes along, and no tests. The error says which file cannot be
// read, or which edit does not fit the source.
func Workshop(source, root string, copies ...Copy) error {
	if err := copySource(source, root); err != nil {
		return err
	}
	for _, c := range copies {
		if err := c.fill(root); err != nil {
			return err
		}
	}
	return write(filepath.Join(root, filepath.FromSlash(engineProgram), "copies.go"), importing(copies))
}

// The folders of the engine's packages, and of its program.
const (
	engineFolder  = "cmd/gcbench/internal/studying/play/"
	engineProgram = engineFolder + "wasm"
)

// importing is the file that the engine's program has in a workshop.
func importing(copies []Copy) []byte {
	text := []byte("package main\n\n")
	for _, c := range copies {
		for _, pkg := range c.Packages {
			if strings.HasPrefix(pkg, engineFolder) {
				text = fmt.Appendf(text, "import _ %s\n", importOf(c.of(pkg)))
			}
		}
	}
	return text
}

// compiled says whether the go command compiles a file of that name, or embeds it in the engine, or reads it to know what
// to compile.
func compiled(name string) bool {
	return name == "go.mod" || name == "go.sum" || name == "scenes.json" || strings.HasSuffix(name, ".s") ||
		strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
}

// copySource copies the module.
func copySource(source, root string) error {
	return eachCompiled(source, func(below string, text []byte) error { return write(filepath.Join(root, below), text) })
}

// eachCompiled calls do for each file of a module that is compiled, with its name from the root. It leaves out what the go command
// leaves out: folders that begin with a dot or an underscore, testdata, and modules inside.
func eachCompiled(source string, do func(below string, text []byte) error) error {
	return filepath.WalkDir(source, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || file == source {
			return err
		}
		below, err := filepath.Rel(source, file)
		if err != nil {
			return err
		}
		name := entry.Name()
		switch {
		case entry.IsDir() && (strings.ContainsRune("._", rune(name[0])) || name == "testdata" || isModule(file)):
			return fs.SkipDir
		case !entry.Type().IsRegular() || !compiled(name):
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		return do(below, text)
	})
}

func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func write(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

// fill adds the copies to the source in root.
func (c Copy) fill(root string) error {
	unused := slices.Clone(c.Edits)
	for _, pkg := range c.Packages {
		entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(pkg)))
		if err != nil {
			return fmt.Errorf("play: there is no package %s to copy: %w", pkg, err)
		}
		for _, entry := range entries {
			if entry.IsDir() {
				continue
			}
			file := path.Join(pkg, entry.Name())
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
			if err != nil {
				return err
			}
			if text, err = c.changed(file, text); err != nil {
				return err
			}
			if err := write(filepath.Join(root, filepath.FromSlash(c.of(pkg)), entry.Name()), text); err != nil {
				return err
			}
			unused = slices.DeleteFunc(unused, func(e Edit) bool { return e.File == file })
		}
	}
	var missing []error
	for _, e := range unused {
		missing = append(missing, fmt.Errorf("play: an edit is for %s, which is not a file of the packages that are copied", e.File))
	}
	return errors.Join(missing...)
}

// changed returns the text of a file in the copy.
func (c Copy) changed(file string, text []byte) ([]byte, error) {
	for _, e := range c.Edits {
		if e.File != file {
			continue
		}
		changed, err := edit.Once(string(text), e.Old, e.New)
		if err != nil {
			return nil, fmt.Errorf("play: %s: %w", file, err)
		}
		text = []byte(changed)
	}
	for _, pkg := range c.Packages {
		text = bytes.ReplaceAll(text, importOf(pkg), importOf(c.of(pkg)))
	}
	if c.Ordinary {
		text = withoutTag(text)
	}
	return text, nil
}

// importOf is a package as files import it.
func importOf(folder string) []byte { return []byte(`"` + origin.Module + "/" + folder + `"`) }

// withoutTag changes the constraint of a file, in Go or in assembly, so that the tag interleave counts as not given. By
// convention the tag ignore is never given.
func withoutTag(text []byte) []byte {
	constraint, rest, _ := bytes.Cut(text, []byte("\n"))
	if !bytes.HasPrefix(constraint, []byte("//go:build ")) {
		return text
	}
	return slices.Concat(bytes.ReplaceAll(constraint, []byte("interleave"), []byte("ignore")), []byte("\n"), rest)
}
