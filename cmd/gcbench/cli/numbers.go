package cli

import (
	"fmt"
	"math"
	"reflect"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// maxReps bounds --reps: the samples and statistics of a run stay in memory.
const maxReps = 10_000

// Examples of large numbers, for errors.
const (
	millions  = "2_000_000, 2e6 or 2M"
	thousands = "2000, 2e3 or 2k"
	sizes     = "500M or 64GiB"
)

// maxInvocations bounds --invocations: every process takes a moment.
const maxInvocations = 1000

// domains has an entry for each flag of type number or numbers.
var domains = map[string]numeral.Domain{
	"objects":  {Low: 1, High: heap.MaxObjects, Example: millions},
	"seed":     {Low: 0, High: math.MaxUint64, Example: "7"},
	"workers":  {Low: 1, High: mark.MaxWorkers, Example: "8"},
	"grain":    {Low: 1, High: tune.MaxGrain, Example: "64"},
	"capacity": {Low: stealq.MinCapacity, High: stealq.MaxCapacity, Power2: true, Example: "64"},
	"overflow": {Low: 0, High: tune.MaxOverflowBlocks, Example: thousands},
	"recruit":  {Low: 1, High: heap.MaxObjects, Example: thousands},
	"reps":     {Low: 1, High: maxReps, Example: "10"},

	"speculators": {Low: 1, High: mark.MaxWorkers, Example: "8"},
	"invocations": {Low: 1, High: maxInvocations, Example: "6"},

	"max-bytes":        {Low: 1, High: maxLimit, Bytes: true, Example: sizes},
	"max-objects":      {Low: 1, High: maxLimit, Example: millions},
	"max-edges":        {Low: 1, High: maxLimit, Example: millions},
	"max-decompressed": {Low: 1, High: maxLimit, Bytes: true, Example: sizes},
	"shards":           {Low: 1, High: shard.MaxParts, Example: "16"},

	"wrong":  {Low: 1, High: 9, Example: "1"},
	"rounds": {Low: 1, High: 1_000_000_000, Example: thousands},
}

// parseNumber is the mapper of numbers.
func parseNumber(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
		return err
	}
	n, err := domains[ctx.Value.Name].Parse(text)
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
	err := popList(ctx, func(part string) error {
		numbers, err := domains[ctx.Value.Name].Expand(part, maxList)
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
