package text

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// benchPkg is the package that benchmark lines are filed under.
const benchPkg = "github.com/seed-3ccf4018/halfmark/cmd/gcbench"

// WriteBench writes every sample as a line in the Go benchmark format (see
// golang.org/design/14313-benchmark-format), for benchstat: names with
// key=value parts to pivot by, the marks of the sample as its iterations,
// ns/op, ns/obj, and x-limit if the floor was measured.
func WriteBench(w io.Writer, env schema.Env, results []schema.Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: %s\n", env.GOOS, env.GOARCH, benchPkg)
	if env.CPU != "" {
		fmt.Fprintf(&b, "cpu: %s\n", env.CPU)
	}
	heap := benchHeap(results)
	named, constant := benchKeys(results, heap)
	for _, key := range constant {
		if value := results[0].Cell(key); value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, value)
		}
	}
	for i := range results {
		r := &results[i]
		name := benchName(r, heap, named, env.GOMAXPROCS)
		for _, ns := range r.SamplesNS {
			fmt.Fprintf(&b, "%s\t%d\t%s ns/op", name, r.MarksPerSample, strconv.FormatFloat(ns, 'g', -1, 64))
			if r.Live > 0 {
				fmt.Fprintf(&b, "\t%.6g ns/obj", ns/float64(r.Live))
			}
			if r.FloorNS != nil {
				fmt.Fprintf(&b, "\t%.6g x-limit", ns / *r.FloorNS)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// benchSettings are the settings that a name can have besides the heap and the workers,
// in its order. A preset decides those after it, and a deque the default amount.
var benchSettings = append([]string{"layout", "objects", "seed", "preset"}, setting.Keys()...)

// benchKeys returns the settings that the names of the results have, and those that are
// the same in all results, which become configuration lines.
//
// benchstat compares two results only if all else about them is equal: it makes a table
// for each combination of configuration lines, and a row for each name without the key of
// the columns. A setting that varies may therefore not be a configuration line. And a
// setting that varies along with another one, as the amount does with the deque, may be
// neither a line nor a part of the name: with it no two deques would have a row in
// common. Nothing is lost without it, because the other one says which it was. A setting
// that a preset or a deque decides is left out where it does not vary, too: in another
// file, where these differ, it differs.
func benchKeys(results []schema.Result, heap func(*schema.Result) string) (named, constant []string) {
	for _, key := range benchSettings {
		decides := func(of func(*schema.Result) string) bool { return decided(results, of, cell(key)) }
		switch {
		case implied(results, key):
		case decides(func(*schema.Result) string { return "" }):
			constant = append(constant, key)
		case decides(heap), slices.ContainsFunc(named, func(by string) bool { return decides(cell(by)) }):
		default:
			named = append(named, key)
		}
	}
	return named, constant
}

// implied reports whether a setting follows from the preset or from the deque in all
// results. A marking and a speculation may have been asked for beside a preset.
func implied(results []schema.Result, key string) bool {
	ofPreset := slices.Index(benchSettings, key) > slices.Index(benchSettings, "preset")
	return !slices.ContainsFunc(results, func(r schema.Result) bool {
		k, err := stealq.ParseKind(r.Deque)
		own := err == nil && k.Amounts[0].String() == r.Amount
		if p, err := tune.ParsePreset(r.Preset); err == nil {
			if i := slices.Index(setting.Keys(), key); i >= 0 && !setting.All[i].Preset {
				return setting.All[i].Of(&mark.Options{Tuning: p.Tuning}) != r.Cell(key)
			}
		}
		return (!ofPreset || r.Preset == "") && (key != "amount" || !own)
	})
}

// cell is a column of CSV.
func cell(key string) func(*schema.Result) string {
	return func(r *schema.Result) string { return r.Cell(key) }
}

// decided reports whether results that are alike in one setting are alike in another.
func decided(results []schema.Result, one, another func(*schema.Result) string) bool {
	var rows []*schema.Result
	for i := range results {
		rows = append(rows, &results[i])
	}
	return columns.Settles(rows, one, another)
}

// benchHeap returns what names the shape or the file, without its folder if that tells
// the files apart.
func benchHeap(results []schema.Result) func(r *schema.Result) string {
	path := func(r *schema.Result) string { return r.Heap }
	name := func(r *schema.Result) string { return filepath.Base(r.Heap) }
	if !decided(results, name, path) {
		name = path
	}
	return func(r *schema.Result) string {
		if r.Heap == "" {
			return "shape=" + r.Shape
		}
		return "heap=" + word(name(r))
	}
}

func benchName(r *schema.Result, heap func(*schema.Result) string, named []string, procs int) string {
	name := "BenchmarkMark/" + heap(r)
	for _, key := range named {
		name += "/" + key + "=" + r.Cell(key)
	}
	name += fmt.Sprintf("/workers=%d", r.Workers)
	if procs != 1 { // as package testing writes it
		name += fmt.Sprintf("-%d", procs)
	}
	return name
}

// word replaces what would end the name or one of its parts.
func word(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) || r == '/' {
			return '_'
		}
		return r
	}, s)
}
