// Package timing has the subcommands that time marks: run, compare, scaling, explain and peers.
package timing

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// ownHeapHint is for those who have just seen synthetic heaps.
const ownHeapHint = "\nYour own Go program's heap: call debug.WriteHeapDump(f.Fd()) in it, then run\n" +
	"gcbench run --heap FILE (docs/heapdump.md tells how, step by step).\n"

// Run is gcbench run: marks of heaps, and their times.
type Run struct {
	flags.Heaps `embed:"" set:"unnamed=a spread of them"`
	flags.Marks
	flags.Effort `embed:"" set:"usually=${runs_usually}"`
	Floor        bool   `group:"measure" help:"Measure the floor under each mark, too: the live objects replayed in a known order."`
	Counters     bool   `group:"measure" help:"Count cache and TLB misses, instructions and cycles of the timed marks too, where the system permits it."`
	NoVerify     bool   `group:"measure" help:"Do not compare marks with the oracle."`
	TrustFile    bool   `group:"measure" help:"Do not check the files of --heap first."`
	JSON         string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output. After the last measurement each heap is made again and surveyed for it, which takes 1 to 2 seconds for a million objects."`
	CSV          string `type:"output" group:"report" placeholder:"FILE" help:"Write a line of CSV for each combination; - is standard output."`
	Bench        string `type:"output" group:"report" placeholder:"FILE" help:"Write samples in the Go benchmark format, for benchstat; - is standard output."`
	Timeline     string `type:"output" group:"report" placeholder:"FILE" help:"Mark once more with each combination, and write what the workers did when: a Chrome trace, for Perfetto or speedscope; - is standard output."`
	Profile      string `type:"choice" group:"report" placeholder:"MODE" help:"Profile the run: ${profiles}."`
	ProfileDir   string `type:"output" group:"report" placeholder:"DIR" help:"Folder of the profile (default the current one)."`

	FailCV spell.Percent `name:"fail-cv" type:"percent" group:"measure" placeholder:"P%" help:"End with exit status 3 if a mark time varies more than this (cv), within a process or between processes."`

	source counters.Source // nil: nothing is counted
	events []counters.Event

	timelines timelines
	ownersOut string // what withoutIdleOwners leaves out, for a warning
}

// Help is printed below the flags' summary.
func (*Run) Help() string {
	return "A mark is timed from a cleared bitmap and waiting workers to the last worker done. " +
		"Each heap is measured in several processes (--invocations), because the samples of one process share its placement in memory.\n\n" +
		"A flag whose value ends in ,... takes lists, ranges of numbers, and all for every name (but for --amount all is an amount). " +
		"Every combination is measured, at most 10000. Combinations without a meaning, such as an amount that a deque does not offer, are left out with a warning. " +
		"A flag with several values gets a column. Columns that do not fit into 80 characters form a second table. The other columns:\n\n" +
		`    ±          larger half of the median's 95 % interval, over processes
    ns/obj     nanoseconds per live object
    cv %       coefficient of variation: within a process + between them
    cpus       processor time over mark time
    idle %     of the workers' time: starved (too little work for all) +
               hoarded (another worker held more than a batch)
    x limit    --floor: mark time over the floor that memory sets; under 1
               the two are equal within the noise
    CAS+RMW, stores, steals, items, overflow
               with several deques: atomic operations and stores per live
               object, steals, items per steal, blocks + references that
               did not fit` + "\n\n" +
		"--counters adds misses of the last level cache, loads that miss the data TLB, instructions and cycles, in user space, per live object and mark. " +
		"All threads of the process count, including those of Go's runtime. Processors have no common event for locked instructions. " +
		"If the system does not permit counting, a warning says why, and the run goes on."
}

// Prepare checks everything that can be checked before the work begins.
func (c *Run) Prepare(ctx context.Context) ([]flags.Source, []flags.Setup, error) {
	if err := spell.Bounded(append(c.Heaps.Lists(flags.Spread), c.Marks.Lists()...)); err != nil {
		return nil, nil, err
	}
	if err := c.checkProcesses(); err != nil {
		return nil, nil, err
	}
	setups, err := c.Setups()
	switch {
	case err != nil:
		return nil, nil, err
	case c.ProfileDir != "" && c.Profile == "":
		return nil, nil, session.BadUsage("--profile-dir means nothing without --profile")
	case c.TrustFile && c.Heap == nil:
		return nil, nil, session.BadUsage("--trust-file means nothing without --heap")
	}
	setups = c.withoutIdleOwners(setups)
	markers, err := c.markers(setups)
	if err != nil {
		return nil, nil, err
	}
	sources, err := c.Sources(ctx, flags.Spread, c.TrustFile, markers, c.floorBytes)
	c.timelines.each = slicesPerRun / max(len(sources)*len(setups), 1)
	c.keep(sources)
	return sources, setups, err
}

