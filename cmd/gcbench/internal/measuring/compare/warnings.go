package compare

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Machines says in what two machines, and the programs on them, differ. Builds are meant to
// differ where both were started to be compared: then builds is false.
func Machines(a, b *schema.Env, builds bool) (all []string) {
	for _, d := range []struct{ what, a, b string }{
		{"processor", a.CPU, b.CPU},
		{"system", a.GOOS + "/" + a.GOARCH, b.GOOS + "/" + b.GOARCH},
		{"number of processors", fmt.Sprint(a.CPUs), fmt.Sprint(b.CPUs)},
		{"GOMAXPROCS", fmt.Sprint(a.GOMAXPROCS), fmt.Sprint(b.GOMAXPROCS)},
		{"release of Go", a.Go, b.Go},
		{buildName, a.Source(), b.Source()},
	} {
		if d.a != d.b && (d.what != buildName || builds) {
			all = append(all, fmt.Sprintf("the %s differs: %s, %s", d.what, orNone(d.a), orNone(d.b)))
		}
	}
	return all
}

// Warnings says why two measurements may not be comparable: another machine, another
// build, other heaps, or parts that are missing. For builds see Machines.
func Warnings(a, b *schema.Run, pairs []Pair, builds bool) (all []string) {
	all = Machines(&a.Env, &b.Env, builds)
	others := 0
	for _, p := range pairs {
		if p.A.Digest != p.B.Digest && p.A.Digest != "" && p.B.Digest != "" {
			others++
		}
	}
	if others > 0 {
		all = append(all, fmt.Sprintf("in %s of %s the two sides marked different objects (digest): the ratio is of the whole mark times", numeral.Count(uint64(others)), numeral.Plural(uint64(len(pairs)), "row")))
	}
	all = append(all, lessStable(pairs)...)
	for _, side := range []struct {
		name string
		run  *schema.Run
	}{{"A", a}, {"B", b}} {
		if side.run.Partial {
			all = append(all, side.name+" is a part: its run was interrupted")
		}
		if doubled := side.run.Doubled(); doubled != nil {
			all = append(all, fmt.Sprintf("%s has more than one result of one kind, and these are compared in their order: %s", side.name, numeral.Some(doubled)))
		}
	}
	return all
}

// buildName is what the warning about another build speaks of.
const buildName = "build of gcbench"

// A side is less stable than the other if its processes vary by more than steady, and by
// more than twice as much as the other's, and if chance does not make this likely.
const steady = 0.05

// lessStable says which rows the verdict does not tell everything about: it is on typical
// processes, and some of one side may be far from typical.
func lessStable(pairs []Pair) (all []string) {
	for _, p := range pairs {
		if p.A.CVBetween == nil || p.B.CVBetween == nil {
			continue
		}
		a, b := *p.A.CVBetween, *p.B.CVBetween
		if max(a, b) > steady && max(a, b) > 2*min(a, b) && estimate.StabilityDiffers(samplesOf(p.A), samplesOf(p.B)) {
			all = append(all, fmt.Sprintf("%s, %s: %s between processes of A, %s of B", p.A.Name(), numeral.Plural(uint64(p.A.Workers), "worker"), numeral.Percent(a), numeral.Percent(b)))
		}
	}
	if len(all) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("in %s of %s one side is less stable (cv), which a ratio does not show: %s", numeral.Count(uint64(len(all))), numeral.Plural(uint64(len(pairs)), "row"), numeral.Some(all))}
}
