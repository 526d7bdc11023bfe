// Package platform writes verdicts on labs as the platforms want them on which courses keep their grades. An
// answer that cannot be judged has no score. No platform gets a file that it would read as a zero.
package platform

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
)

// Platform is one of them.
type Platform struct {
	Name string
	File string // where it looks for a verdict; - is the last line of standard output

	// verdict is what the file holds; nil: there must be no file.
	verdict func(r *lab.Report, a *about) any
	// learn completes what is known about the submission; nil: nothing is missing.
	learn func(ctx context.Context, a *about, o *Origin) error
}

// Origin says where a submission comes from.
type Origin struct {
	Dir     string              // a folder of the checkout that is graded
	Getenv  func(string) string // the platform's variables
	Problem string              // the name of the problem; "" is the name of the lab
}

// about is what a verdict needs beside the report.
type about struct {
	problem    string
	submission submission
}

var all = []*Platform{
	{Name: "classroom50", File: "result.json", verdict: resultOf, learn: ofClassroom},
	{Name: "gradescope", File: "/autograder/results/results.json", verdict: testsOf},
	{Name: "autolab", File: "-", verdict: scoresOf},
}

// Names are the names of the platforms.
func Names() (names []string) {
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// Named returns the platform of this name, nil if there is none.
func Named(name string) *Platform {
	for _, p := range all {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Writer writes the verdict on one submission.
type Writer struct {
	platform *Platform
	about    about
}

// For returns the writer of a submission. The error names what the platform did not say.
func (p *Platform) For(ctx context.Context, o *Origin) (*Writer, error) {
	w := &Writer{platform: p, about: about{problem: o.Problem}}
	if p.learn == nil {
		return w, nil
	}
	if err := p.learn(ctx, &w.about, o); err != nil {
		return nil, fmt.Errorf("--format %s: %w", p.Name, err)
	}
	return w, nil
}

// Line is the verdict as a line of JSON, "" if the platform must get no file. text is what the judge says to people.
func (w *Writer) Line(r *lab.Report, text string) (string, error) {
	v := w.platform.verdict(r, &w.about)
	if v == nil {
		return "", nil
	}
	if t, ok := v.(*tests); ok {
		t.Output = text
	}
	var line strings.Builder
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return line.String(), err
}