// withoutIdleOwners leaves out what was asked for with more workers than can own mark bits, if the same is measured with shared
// bits: the others would not take part.
func (c *Run) withoutIdleOwners(setups []flags.Setup) (kept []flags.Setup) {
	idle := func(s *flags.Setup) bool {
		return s.Options.Tuning.Marking == tune.MarkingOwner && s.Options.Workers > tune.MaxOwners
	}
	out := 0
	for i := range setups {
		other := func(o flags.Setup) bool { return o.Options.Workers == setups[i].Options.Workers && !idle(&o) }
		if idle(&setups[i]) && slices.ContainsFunc(setups, other) {
			out++
			continue
		}
		kept = append(kept, setups[i])
	}
	if out > 0 {
		c.ownersOut = fmt.Sprintf("%d of %d settings are left out: at most %d workers can own mark bits, and --marking owner has more", out, len(setups), tune.MaxOwners)
	}
	return kept
}

// floorBytes is the memory for measuring the floor under marks of h: the order
// of the live objects, which grows by copying, the same for the references for each
// number of workers above 1, and the bitmaps of the marker that records it and of the
// replay.
func (c *Run) floorBytes(h *heap.Heap) uint64 {
	if !c.Floor {
		return 0
	}
	crews := map[int]bool{}
	for _, workers := range c.Crews() {
		if n := min(workers, runtime.GOMAXPROCS(0)); n > 1 {
			crews[n] = true
		}
	}
	return 4*(h.NumObjects()+uint64(len(crews))*h.NumEdges())*9/4 + uint64(len(h.Arena()))/64*3
}

// Run carries out gcbench run.
func (c *Run) Run(s *session.Session) error {
	sources, setups, err := c.Prepare(s)
	if err != nil {
		return err
	}
	out, err := s.OpenOutputs(flags.Inputs(c.Heap...), session.Destination{Flag: "json", Path: c.JSON}, session.Destination{Flag: "csv", Path: c.CSV},
		session.Destination{Flag: "bench", Path: c.Bench}, session.Destination{Flag: "timeline", Path: c.Timeline})
	if err != nil {
		return err
	}
	defer out.Abandon()
	stop, err := s.StartProfile(c.Profile, c.ProfileDir)
	if err != nil {
		return err
	}
	if c.Profile == "cpu" {
		label(setups)
	}
	stop = sync.OnceFunc(stop)
	defer stop()
	defer c.startCounters(s)()
	early := c.warn(s)
	r := emptyReport(s.Args)
	expected, same := c.Expected(sources)
	if err := c.measure(s, out, &r, text.NewRunTable(out.Human(), expected, same), sources, setups); err != nil {
		return err
	}
	stop() // a profile is of what was measured
	r.Warnings = append(early, r.Warnings...)
	if c.Shape == nil && c.Heap == nil {
		if _, err := io.WriteString(out.Human(), ownHeapHint); err != nil {
			return err
		}
	}
	interrupt := c.revisitAll(s, &r, sources, setups)
	if err := c.writeReports(out, &r); err != nil {
		return err
	}
	if interrupt != nil {
		return interrupt
	}
	if err := c.writeTimeline(s, out, r.Env); err != nil {
		return err
	}
	return failCV(c.FailCV, r.Results)
}

// emptyReport is that of a command with these arguments, before anything is measured.
func emptyReport(args []string) schema.Run {
	return schema.Run{Schema: schema.RunSchema, Ended: invoke.Complete.String(), Env: machine.Describe(args), Warnings: []string{}, Stability: []schema.Stability{}, Heaps: []schema.Heap{}}
}

// rows prints results for people: some, again and again, and in the end what is to be said of all.
type rows interface {
	Results(some []schema.Result) error
	End(below string) error
}

