package lab

import (
	"context"
	"maps"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

// This file lets gcbench play have the judge's programs and an answer in its page.

// Played is an answer and its judge, as a module that can be compiled. Its main package answers
// the requests of a page.
type Played struct {
	Dir     string   // where the module is
	Tags    string   // for the go command
	Sources Files    // the files of the answer and of the lab that steps are made in
	Notes   []string // given files that have been changed
	shop    *workshop
}

// Play makes this module for the answer in the folder to a lab that can be played. The lines why say
// what keeps it from being made: then there is no Played. Close removes it.
func (f *Folder) Play(ctx context.Context, source string, l *Lab) (p *Played, why []string, err error) {
	r := NotJudged(f, l)
	answer, err := f.read(l, r)
	if err != nil {
		return nil, nil, err
	}
	if len(r.Why) > 0 {
		return nil, printable(r.Why), nil
	}
	if why, err := (&inspection{Lab: l.Name, Answer: answer}).run(ctx); err != nil || len(why) > 0 {
		return nil, printable(why), err
	}
	shop, err := newWorkshop(source, l, f.Student, answer)
	if err != nil {
		return nil, nil, err
	}
	sources := maps.Clone(answer)
	maps.Copy(sources, l.given(f.Student))
	return &Played{Dir: shop.dir, Tags: "interleave,played", Sources: sources, Notes: r.Notes, shop: shop}, nil, nil
}

// Close removes the module.
func (p *Played) Close() { p.shop.close() }

// Compile is origin.Go with limits, for the go command that compiles an answer. The error may be an
// OverLimit, too.
func (p *Played) Compile(ctx context.Context, dir, temp string, settings []string, args ...string) (string, error) {
	return compile(ctx, dir, temp, settings, args...)
}

// Problems are what the go command said of an answer, as lab check says it.
func Problems(failed *origin.Failure) []string {
	lines := inTheFolder(failed.Lines)
	return printable(append([]string{heading(lines)}, lines...))
}
