package spell

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent/states"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// maxReps bounds --reps: the samples and statistics of a run stay in memory.
const maxReps = 10_000

// Examples of large numbers, for errors.
const (
	Millions  = "2_000_000, 2e6 or 2M"
	thousands = "2000, 2e3 or 2k"
	Sizes     = "500M or 64GiB"
)

// maxInvocations bounds --invocations: every process takes a moment.
const maxInvocations = 1000

// Domains has an entry for each flag of type number or numbers.
var Domains = map[string]numeral.Domain{
	"objects":  {Low: 1, High: heap.MaxObjects, Example: Millions},
	"seed":     {Low: 0, High: math.MaxUint64, Example: "7"},
	"workers":  {Low: 1, High: mark.MaxWorkers, Example: "8"},
	"grain":    {Low: 1, High: tune.MaxGrain, Example: "64"},
	"capacity": {Low: stealq.MinCapacity, High: stealq.MaxCapacity, Power2: true, Example: "64"},
	"overflow": {Low: 0, High: tune.MaxOverflowBlocks, Example: thousands},
	"recruit":  {Low: 1, High: heap.MaxObjects, Example: thousands},
	"reps":     {Low: 1, High: maxReps, Example: "10"},

	"speculators": {Low: 1, High: mark.MaxWorkers, Example: "8"},
	"invocations": {Low: 1, High: maxInvocations, Example: "6"},

	"max-bytes":        {Low: 1, High: maxLimit, Bytes: true, Example: Sizes},
	"max-objects":      {Low: 1, High: maxLimit, Example: Millions},
	"max-edges":        {Low: 1, High: maxLimit, Example: Millions},
	"max-decompressed": {Low: 1, High: maxLimit, Bytes: true, Example: Sizes},
	"top":              {Low: 1, High: 1000, Example: "20"},
	"shards":           {Low: 1, High: shard.MaxParts, Example: "16"},

	"retained": {Low: 1, High: 10_000, Example: "20"},
	"wrong":    {Low: 1, High: 9, Example: "1"},
	"parallel": {Low: 1, High: 256, Example: "4"},
	"mutators": {Low: 1, High: states.MostMutators, Example: "1"},
	"rounds":   {Low: 1, High: 1_000_000_000, Example: thousands},
}

// parseNumber is the mapper of numbers.
func parseNumber(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	n, err := Domains[ctx.Value.Name].Parse(text)
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

// maxList bounds a list of numbers, which is to be measured entry by entry.
const maxList = mark.MaxWorkers

// parseNumbers is the mapper of lists of numbers and ranges, []int or []uint64.
func parseNumbers(ctx *kong.DecodeContext, target reflect.Value) error {
	var list []uint64
	for i := range target.Len() { // what the flag has said before
		list = append(list, target.Index(i).Convert(reflect.TypeFor[uint64]()).Uint())
	}
	err := PopList(ctx, func(part string) error {
		numbers, err := Domains[ctx.Value.Name].Expand(part, maxList)
		if err != nil {
			return err
		}
		list, err = addOnce(list, numbers...)
		if err == nil && len(list) > maxList {
			err = fmt.Errorf("the list has more than %d numbers", maxList)
		}
		return err
	})
	target.SetZero()
	for _, n := range list {
		target.Set(reflect.Append(target, reflect.ValueOf(n).Convert(target.Type().Elem())))
	}
	return err
}

// Percent is a fraction that is given and shown in per cent; 0 is none.
type Percent float64

func (p Percent) String() string { return strconv.FormatFloat(100*float64(p), 'g', 6, 64) + "%" }

// parsePercent is the mapper of such fractions. The sign is required: 5 could be meant as
// 500 %.
func parsePercent(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	p, err := percentOf(text)
	target.SetFloat(float64(p))
	return err
}

// percentOf reads a fraction.
func percentOf(text string) (Percent, error) {
	number, signed := strings.CutSuffix(text, "%")
	p, err := strconv.ParseFloat(number, 64)
	if !signed || err != nil || !(p > 0 && p <= 1000) {
		return 0, fmt.Errorf("%q cannot be used: it must be more than 0%% and at most 1000%%, such as 5%% or 0.5%%", text)
	}
	return Percent(p / 100), nil
}

// Growth is by how much something may grow: a part of what it was, or a size. The zero value is no bound.
type Growth struct {
	Part  Percent
	Bytes uint64
}

// String is the growth as it is given.
func (g Growth) String() string {
	if g.Part > 0 {
		return g.Part.String()
	}
	return numeral.Bytes(g.Bytes)
}

// Of returns the bound in bytes for what had so many bytes.
func (g Growth) Of(bytes uint64) uint64 {
	if g.Part > 0 {
		return uint64(float64(g.Part) * float64(bytes))
	}
	return g.Bytes
}

// growthBytes are the sizes by which something may grow.
var growthBytes = numeral.Domain{Low: 1, High: maxLimit, Bytes: true}

// parseGrowth is the mapper of growths.
func parseGrowth(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	var g Growth
	if strings.HasSuffix(text, "%") {
		g.Part, err = percentOf(text)
	} else {
		g.Bytes, err = growthBytes.Parse(text)
	}
	if err != nil {
		return fmt.Errorf("%q cannot be used: it must be a part, more than 0%% and at most 1000%%, or a size, such as 5%% or 10MiB", text)
	}
	target.Set(reflect.ValueOf(g))
	return nil
}

// longest bounds a time that a flag gives.
const longest = 30 * 24 * time.Hour

// parsePeriod is the mapper of times.
func parsePeriod(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > longest {
		return fmt.Errorf("%q cannot be used: it must be a time of more than 0 and at most 30 days, such as 30s, 5m or 1h30m", text)
	}
	target.SetInt(int64(d))
	return nil
}

// maxLimit leaves room for sums of two limits.
const maxLimit = 1 << 62
