package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// execute runs a pipeline to its end.
type execute = func(context.Context, *beam.Pipeline) (beam.PipelineResult, error)

// embedded is the runner in this process.
const embedded = "prism"

// runners are what --runner names. Flink, Spark and others are reached through their job
// service, which --endpoint names. Dataflow is not among them: its workers have no folder
// in common.
var runners = map[string]execute{
	embedded:    prism.Execute,
	"universal": universal.Execute,
	"flink":     universal.Execute,
	"spark":     universal.Execute,
}

// runner runs pipelines. It belongs to one goroutine. A process has one, because Beam keeps its
// settings in flags of the process.
type runner struct {
	execute execute
	job     string // begins the names of jobs
	folder  string // for temporary files
}

// possible says why there can be no runner of that name with Beam's flags, as a usage error. It
// is for flags that are parsed.
func possible(name string) error {
	switch {
	case runners[name] == nil:
		return session.BadUsage("--runner %q is unknown: it must be one of %s",
			name, strings.Join(slices.Sorted(maps.Keys(runners)), ", "))
	case *jobopts.Async:
		return session.BadUsage("--async would not wait for the end of a round: leave it out")
	case *jobopts.Endpoint == "" && name != embedded:
		return session.BadUsage("--runner %s needs --endpoint, the address of its job service, such as localhost:8099", name)
	case *jobopts.Endpoint != "" && name == embedded:
		return session.BadUsage("--endpoint is the address of another runner, and --runner %s runs in this process: "+
			"give --runner flink, spark or universal, or leave --endpoint out", name)
	}
	return workersPossible()
}

// newRunner prepares a runner that is possible. A runner elsewhere must answer. Close it.
func newRunner(ctx context.Context, name string) (*runner, error) {
	if name != embedded {
		if err := answers(ctx, *jobopts.Endpoint); err != nil {
			return nil, err
		}
	}
	r := &runner{execute: runners[name], job: *jobopts.JobName}
	if r.job == "" {
		r.job = "halfmark"
	}
	if err := r.ownFolder(); err != nil {
		return nil, err
	}
	if name == embedded {
		return r, r.start()
	}
	return r, nil
}

// litter is what Beam leaves in the folder for temporary files in each job whose steps run in this
// process: an empty file in the place of a worker's program.
const litter = "beamloopbackworker-*"

// ownFolder gives the process its own folder for temporary files, where litter can be told from that
// of others.
func (r *runner) ownFolder() (err error) {
	if r.folder, err = os.MkdirTemp("", "gcbench-beam-"); err != nil {
		return err
	}
	for _, name := range []string{"TMPDIR", "TMP"} { // of Unix and of Windows
		if err := os.Setenv(name, r.folder); err != nil {
			return err
		}
	}
	return nil
}

// tidy removes the litter of a job.
func (r *runner) tidy() {
	left, _ := filepath.Glob(filepath.Join(r.folder, litter)) // the pattern is well-formed
	for _, path := range left {
		os.Remove(path)
	}
}

// inThisProcess is the environment whose steps run in this process.
const inThisProcess = "loopback"

// start starts the embedded runner with a job that does nothing. Only its first job writes
// jobopts.Endpoint, which a cancellation reads from another goroutine.
func (r *runner) start() error {
	environment := *jobopts.EnvironmentType
	if environment == "" {
		environment = inThisProcess
	}
	defer func() { *jobopts.EnvironmentType = environment }()
	*jobopts.EnvironmentType = inThisProcess // here it ends for sure: no call can cancel it yet
	p, s := beam.NewPipelineWithRoot()
	beam.ParDo0(s, nothing, beam.Impulse(s))
	_, err := r.execute(context.Background(), p)
	r.tidy()
	if err != nil {
		r.close()
		return fmt.Errorf("the embedded runner does not start: %w", err)
	}
	return nil
}

func nothing([]byte) {}

// close removes what the runner has left on the disk.
func (r *runner) close() { os.RemoveAll(r.folder) }

// run runs a pipeline, and returns when its job has ended. When ctx ends, run cancels the job.
// It does not pass the cancellation on to Beam: prism panics at some of them, and a job in
// a cluster would go on alone.
func (r *runner) run(ctx context.Context, round string, p *beam.Pipeline) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	name, over := uniqueName(r.job, round), make(chan struct{})
	*jobopts.JobName = name
	stop := context.AfterFunc(ctx, func() { cancelJob(name, over) })
	_, err := r.execute(context.WithoutCancel(ctx), p)
	close(over)
	stop()
	r.tidy()
	return err // nil of a cancelled job, too
}
