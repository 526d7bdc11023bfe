// Package compare holds the results of two measurements, A and B, against each other.
//
// Match pairs results: a result of A and one of B are a pair if they are of the same heap,
// marked in the same way. A choice that all of A has and all of B has otherwise, such as
// --deque, is the object of the comparison, and is no reason against a pair. Judge gives each
// pair a verdict on B: same, faster or slower, from the interval of the ratio of its mark times
// (package estimate). Files that were written one after the other are corrected by frozen work
// that both have timed in turns with their samples. The verdict is unsure where the interval
// does not decide, where there is too little, and where the machine changed by too much to
// correct. Warnings says what may make a comparison unfair although verdicts were given.
// docs/measuring.md says how to measure so that verdicts can be trusted.
package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
)

// Pair is what two measurements say of one thing.
type Pair struct{ A, B *schema.Result }

// Matched are the results of two measurements.
type Matched struct {
	Pairs []Pair
	// Differs are the settings in which all of A differs from all of B, as "queue:
	// stealhalf, abp". They are what is compared.
	Differs []string
	// OnlyA and OnlyB name results without a counterpart.
	OnlyA, OnlyB []string
}

// named is one of the things that tell results apart.
type named struct {
	name string
	of   func(*schema.Result) string
}

// settings are all of them: what was marked and how. A heap from a file is known by the
// file's name without folders.
var settings = slices.Concat([]named{
	{"heap", func(r *schema.Result) string { return r.Name() }},
	{"layout", func(r *schema.Result) string { return r.Layout }},
	{"objects", func(r *schema.Result) string { return fmt.Sprint(r.Objects) }},
	{"seed", func(r *schema.Result) string { return fmt.Sprint(r.Seed) }},
	{"preset", func(r *schema.Result) string { return r.Preset }},
}, choices(), []named{{"workers", func(r *schema.Result) string { return fmt.Sprint(r.Workers) }}})

func choices() (all []named) {
	for _, s := range setting.All {
		all = append(all, named{s.Name, func(r *schema.Result) string { return r.Choices.Of(s.Key) }})
	}
	return all
}

// Match pairs results that agree in every setting, but for those in which the two sides
// differ as a whole. Results that agree in all of them are paired in their order.
func Match(a, b []schema.Result) Matched {
	var m Matched
	var shared []named
	for _, s := range settings {
		va, vb := only(s, a), only(s, b)
		if va != nil && vb != nil && *va != *vb {
			m.Differs = append(m.Differs, fmt.Sprintf("%s: %s, %s", s.name, orNone(*va), orNone(*vb)))
		} else {
			shared = append(shared, s)
		}
	}
	left := map[string][]*schema.Result{}
	for i := range b {
		k := key(shared, &b[i])
		left[k] = append(left[k], &b[i])
	}
	for i := range a {
		k := key(shared, &a[i])
		if len(left[k]) == 0 {
			m.OnlyA = append(m.OnlyA, describe(&a[i]))
			continue
		}
		m.Pairs = append(m.Pairs, Pair{&a[i], left[k][0]})
		left[k] = left[k][1:]
	}
	for i := range b {
		if k := key(shared, &b[i]); slices.Contains(left[k], &b[i]) {
			m.OnlyB = append(m.OnlyB, describe(&b[i]))
		}
	}
	return m
}

// only is the one value that a setting has in all results, nil if there are several.
func only(s named, results []schema.Result) *string {
	var value *string
	for i := range results {
		v := s.of(&results[i])
		if value != nil && *value != v {
			return nil
		}
		value = &v
	}
	return value
}

func orNone(value string) string {
	if value == "" {
		return "none"
	}
	return value
}

func key(shared []named, r *schema.Result) string {
	values := make([]string, len(shared))
	for i, s := range shared {
		values[i] = s.of(r)
	}
	return strings.Join(values, "\x00")
}

// describe names a result in a list.
func describe(r *schema.Result) string {
	return fmt.Sprintf("%s of %s, %s, %s", r.Name(), numeral.Plural(r.Objects, "object"), r.Deque, numeral.Plural(uint64(r.Workers), "worker"))
}
