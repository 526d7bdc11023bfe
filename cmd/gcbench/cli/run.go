package cli

import (
	"fmt"
	"io"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// spread are the shapes of a run that names none: from no parallelism at all
// to plenty, from even to skewed, from one object to sixteen references each.
var spread = []string{"list", "tree", "wide", "random", "rmat", "grid", "app", "gcbench"}

// ownHeapHint is for those who have just seen synthetic heaps.
const ownHeapHint = "\nYour own Go program's heap: call debug.WriteHeapDump(f.Fd()) in it, then run\n" +
	"gcbench run --heap FILE (docs/heapdump.md tells how, step by step).\n"

type runCmd struct {
	heapFlags `embed:"" set:"unnamed=a spread of them"`
	markFlags
	Reps       int    `type:"number" group:"measure" placeholder:"N" default:"20" help:"Samples of each combination, in interleaved rounds: ${range_reps} (default 20)."`
	Floor      bool   `group:"measure" aliases:"limit" help:"Measure the floor under each mark, too: the live objects replayed in a known order (--limit is another name)."`
	Counters   bool   `group:"measure" help:"Count cache and TLB misses, instructions and cycles of the timed marks too, where the system permits it."`
	NoVerify   bool   `group:"measure" help:"Do not compare marks with the oracle."`
	TrustFile  bool   `group:"measure" help:"Do not check the files of --heap first."`
	JSON       string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
	CSV        string `type:"output" group:"report" placeholder:"FILE" help:"Write a line of CSV for each combination; - is standard output."`
	Bench      string `type:"output" group:"report" placeholder:"FILE" help:"Write samples in the Go benchmark format, for benchstat; - is standard output."`
	Profile    string `type:"choice" group:"report" placeholder:"MODE" help:"Profile the run: ${profiles}."`
	ProfileDir string `type:"output" group:"report" placeholder:"DIR" help:"Folder of the profile (default the current one)."`

	source counters.Source // nil: nothing is counted
	events []counters.Event
}

// Help is printed below the flags' summary.
func (*runCmd) Help() string {
	return "A mark's time runs from a cleared bitmap and waiting workers to the last worker done. " +
		"ns/obj is per live object, ± the larger half of the median's 95% confidence interval, " +
		"cv the standard deviation over the mean. " +
		"idle % are two shares of the workers' time: starved (there was not work for all) + hoarded (another worker held more than a batch that nobody could take). " +
		"With several queues or presets the table has what their deques cost instead of sizes and speedups: compare-and-swaps and stores per live object, steals, items per steal. " +
		"x limit is the mark time over the floor that memory sets, medians both; under 1 the two are equal within the noise. " +
		"--counters adds what the processor counts in user space (Linux): misses of the last level cache, loads that miss the data TLB, instructions, cycles, each per live object and mark. " +
		"All threads of the process count, those of Go's runtime as well. There is no event for locked instructions that all processors have. " +
		"Where the counters cannot be had a warning says why, and the run goes on without them.\n\n" + presetHelp()
}

// prepare checks everything that can be checked before the work begins.
func (c *runCmd) prepare() ([]heapSource, []setup, error) {
	setups, err := c.setups(c.Seed)
	switch {
	case err != nil:
		return nil, nil, err
	case c.ProfileDir != "" && c.Profile == "":
		return nil, nil, session.BadUsage("--profile-dir means nothing without --profile")
	case c.TrustFile && c.Heap == nil:
		return nil, nil, session.BadUsage("--trust-file means nothing without --heap")
	}
	sources, err := c.sources(spread, c.TrustFile, markersOf(setups), c.floorBytes)
	return sources, setups, err
}

// floorBytes is the memory for measuring the floor under marks of h: the order
// of the live objects, which grows by copying, and the bitmaps of the marker
// that records it and of the replay.
func (c *runCmd) floorBytes(h *heap.Heap) uint64 {
	if !c.Floor {
		return 0
	}
	return 4*h.NumObjects()*9/4 + uint64(len(h.Arena()))/64*3
}

// Run carries out gcbench run.
func (c *runCmd) Run(s *session.Session) error {
	sources, setups, err := c.prepare()
	if err != nil {
		return err
	}
	out, err := s.OpenOutputs(inputs(c.Heap...), session.Destination{Flag: "json", Path: c.JSON}, session.Destination{Flag: "csv", Path: c.CSV}, session.Destination{Flag: "bench", Path: c.Bench})
	if err != nil {
		return err
	}
	defer out.Abandon()
	stop, err := s.StartProfile(c.Profile, c.ProfileDir)
	if err != nil {
		return err
	}
	defer stop()
	warnOfFew(s, c.Reps)
	defer c.startCounters(s)()
	r := report.Run{Schema: report.RunSchema, Env: machine.Describe(s.Args)}
	if r.Results, err = c.measureAll(s, out.Human(), sources, setups); err != nil {
		return err
	}
	if c.Shape == nil && c.Heap == nil {
		if _, err := io.WriteString(out.Human(), ownHeapHint); err != nil {
			return err
		}
	}
	return c.writeReports(out, &r)
}

// openCounters is counters.Open. A test has counters of its own.
var openCounters = counters.Open

// startCounters begins to count if --counters asks for it. stop ends the count.
func (c *runCmd) startCounters(s *session.Session) (stop func()) {
	if !c.Counters {
		return func() {}
	}
	var err error
	c.source, c.events, err = openCounters()
	switch {
	case c.source == nil:
		s.Warn("--counters: %v", err)
		return func() {}
	case err != nil:
		s.Warn("--counters: some are missing: %v", err)
	}
	return c.source.Close
}

// warnOfFew warns of samples that give no interval.
func warnOfFew(s *session.Session, reps int) {
	few := fmt.Sprintf("%d samples are", reps)
	if reps == 1 {
		few = "1 sample is"
	}
	if reps < measure.MinSamples {
		s.Warn("%s too few for a 95 %% interval of the median: --reps %d gives one", few, measure.MinSamples)
	}
}

func (c *runCmd) writeReports(out *session.Outputs, r *report.Run) error {
	if err := out.WriteJSON(r); err != nil {
		return err
	}
	if err := out.Write("csv", func(w io.Writer) error { return report.WriteCSV(w, r.Results) }); err != nil {
		return err
	}
	if err := out.Write("bench", func(w io.Writer) error { return report.WriteBench(w, r.Env, r.Results) }); err != nil {
		return err
	}
	return out.Commit()
}

// measureAll measures one heap after the other and prints its rows as soon as
// they are known.
func (c *runCmd) measureAll(s *session.Session, w io.Writer, sources []heapSource, setups []setup) ([]report.Result, error) {
	table := report.NewRunTable(w, sourceNames(sources), c.compared(), c.Floor, c.events)
	var all []report.Result
	for i, from := range sources {
		results, err := c.measureOne(s, from, setups, portion{i, len(sources)})
		if err != nil {
			return nil, err
		}
		s.Progress.Clear()
		for k := range results {
			if err := table.Row(&results[k]); err != nil {
				return nil, err
			}
		}
		all = append(all, results...)
		// The heap is garbage now. The next one is large: make room first.
		runtime.GC()
	}
	return all, table.End()
}

// compared is what the rows of a heap differ by besides the number of workers.
func (c *runCmd) compared() report.Compared {
	switch {
	case c.Preset != nil:
		return report.Presets
	case len(c.queues()) > 1:
		return report.Queues
	}
	return report.Workers
}

func (c *runCmd) measureOne(s *session.Session, from heapSource, setups []setup, at portion) ([]report.Result, error) {
	title := fmt.Sprintf("%s (%d of %d)", report.Shorten(from.name, 12), at.index+1, at.of)
	h, err := load(s, from)
	if err != nil {
		return nil, err
	}
	if err := checkMarking(from.name, h.Heap, markersOf(setups), c.floorBytes(h.Heap)); err != nil {
		return nil, err
	}
	plan := measure.Plan{
		Heap: h.Heap, Options: make([]mark.Options, len(setups)), Samples: c.Reps, Floor: c.Floor, Counters: c.source,
		Progress: func(done, total int) {
			s.Progress.ShowPart(at.done(float64(done)/float64(total)), "%s: sample %d of %d", title, done+1, total)
		},
	}
	for i := range setups {
		plan.Options[i] = setups[i].options
	}
	if !c.NoVerify {
		s.Progress.Show("%s: asking the oracle", title)
		plan.Oracle, err = session.Await(s, func() (*heap.Reached, error) { return heap.Reachable(h.Heap) })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from.name, err)
		}
	}
	series, err := measure.Run(s, plan)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.name, err)
	}
	results := report.Results(h, c.Seed, series, !c.NoVerify)
	for i := range results {
		results[i].Preset = setups[i].preset
		results[i].Count(&series[i], c.events)
	}
	return results, nil
}
