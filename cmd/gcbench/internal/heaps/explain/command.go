package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// nameAll lists heaps, each with what tells it from the others of the run.
func nameAll(results []schema.Result, heaps []*schema.Result) string {
	differ := func(of func(r *schema.Result) string) bool {
		return slices.ContainsFunc(results, func(r schema.Result) bool { return of(&r) != of(&results[0]) })
	}
	// Files differ in size anyway, and their names say which one is meant.
	sizes := differ(func(r *schema.Result) string { return r.Heap + numeral.Short(r.Objects) }) && results[0].Heap == ""
	layouts := differ(func(r *schema.Result) string { return r.Layout })
	seeds := differ(func(r *schema.Result) string { return strconv.FormatUint(r.Seed, 10) })
	var names []string
	for _, h := range heaps {
		name := h.Name()
		if sizes {
			name += " " + numeral.Short(h.Objects)
		}
		if layouts {
			name += " " + h.Layout
		}
		if seeds {
			name += fmt.Sprintf(" seed %d", h.Seed)
		}
		names = append(names, name)
	}
	if more := len(names) - maxNames; more > 1 {
		names = append(names[:maxNames], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// The synthetic heap that gcbench makes where its flags do not say otherwise. The layout hides
// the order in which a generator happens to allocate: what is measured then is the shape, and
// the memory.
const (
	DefaultObjects = 1_000_000
	DefaultLayout  = shape.Shuffled
	DefaultSeed    = 1
)

// command names the first heap as gcbench explain does, and the other shapes of the same
// size, layout and seed, for it explains every combination.
func command(heaps []*schema.Result) string {
	first := heaps[0]
	var words []string
	if first.Heap != "" {
		words = append(words, Quoted(first.Heap))
	} else {
		var shapes []string
		for _, h := range heaps {
			if h.Objects == first.Objects && h.Layout == first.Layout && h.Seed == first.Seed && h.Heap == "" {
				shapes = append(shapes, h.Shape)
			}
		}
		words = append(words, "--shape", strings.Join(shapes, ","))
		if first.Objects != DefaultObjects {
			words = append(words, "--objects", numeral.Short(first.Objects))
		}
		if first.Layout != DefaultLayout.String() {
			words = append(words, "--layout", first.Layout)
		}
	}
	if first.Seed != DefaultSeed {
		words = append(words, "--seed", strconv.FormatUint(first.Seed, 10))
	}
	return strings.Join(words, " ")
}

// plain is a word that a shell leaves as it is.
var plain = regexp.MustCompile(`^[\w./,:@%+=-]+$`)

// Quoted is a word for a shell.
func Quoted(word string) string {
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
