// Package rounds carries out the rounds of an export for a person, on whatever engine: a table with
// a row for each round, the totals, what is complete after an interrupt.
package rounds

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/shard"
)

// Run is what there is to do.
type Run struct {
	Dir     string // folder of the parts
	Work    string // folder of the rounds; "" is the folder rounds in Dir
	Restart bool   // begin with the first round, also if there are complete ones
	JSON    string // file for a report, "" for none
	// Engine makes the engine, once the export is known to be there. The function that it
	// returns is called in the end.
	Engine func() (shard.Engine, func(), error)
}

// Carry carries out the rounds and reports them. If count, digest, rounds or messages are not those
// that the export has found, Carry reports them all the same and returns an error.
func (r *Run) Carry(s *session.Session) error {
	e, err := shard.Open(r.Dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%w: give a folder that gcbench export has written to its end", err)
	}
	if err != nil {
		return err
	}
	if r.Work == "" {
		r.Work = filepath.Join(r.Dir, "rounds")
	}
	out, err := s.OpenOutputs(nil, session.Destination{Flag: "json", Path: r.JSON})
	if err != nil {
		return err
	}
	defer out.Abandon()
	if err := foretell(out.Human(), e); err != nil {
		return err
	}
	rep := report.NewRounds(machine.Describe(s.Args), e, r.Work)
	total, err := r.drive(s, e, rep, report.NewRoundsTable(out.Human(), e.Rounds))
	if err != nil {
		return err
	}
	rep.Finish(total, e)
	if err := rep.Print(out.Human()); err != nil {
		return err
	}
	if err := out.Finish(rep); err != nil {
		return err
	}
	return total.Differs(&e.Manifest)
}

// foretell says what is to be expected, before anything is done.
func foretell(w io.Writer, e *shard.Export) error {
	_, err := fmt.Fprintf(w, "To come, says the export: %s, %s (%s).\n\n", report.Plural(e.Rounds, "round"),
		report.Plural(e.Messages, "message"), report.Bytes(e.Messages*shard.MessageBytes))
	return err
}

// drive carries out the rounds and prints a row for each.
func (r *Run) drive(s *session.Session, e *shard.Export, rep *report.Rounds, table *report.RoundsTable) (*shard.Total, error) {
	engine, end, err := r.Engine()
	if err != nil {
		return nil, err
	}
	defer end()
	var told error
	drive := shard.Drive
	if r.Restart {
		drive = shard.DriveAnew
	}
	total, err := drive(s, r.Dir, r.Work, engine, func(d shard.Done) {
		s.Progress.Clear()
		told = errors.Join(told, table.Add(rep.Add(d)))
		s.Progress.ShowPart(float64(d.Number)/float64(max(e.Rounds, 1)), "%s of %s done", report.Count(uint64(d.Number)), report.Plural(e.Rounds, "round"))
	})
	s.Progress.Clear()
	told = errors.Join(told, table.Flush())
	if err != nil && s.Err() != nil {
		return nil, &session.Interrupted{Kept: fmt.Sprintf("%s in %s: the same command goes on there", report.Plural(rep.Complete(), "complete round"), r.Work)}
	}
	return total, errors.Join(r.wayOut(err), told)
}

// wayOut says what to do if a file of a round is damaged or missing.
func (r *Run) wayOut(err error) error {
	var damage *shard.DamageError
	var missing *fs.PathError
	file := ""
	switch {
	case errors.As(err, &damage):
		file = damage.File
	case errors.Is(err, fs.ErrNotExist) && errors.As(err, &missing):
		file = missing.Path
	}
	if !strings.HasPrefix(file, filepath.Clean(r.Work)+string(filepath.Separator)) {
		return err
	}
	return fmt.Errorf("%w: --restart begins again with the first round", err)
}