// measure fills in the results. If it is interrupted, it writes those that there are, marked
// as a part.
func (c *Run) measure(s *session.Session, out *session.Outputs, r *schema.Run, table rows, sources []flags.Source, setups []flags.Setup) error {
	in := c.inThisProcess
	if c.severalProcesses() {
		in = c.inProcesses
	}
	noise := machine.Watch()
	err := in(s, r, table, sources, setups)
	s.Progress.Clear()
	if err == nil || s.Err() != nil {
		c.warnOfNoise(s, r, noise, setups)
	}
	switch {
	case err == nil:
		if err := table.End(text.Coverage(r.Results) + c.Reached(r.Ended) + text.Paging(r.Results)); err != nil {
			return err
		}
		r.Stability = append(r.Stability, measure.StabilityOf(r.Results)...)
		return text.Print(out.Human(), text.Stability(r.Stability)+text.Closing(r.Results))
	case s.Err() != nil && len(r.Results) > 0:
		return c.writePartial(s, out, r, table)
	}
	return err
}

// writePartial writes what there is of an interrupted run: its table, and the JSON report.
// The other formats have no way to say that something is missing.
func (c *Run) writePartial(s *session.Session, out *session.Outputs, r *schema.Run, table rows) error {
	if err := table.End(text.Coverage(r.Results) + text.Paging(r.Results)); err != nil {
		return err
	}
	if c.JSON != "" {
		r.Partial, r.Ended = true, "interrupted"
		if err := out.WriteJSON(r); err != nil {
			return err
		}
		if err := out.Commit("json"); err != nil {
			return err
		}
	}
	return interrupted(c.JSON != "")
}

// interrupted says what is kept of an interrupted measurement.
func interrupted(saved bool) error {
	if !saved {
		return &session.Interrupted{}
	}
	return &session.Interrupted{Kept: "--json has what was complete, with \"partial\": true"}
}

// failCV returns an error of exit status 3 if a result varies more than that, unless limit
// is 0.
func failCV(limit spell.Percent, results []schema.Result) error {
	if limit == 0 {
		return nil
	}
	for i := range results {
		r := &results[i]
		if max(r.CV, r.Between()) > float64(limit) {
			return session.Crossed("--fail-cv %v: %s with %s has a cv of %s within a process and of %s between processes", limit, r.Name(),
				numeral.Plural(uint64(r.Workers), "worker"), numeral.Percent(r.CV), numeral.Percent(r.Between()))
		}
	}
	return nil
}

// OpenCounters is counters.Open. A test has its own counters.
var OpenCounters = counters.Open

// startCounters begins to count if --counters asks for it. stop ends the count.
func (c *Run) startCounters(s *session.Session) (stop func()) {
	if !c.Counters {
		return func() {}
	}
	var err error
	c.source, c.events, err = OpenCounters()
	switch {
	case invoke.Here():
	case c.source == nil:
		s.Warn("--counters: %v", err)
	case err != nil:
		s.Warn("--counters: some are missing: %v", err)
	}
	if c.source == nil {
		return func() {}
	}
	return c.source.Close
}

// warn says what is known before the work begins. A process that measures for another one
// leaves it to that.
func (c *Run) warn(s *session.Session) (warnings []string) {
	if invoke.Here() {
		return []string{}
	}
	warnings = []string{}
	for _, w := range []string{c.LeftOut, c.ownersOut, few(c.Reps)} {
		if w != "" {
			s.Warn("%s", w)
			warnings = append(warnings, w)
		}
	}
	return warnings
}

// few is a warning of samples that give no interval, "" if there are enough.
func few(reps int) string {
	if reps >= measure.MinSamples {
		return ""
	}
	samples := fmt.Sprintf("%d samples are", reps)
	if reps == 1 {
		samples = "1 sample is"
	}
	return fmt.Sprintf("%s too few for a 95 %% interval of the median: --reps %d gives one", samples, measure.MinSamples)
}

func (c *Run) writeReports(out *session.Outputs, r *schema.Run) error {
	if err := out.WriteJSON(r); err != nil {
		return err
	}
	if err := out.Write("csv", func(w io.Writer) error { return schema.WriteCSV(w, r.Results) }); err != nil {
		return err
	}
	if err := out.Write("bench", func(w io.Writer) error { return text.WriteBench(w, r.Env, r.Results) }); err != nil {
		return err
	}
	return out.Commit("json", "csv", "bench")
}
