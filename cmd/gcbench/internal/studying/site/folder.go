package site

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// generator is how a front page says that this package has made it.
const generator = "gcbench site"

// Vacant says whether a site can be written into a folder: it is not there, it is empty, or it has a site that this
// package has made.
func Vacant(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil || len(entries) == 0:
		return err
	}
	front, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if !bytes.Contains(front, []byte(`<meta name="generator" content="`+generator+`">`)) {
		return fmt.Errorf("%s is not empty, and gcbench site has not made it: name a new folder", dir)
	}
	return nil
}

// Write writes the site into a folder. Other files there stay. It begins with the front page, so that Vacant knows the
// folder again if Write fails.
func (m *Made) Write(dir string) error {
	write := func(file string) error {
		at := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return err
		}
		return os.WriteFile(at, m.Files[file], 0o666)
	}
	if err := write("index.html"); err != nil {
		return err
	}
	for file := range m.Files {
		if err := write(file); err != nil {
			return err
		}
	}
	return nil
}

// Bytes is the size of all files.
func (m *Made) Bytes() (sum int) {
	for _, text := range m.Files {
		sum += len(text)
	}
	return sum
}
