// Package handin opens what students hand in: folders and zip archives. An archive is read where it lies.
// Nothing of it is written anywhere, so no name in it leads out of a folder, and no link in it is followed.
package handin

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The limits of an archive. The reader of a file in it limits the file's content.
const (
	mostBytes   = 64 << 20 // of the archive itself
	mostEntries = 10_000
	mostName    = 1 << 10 // bytes of the name of an entry
)

// Open opens a folder, or a zip archive as if it were one. The error says what it is instead. Close it after use.
// A missing file is an error of [fs.ErrNotExist].
func Open(name string) (files fs.FS, archive io.Closer, err error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, nil, err
	case info.IsDir():
		return os.DirFS(name), io.NopCloser(nil), nil
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%s is neither a folder nor a file", name)
	case !IsZip(name):
		return nil, nil, fmt.Errorf("%s is a file: hand in the folder of the lab, or a .zip of it", name)
	case info.Size() > mostBytes:
		return nil, nil, fmt.Errorf("%s has %d bytes: an archive has at most %d", name, info.Size(), mostBytes)
	}
	z, err := zip.OpenReader(name)
	if err == nil {
		if err = check(z.File); err == nil {
			return &z.Reader, z, nil
		}
		z.Close()
	}
	return nil, nil, fmt.Errorf("%s cannot be read as a zip archive: %w", name, err)
}

// IsZip says whether a file is called as a zip archive is.
func IsZip(name string) bool { return strings.EqualFold(filepath.Ext(name), ".zip") }

// check says what keeps an archive from being read.
func check(entries []*zip.File) error {
	if len(entries) > mostEntries {
		return fmt.Errorf("it has %d entries: there may be %d", len(entries), mostEntries)
	}
	for _, e := range entries {
		name := strings.ReplaceAll(e.Name, `\`, "/")
		const encrypted = 1
		switch {
		case len(name) > mostName:
			return fmt.Errorf("the name of an entry has %d bytes: it may have %d", len(name), mostName)
		case name == "" || !fs.ValidPath(path.Clean(name)) || slices.Contains(strings.Split(name, "/"), "..") || strings.Contains(name, ":"):
			return fmt.Errorf("the entry %q leads out of the folder", name)
		case e.Flags&encrypted != 0:
			return fmt.Errorf("the entry %q is encrypted", name)
		}
	}
	return nil
}

// The limits of a search.
const (
	mostDepth   = 4
	mostFolders = 1000
)

// Find returns the one folder in files for which is says yes: the outermost one, or a folder within, such as
// archives have. The path is that in files. The error says that there is none, or several.
func Find(files fs.FS, is func(fs.FS) bool) (found fs.FS, at string, err error) {
	var all []string
	folders := 0
	var search func(at string, depth int) error
	search = func(at string, depth int) error {
		if folders++; folders > mostFolders {
			return fmt.Errorf("it has more than %d folders", mostFolders)
		}
		dir, err := fs.Sub(files, at)
		if err != nil {
			return err
		}
		if is(dir) {
			all = append(all, at)
			return nil
		}
		if depth == mostDepth {
			return nil
		}
		entries, err := fs.ReadDir(dir, ".")
		for _, e := range entries {
			if err == nil && e.IsDir() && !Aside(e.Name()) {
				err = search(path.Join(at, e.Name()), depth+1)
			}
		}
		return err
	}
	if err := search(".", 0); err != nil {
		return nil, "", err
	}
	switch len(all) {
	case 0:
		return nil, "", ErrNone
	case 1:
		found, err = fs.Sub(files, all[0])
		return found, all[0], err
	}
	return nil, "", fmt.Errorf("it has %d folders of labs: %s: hand in one", len(all), strings.Join(all[:min(len(all), 5)], ", "))
}

// ErrNone is the error of Find where no folder is of a lab.
var ErrNone = errors.New("no folder of a lab is in it")

// Aside says whether a file is one that systems leave behind, such as .DS_Store.
func Aside(name string) bool { return strings.HasPrefix(name, ".") || name == "__MACOSX" }
