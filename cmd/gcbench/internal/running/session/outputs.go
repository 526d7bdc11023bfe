package session

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

// Destination is a flag that names an output file; path "" asks for none and
// "-" is standard output.
type Destination struct{ Flag, Path string }

// Outputs are the files that a subcommand will write. They are opened before
// the work, so that a path that cannot be written fails at once, and replaced
// after it.
type Outputs struct {
	session *Session
	files   map[string]*File // by flag
	dash    string           // the flag that has standard output, "" if none
}

// OpenOutputs opens the destinations. None may be one of the inputs, nor the
// same as another one.
func (s *Session) OpenOutputs(inputs []string, destinations ...Destination) (*Outputs, error) {
	o := &Outputs{session: s, files: map[string]*File{}}
	for i, d := range destinations {
		err := d.conflict(destinations[:i], inputs)
		if err == nil {
			err = o.open(d)
		}
		if err != nil {
			o.Abandon()
			return nil, err
		}
	}
	return o, nil
}

func (o *Outputs) open(d Destination) error {
	switch d.Path {
	case "":
		return nil
	case "-":
		o.dash = d.Flag
		return nil
	}
	f, err := o.session.CreateFile(d.Path)
	if err != nil {
		return err
	}
	o.files[d.Flag] = f
	return nil
}

// conflict reports that d would overwrite one of the others or of the inputs.
func (d Destination) conflict(others []Destination, inputs []string) error {
	if d.Path == "" {
		return nil
	}
	for _, e := range others {
		if e.Path != "" && SameFile(d.Path, e.Path) {
			return BadUsage("--%s and --%s both write to %s: give them different files", e.Flag, d.Flag, nameOf(d.Path))
		}
	}
	for _, in := range inputs {
		if SameFile(d.Path, in) {
			return BadUsage("--%s would overwrite the input %s: give another file", d.Flag, in)
		}
	}
	return nil
}

// SameFile reports whether two paths lead to one regular file, or both are
// standard output. Devices may be shared: /dev/null loses nothing.
func SameFile(a, b string) bool {
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

// Human is where tables for people go: standard output, or standard error if
// an output file has taken that.
func (o *Outputs) Human() io.Writer {
	if o.dash != "" {
		return o.session.Stderr
	}
	return o.session.Stdout
}

// Write produces the output of the flag, if it was asked for. It is text, and what cannot be printed is
// replaced in it: see package printable.
func (o *Outputs) Write(flag string, write func(io.Writer) error) error {
	if f := o.files[flag]; f != nil {
		return readably(flag, f, write)
	}
	if o.dash == flag {
		o.session.Progress.Clear()
		return readably(flag, o.session.Stdout, write)
	}
	return nil
}

// readably has write print to what passes on to w what can be printed. In JSON the rest is escaped, so that no
// value changes.
func readably(flag string, to io.Writer, write func(io.Writer) error) error {
	w := printable.NewWriter(to)
	if flag == "json" || flag == "timeline" {
		w = printable.NewJSON(to)
	}
	if err := write(w); err != nil {
		return err
	}
	return w.Close()
}

// WriteJSON is Write for the value of --json.
func (o *Outputs) WriteJSON(v any) error {
	return o.Write("json", func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(v)
	})
}

// Finish is WriteJSON and Commit, for subcommands whose only output is --json.
func (o *Outputs) Finish(v any) error {
	if err := o.WriteJSON(v); err != nil {
		return err
	}
	return o.Commit()
}

// Commit makes what was written the contents of the files, or of those of the given flags
// alone.
func (o *Outputs) Commit(flags ...string) error {
	for flag, f := range o.files {
		if flags != nil && !slices.Contains(flags, flag) {
			continue
		}
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// Abandon drops what was not committed.
func (o *Outputs) Abandon() {
	for _, f := range o.files {
		f.Abandon()
	}
}
