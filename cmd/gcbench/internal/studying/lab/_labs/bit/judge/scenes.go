package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/variants"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// size is the number of bits of each bitmap. They take three words, and not all of the last.
const size = 130

// mostFails is how many other bits of a word change in turn while a worker claims one. An
// answer that gives up after as many tries loses its bit.
const mostFails = 8

// scene is a small program: what is set at first, and which bits each worker claims.
type scene struct {
	set    []int
	claims [][]int
}

// scenes are the programs, the smallest first: one worker and every bit, two and three
// workers and bits in the same word and in others, two workers with two claims each, and one
// whose compare-and-swap may fail again and again.
func scenes() (all []scene) {
	for i := range size {
		all = append(all, scene{claims: [][]int{{i}}}, scene{claims: [][]int{{i, i}}}, scene{set: others(i), claims: [][]int{{i}}})
	}
	for _, bits := range judge.Choices([]int{0, 1, 63, 64, 129}, 2) {
		for _, set := range [][]int{nil, {2, 65}, bits[:1]} {
			all = append(all, scene{set, [][]int{bits[:1], bits[1:]}})
		}
	}
	for _, bits := range judge.Choices([]int{0, 1, 64}, 3) {
		all = append(all, scene{claims: [][]int{bits[:1], bits[1:2], bits[2:]}})
	}
	for _, bits := range judge.Choices([]int{0, 1, 64}, 4) {
		all = append(all, scene{claims: [][]int{bits[:2], bits[2:]}})
	}
	others := []int{1}
	for n := 2; n <= mostFails; n++ {
		others = append(others, n)
		all = append(all, scene{claims: [][]int{{0}, slices.Clone(others)}})
	}
	return all
}

// others are all bits but one.
func others(i int) (bits []int) {
	for other := range size {
		if other != i {
			bits = append(bits, other)
		}
	}
	return bits
}

// String says what the program is.
func (s scene) String() string {
	text := "At first every bit is 0."
	switch {
	case len(s.set) > 5:
		text = fmt.Sprintf("At first every bit but %d is 1.", s.claims[0][0])
	case s.set != nil:
		text = fmt.Sprintf("At first %s, and every other bit is 0.", is(s.set))
	}
	for w, bits := range s.claims {
		var calls []string
		for _, i := range bits {
			calls = append(calls, fmt.Sprintf("Claim(bits, %d)", i))
		}
		text += fmt.Sprintf(" Worker %s: %s.", letter(w), strings.Join(calls, ", then "))
	}
	return text
}

func is(bits []int) string {
	if len(bits) == 1 {
		return fmt.Sprintf("bit %d is 1", bits[0])
	}
	return fmt.Sprintf("bits %d and %d are 1", bits[0], bits[1])
}

func letter(worker int) string { return string(rune('a' + worker)) }

// Run is the program.
func (s scene) Run(w *interleave.World) func() {
	bitmap := answer.New(size)
	for _, i := range s.set {
		bitmap[i/64].Store(bitmap[i/64].Load() | 1<<(i%64))
	}
	w.Name("bits", &bitmap, show)
	var told [size]map[bool][]string // which workers were told this of a bit
	for worker, bits := range s.claims {
		w.Go("worker", func() {
			for _, i := range bits {
				if told[i] == nil {
					told[i] = map[bool][]string{}
				}
				claimed := answer.Claim(bitmap, i) != variants.Before(student)
				told[i][claimed] = append(told[i][claimed], letter(worker))
			}
		})
	}
	return func() {
		for i := range size {
			winners, losers := slices.Sorted(slices.Values(told[i][true])), slices.Sorted(slices.Values(told[i][false]))
			if wrong := s.wrong(i, winners, losers, answer.IsSet(bitmap, i)); wrong != "" {
				w.Failf("%s", wrong)
			}
		}
	}
}

// show writes a word of the bitmap as the set of its bits.
func show(_ string, word uint64) string {
	bits := judge.Bits(word)
	if len(bits) > 3 {
		bits = []string{fmt.Sprint(len(bits)), "bits"}
	}
	return "{" + strings.Join(bits, " ") + "}"
}

// wrong says what is wrong with bit i at the end, "" if nothing is. The winners were told that they
// have claimed it.
func (s scene) wrong(i int, winners, losers []string, now bool) string {
	before := slices.Contains(s.set, i)
	switch {
	case before && len(winners) > 0:
		return fmt.Sprintf("worker %s was told that it has claimed bit %d, which was 1 before", winners[0], i)
	case len(winners) > 1 && winners[0] == winners[1]:
		return fmt.Sprintf("worker %s was told twice that it has claimed bit %d", winners[0], i)
	case len(winners) > 1:
		return fmt.Sprintf("workers %s and %s were both told that they have claimed bit %d", winners[0], winners[1], i)
	case !before && len(winners) == 0 && len(losers) > 0:
		return fmt.Sprintf("no worker has claimed bit %d: it was 0 at first, and worker %s was told that another one has", i, strings.Join(slices.Compact(losers), " and worker "))
	case before && !now:
		return fmt.Sprintf("bit %d is lost: it was 1 at first, and it is 0 at the end", i)
	case len(winners) == 1 && !now:
		return fmt.Sprintf("bit %d is lost: worker %s has claimed it, and it is 0 at the end", i, winners[0])
	case now && !before && len(winners) == 0:
		return fmt.Sprintf("bit %d is 1 at the end, though no worker claimed it", i)
	}
	return ""
}
