package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/draft"
)

// Folder is where a student works: a separate Go module, which imports the standard
// library alone.
type Folder struct {
	Dir     string `json:"-"`
	Lab     string `json:"lab"`
	Student string `json:"student,omitempty"` // what is asked may depend on the name
	Hints   int    `json:"hints"`             // how many hints the student has seen
	// Checked is what the last check has found; nil if there was none.
	Checked *Checked `json:"checked,omitempty"`

	files   fs.FS     // in the folder; nil: as they lie in Dir
	archive io.Closer // from which they are read
}

// stateFile says which lab a folder is of.
const stateFile = "lab.json"

// Start makes a folder for a student. The folder may exist, but has to be empty.
func Start(l *Lab, dir, student string) error {
	f := &Folder{Dir: dir, Lab: l.Name, Student: student}
	files := l.given(student)
	for name, text := range l.skeleton(student) {
		files[name] = text
	}
	task, _ := l.Task(student)
	files["README.md"] = task
	files["go.mod"] = "module lab/" + l.Name + "\n\ngo 1.25\n"
	return f.create(files)
}

// Answer makes a folder with the answer of a lab, or with the typical wrong answer of the
// given number, if that is not 0.
func Answer(l *Lab, dir, student string, number int) error {
	if number > l.Wrongs() {
		return fmt.Errorf("lab %s has %d wrong answers: there is no number %d", l.Name, l.Wrongs(), number)
	}
	if err := Start(l, dir, student); err != nil {
		return err
	}
	return write(dir, l.answer(student, number))
}

// create writes a new folder.
func (f *Folder) create(files Files) error {
	entries, err := os.ReadDir(f.Dir)
	info, _ := os.Stat(f.Dir)
	switch {
	case info != nil && !info.IsDir():
		return fmt.Errorf("%s is a file: give the name of a new folder", f.Dir)
	case err == nil && len(entries) > 0:
		return fmt.Errorf("%s is not empty: give the name of a new folder", f.Dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(f.Dir, 0o777); err != nil {
		return err
	}
	if err := write(f.Dir, files); err != nil {
		return err
	}
	return f.save()
}

func write(dir string, files Files) error {
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Open reads which lab a folder is of.
func Open(dir string) (*Folder, *Lab, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, nil, fmt.Errorf("%s is a file: name the folder in which it lies", dir)
	}
	state := filepath.Join(dir, stateFile)
	if _, err := os.Lstat(state); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s is not the folder of a lab, because it has no %s: %s", dir, stateFile, instead(dir))
	}
	f := &Folder{Dir: dir}
	l, err := f.load()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", dir, err)
	}
	return f, l, nil
}

// load reads which lab the folder is of.
func (f *Folder) load() (*Lab, error) {
	text, problem := f.readSmall(stateFile)
	if problem != "" {
		return nil, fmt.Errorf("%s %s: start the lab again in another folder, and copy your files there", stateFile, problem)
	}
	if err := json.Unmarshal([]byte(text), f); err != nil {
		return nil, fmt.Errorf("%s: %w: start the lab again in another folder, and copy your files there", stateFile, err)
	}
	l, err := Named(f.Lab)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", stateFile, err)
	}
	return l, nil
}

func (f *Folder) save() error {
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return draft.WriteFile(filepath.Join(f.Dir, stateFile), append(text, '\n'))
}
