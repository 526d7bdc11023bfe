package columns

import (
	"fmt"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Simulation are the tables of the results of a model.
func Simulation(results schema.Results) []Block {
	switch r := results.(type) {
	case *schema.MarkCurves:
		return marks(*r)
	case *schema.Makespan:
		return makespan(*r)
	case *schema.Balance:
		return balance(r)
	case *schema.Dag:
		return dag(r)
	}
	panic("no results of a model")
}

// Point is a point of a curve.
type Point struct {
	Curve *schema.MarkCurve
	*schema.MarkPoint
}

// PointsOf are those of a curve.
func PointsOf(c *schema.MarkCurve) (all []Point) {
	for i := range c.Points {
		all = append(all, Point{c, &c.Points[i]})
	}
	return all
}

// heapsOf is the column of the heaps with these names.
func heapsOf(names []string) Of[Point] {
	width := 0
	for _, name := range names {
		width = max(width, utf8.RuneCountInString(name))
	}
	return Left("shape", width, func(p Point) string { return p.Curve.Name })
}

// PointKeys is how many columns at first tell points apart.
const PointKeys = 2

// Marks has a row for each heap, setting and number of workers. names are those of all curves to come. cached says that the
// machine has caches.
func Marks(names []string, cached bool) []Of[Point] {
	share := func(ns func(Point) int64) func(Point) string {
		return func(p Point) string {
			return fmt.Sprintf("%.1f%%", 100*float64(ns(p))/(float64(p.VirtualNS)*float64(p.Workers)))
		}
	}
	all := []Of[Point]{
		heapsOf(names),
		Right("workers", 0, func(p Point) string { return fmt.Sprint(p.Workers) }),
		Right("owners", 0, func(p Point) string {
			if p.Owners == 0 {
				return "shared"
			}
			return fmt.Sprint(p.Owners)
		}),
		Right("time", 7, func(p Point) string { return numeral.Duration(float64(p.VirtualNS)) }),
		Right("speedup", 0, func(p Point) string { return hundredths(p.Speedup) }),
		Right("ceiling", 0, func(p Point) string { return numeral.Significant(p.Curve.Ceiling) }),
		Right("held by", 16, func(p Point) string { return fmt.Sprintf("%s %.0f%%", p.HeldBy, 100*p.HeldShare) }),
		Right("steals", 7, func(p Point) string { return numeral.Thousands(p.Steals) }),
		Right("starved", 0, share(func(p Point) int64 { return p.StarvedNS })),
		Right("hoarded", 0, share(func(p Point) int64 { return p.HoardedNS })),
		Right("searching", 0, share(func(p Point) int64 { return p.SearchingNS })),
	}
	if cached {
		all = append(all, travels()...)
	}
	return all
}

// travels are what went from one core's cache to another, and the references that were sent to owners.
func travels() []Of[Point] {
	sent := func(of func(Point) string) func(Point) string {
		return func(p Point) string {
			if p.RefsForwarded == 0 {
				return "-"
			}
			return of(p)
		}
	}
	each := func(p Point, n uint64) string { return hundredths(float64(n) / max(1, float64(p.Curve.Live))) }
	return []Of[Point]{
		Right("lines/obj", 0, func(p Point) string {
			sum := uint64(0)
			for _, n := range p.Transfers {
				sum += n
			}
			return each(p, sum)
		}),
		Right("sent/obj", 0, sent(func(p Point) string { return each(p, p.RefsForwarded) })),
		Right("slots full", 0, sent(func(p Point) string { return numeral.Percent(p.SlotFill) })),
		Right("hottest", 0, sent(func(p Point) string { return numeral.Percent(p.HottestShare) })),
	}
}

func marks(curves schema.MarkCurves) []Block {
	var names []string
	var points []Point
	for i := range curves {
		names = append(names, curves[i].Name)
		points = append(points, PointsOf(&curves[i])...)
	}
	t := Table(Marks(names, len(curves) > 0 && curves[0].Machine != nil), points)
	t.Keys = PointKeys
	return []Block{t}
}

// Against has a row for each point that was measured.
func Against(names []string) []Of[Point] {
	perLive := func(p Point, ns float64) string { return fmt.Sprintf("%.1f", ns/max(1, float64(p.Curve.Live))) }
	speedup := func(of func(m *schema.Measured) float64) func(Point) string {
		return func(p Point) string {
			if p.Measured.Speedup == 0 {
				return "-"
			}
			return hundredths(of(p.Measured))
		}
	}
	return []Of[Point]{
		heapsOf(names),
		Right("workers", 0, func(p Point) string { return fmt.Sprint(p.Workers) }),
		Right("reports", 0, func(p Point) string { return fmt.Sprint(p.Measured.Reports) }),
		Right("ns/obj", 0, func(p Point) string { return perLive(p, p.Measured.NS) }),
		Right("simulated", 0, func(p Point) string { return perLive(p, float64(p.VirtualNS)) }),
		Right("speedup", 0, speedup(func(m *schema.Measured) float64 { return m.Speedup })),
		Right("simulated", 0, speedup(func(m *schema.Measured) float64 { return m.Simulated })),
		Right("ratio", 0, speedup(func(m *schema.Measured) float64 { return m.Simulated / m.Speedup })),
	}
}
