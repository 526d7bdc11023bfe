package labs

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/handin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/platform"
)

// platformFlags say on which platform a course keeps its grades.
type platformFlags struct {
	Format  string `type:"choice" of:"platform" group:"report" placeholder:"NAME" help:"Write the verdict for a platform, too: ${platforms}. Then a wrong answer ends with status 0."`
	Output  string `short:"o" type:"output" group:"report" placeholder:"FILE" help:"Where --format writes (default: where the platform looks); - is the last line of standard output."`
	Problem string `type:"name" group:"report" placeholder:"NAME" help:"The name of the problem in Autolab (default: the lab's)."`
}

// platformFile is the file of a platform, opened before the work.
type platformFile struct {
	session *session.Session
	writer  *platform.Writer
	path    string
	file    *session.File // nil: standard output
}

// open opens the file for the submission at path. It is nil without --format.
func (c *platformFlags) open(s *session.Session, path, json string) (*platformFile, error) {
	p := platform.Named(c.Format)
	switch {
	case p == nil && c.Output != "":
		return nil, session.BadUsage("--output is for --format: give a platform, or --json FILE")
	case c.Problem != "" && c.Format != "autolab":
		return nil, session.BadUsage("--problem is for --format autolab: the other platforms name no problem")
	case p == nil:
		return nil, nil
	}
	if handin.IsZip(path) {
		path = filepath.Dir(path)
	}
	w, err := p.For(s, &platform.Origin{Dir: path, Getenv: os.Getenv, Problem: c.Problem})
	if err != nil {
		return nil, session.BadUsage("%w", err)
	}
	f := &platformFile{session: s, writer: w, path: cmp.Or(c.Output, p.File)}
	switch {
	case json != "" && session.SameFile(json, f.path):
		return nil, session.BadUsage("--format and --json both write to %s: give them different files", f.path)
	case f.path == "-":
		return f, nil
	case c.Output == "": // the folder may be the student's, and the link lead anywhere
		if info, err := os.Lstat(f.path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			os.Remove(f.path)
		}
	}
	f.file, err = s.CreateFile(f.path)
	return f, err
}

// abandon removes what is not finished.
func (f *platformFile) abandon() {
	if f != nil && f.file != nil {
		f.file.Abandon()
	}
}

// write writes the verdict. A platform that must get no file finds none from before either.
func (f *platformFile) write(r *lab.Report, text string) error {
	line, err := f.writer.Line(r, text)
	switch {
	case err != nil:
		return err
	case f.file == nil:
		_, err = io.WriteString(f.session.Stdout, line)
		return err
	case line == "":
		f.file.Abandon()
		if err := os.Remove(f.path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	f.file.WriteString(line)
	return f.file.Commit()
}

// conclude is how lab check ends with --format: with status 0 if the file has a score. Nothing follows a last line.
func (f *platformFile) conclude(r *lab.Report) error {
	switch {
	case r.Score != nil:
		return nil
	case f.file == nil:
		return session.Told(session.ExitJudge)
	}
	return session.CannotJudge("%sthe answer cannot be judged, so it has no score", named(r))
}
