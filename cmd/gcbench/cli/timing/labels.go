package timing

import (
	"context"
	"runtime/pprof"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// label has the workers of all setups label their goroutines for a profile of processor time: the worker, and what it does.
// A goroutine that marks nothing has no label. A profile can therefore leave out all that is no mark.
func label(setups []flags.Setup) {
	for i := range setups {
		o := &setups[i].Options
		labels := make([][timeline.ActivitySpeculate + 1]context.Context, o.WithDefaults().Workers)
		for worker := range labels {
			for does := range labels[worker] {
				labels[worker][does] = pprof.WithLabels(context.Background(), pprof.Labels("worker", strconv.Itoa(worker), "activity", timeline.Activity(does).String()))
			}
			labels[worker][timeline.ActivitySleep] = context.Background()
		}
		o.Timeline = max(o.Timeline, 1)
		o.Turn = func(worker int, does timeline.Activity) { pprof.SetGoroutineLabels(labels[worker][does]) }
	}
}
