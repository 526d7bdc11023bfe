// Package rounds carries out the rounds of an export for a person, on whatever engine: what is told of each
// round, the totals, what is complete after an interrupt.
package rounds

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
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
	Tell   func(w io.Writer) Teller
}

// Teller tells a person of the rounds.
type Teller interface {
	Begin(e *shard.Export) error // says what is to be expected, before anything is done
	Round(r schema.Round) error  // a round is complete, or all that earlier runs have completed
	Flush() error                // no other round follows
	End(r *schema.Rounds) error  // all rounds are complete
}

// Carry carries out the rounds and reports them. If count, digest, rounds or messages are not those
// that the export has found, Carry reports them all the same and returns an error.
func (r *Run) Carry(s *session.Session) error {
	e, err := shard.Open(r.Dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%w: give a folder in which gcbench export has finished", err)
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
	tell := r.Tell(out.Human())
	if err := tell.Begin(e); err != nil {
		return err
	}
	rep := &schema.Rounds{
		Schema: schema.RoundsSchema, Env: machine.Describe(s.Args), Export: e.Dir, Work: r.Work,
		Layout: e.Layout, Parts: len(e.Parts), Rounds: []schema.Round{},
	}
	total, err := r.drive(s, e, rep, tell)
	if err != nil {
		return err
	}
	rep.Resumed, rep.Messages, rep.MessageBytes = total.Resumed, total.Messages, total.Messages*shard.MessageBytes
	rep.Marked, rep.Digest, rep.Equal = total.Marked, schema.Digest(total.Digest), total.Differs(&e.Manifest) == nil
	if err := tell.End(rep); err != nil {
		return err
	}
	if err := out.Finish(rep); err != nil {
		return err
	}
	return total.Differs(&e.Manifest)
}

// drive carries out the rounds and tells of each.
func (r *Run) drive(s *session.Session, e *shard.Export, rep *schema.Rounds, tell Teller) (*shard.Total, error) {
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
		round := schema.Round{
			First: d.First, Number: d.Number, Parts: d.Parts, Refs: d.Refs, Marked: d.Marked,
			Messages: d.Messages, MessageBytes: d.Messages * shard.MessageBytes, NS: d.Took.Nanoseconds(),
		}
		rep.Rounds = append(rep.Rounds, round)
		told = errors.Join(told, tell.Round(round))
		s.Progress.ShowPart(float64(d.Number)/float64(max(e.Rounds, 1)), "%s of %s done", numeral.Count(uint64(d.Number)), numeral.Plural(e.Rounds, "round"))
	})
	s.Progress.Clear()
	told = errors.Join(told, tell.Flush())
	if err != nil && s.Err() != nil {
		return nil, &session.Interrupted{Kept: fmt.Sprintf("%s in %s: the same command goes on there", numeral.Plural(rep.Complete(), "complete round"), r.Work)}
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

// Describe enters a heap and a plan for its parts into a report.
func Describe(r *schema.Export, h *source.Heap, p *shard.Plan) {
	r.Parts = p.Parts()
	r.Objects, r.Edges, r.Roots = h.NumObjects(), h.NumEdges(), len(h.Roots())
	r.Live, r.Digest = p.Live, schema.Digest(p.Digest)
	r.Layouts = append(r.Layouts, schema.Partition{
		Layout: p.Layout.String(), CrossEdges: p.CrossEdges, CrossShare: float64(p.CrossEdges) / float64(max(r.Edges, 1)),
		Stubs: p.Stubs, Rounds: p.Rounds, Messages: p.Messages, MessageBytes: p.Messages * shard.MessageBytes,
		LargestBytes: p.LargestBytes(),
	})
}
