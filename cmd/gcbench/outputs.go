package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/output"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
)

// destination is a flag that names an output file; path "" asks for none and
// "-" is standard output.
type destination struct{ flag, path string }

// outputs are the files that a subcommand will write. They are opened before
// the work, so that a path that cannot be written fails at once, and replaced
// after it.
type outputs struct {
	session *session
	files   map[string]*output.File // by flag
	dash    string                  // the flag that has standard output, "" if none
}

// openOutputs opens the destinations. None may be one of the inputs, nor the
// same as another one.
func (s *session) openOutputs(inputs []string, destinations ...destination) (*outputs, error) {
	o := &outputs{session: s, files: map[string]*output.File{}}
	for i, d := range destinations {
		if d.path == "" {
			continue
		}
		for _, e := range destinations[:i] {
			if sameFile(d.path, e.path) {
				o.abandon()
				return nil, badUsage("--%s and --%s both write to %s: give them different files", e.flag, d.flag, nameOf(d.path))
			}
		}
		for _, in := range inputs {
			if sameFile(d.path, in) {
				o.abandon()
				return nil, badUsage("--%s would overwrite the input %s: give another file", d.flag, in)
			}
		}
		if d.path == "-" {
			o.dash = d.flag
			continue
		}
		f, err := output.Create(d.path)
		if err != nil {
			o.abandon()
			return nil, err
		}
		o.files[d.flag] = f
	}
	return o, nil
}

// sameFile reports whether two paths lead to one regular file, or both are
// standard output. Devices may be shared: /dev/null loses nothing.
func sameFile(a, b string) bool {
	ai, err := os.Stat(a)
	bi, err2 := os.Stat(b)
	if err == nil && err2 == nil {
		return ai.Mode().IsRegular() && os.SameFile(ai, bi)
	}
	return filepath.Clean(a) == filepath.Clean(b)
}

func nameOf(path string) string {
	if path == "-" {
		return "standard output"
	}
	return path
}

// human is where tables for people go: standard output, or standard error if
// an output file has taken that.
func (o *outputs) human() io.Writer {
	if o.dash != "" {
		return o.session.stderr
	}
	return o.session.stdout
}

// write produces the output of the flag, if it was asked for.
func (o *outputs) write(flag string, write func(io.Writer) error) error {
	if f := o.files[flag]; f != nil {
		return write(f)
	}
	if o.dash == flag {
		o.session.progress.clear()
		return write(o.session.stdout)
	}
	return nil
}

// writeJSON is write for the value of --json.
func (o *outputs) writeJSON(v any) error {
	return o.write("json", func(w io.Writer) error { return report.WriteJSON(w, v) })
}

// commit makes what was written the contents of the files.
func (o *outputs) commit() error {
	for _, f := range o.files {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// abandon drops what was not committed.
func (o *outputs) abandon() {
	for _, f := range o.files {
		f.Abandon()
	}
}
