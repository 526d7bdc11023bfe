package cli

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// maxReps bounds --reps: the samples and statistics of a run stay in memory.
const maxReps = 10_000

// interval is what a number must be.
type interval struct {
	low, high uint64
	power2    bool
}

// intervals has an entry for each flag of type number or numbers.
var intervals = map[string]interval{
	"objects":  {low: 1, high: heap.MaxObjects},
	"seed":     {low: 0, high: math.MaxUint64},
	"workers":  {low: 1, high: mark.MaxWorkers},
	"grain":    {low: 1, high: mark.MaxGrain},
	"deque":    {low: stealq.MinCapacity, high: stealq.MaxCapacity, power2: true},
	"overflow": {low: 0, high: mark.MaxOverflowBlocks},
	"reps":     {low: 1, high: maxReps},

	"max-bytes":        {low: 1, high: maxLimit},
	"max-objects":      {low: 1, high: maxLimit},
	"max-edges":        {low: 1, high: maxLimit},
	"max-decompressed": {low: 1, high: maxLimit},
	"rounds":           {low: 1, high: 1_000_000_000},
}

func (i interval) String() string {
	s := fmt.Sprintf("%d to %d", i.low, i.high)
	if i.power2 {
		s = "a power of two from " + s
	}
	return s
}

// parse reads a whole number; digits may be grouped by underscores.
func (i interval) parse(text string) (uint64, error) {
	n, err := strconv.ParseUint(strings.ReplaceAll(text, "_", ""), 10, 64)
	if err != nil || n < i.low || n > i.high || i.power2 && n&(n-1) != 0 {
		return 0, fmt.Errorf("%q cannot be used: it must be a whole number, %s", text, i)
	}
	return n, nil
}

// parseNumber is the mapper of numbers.
func parseNumber(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
		return err
	}
	n, err := intervals[ctx.Value.Name].parse(text)
	if err != nil {
		return err
	}
	if target.Kind() == reflect.Uint64 {
		target.SetUint(n)
	} else {
		target.SetInt(int64(n))
	}
	return nil
}

// parseNumbers is the mapper of lists of numbers.
func parseNumbers(ctx *kong.DecodeContext, target reflect.Value) error {
	var list []int
	err := popList(ctx, func(part string) error {
		n, err := intervals[ctx.Value.Name].parse(part)
		if slices.Contains(list, int(n)) {
			err = fmt.Errorf("%d is in the list twice", n)
		}
		list = append(list, int(n))
		return err
	})
	target.Set(reflect.ValueOf(list))
	return err
}
