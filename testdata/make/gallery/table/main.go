// Table prints the tables of docs/results/gallery.md from the files that gallery-measure.sh
// has written:
//
//	go run ./testdata/make/gallery/table FOLDER/measured
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A measured file is what run --json wrote for one heap, and a simulated one what sim mark did.
type (
	measured struct {
		Heaps   []shape
		Results []row
	}
	simulated struct {
		Results []struct {
			Ceiling float64
			Points  []struct {
				Workers int
				Speedup float64
			}
		}
	}
)

// A shape is what a heap looks like.
type shape struct {
	Shape, Heap, Layout         string
	Objects, Live, Roots, Edges uint64
	ArenaBytes                  uint64 `json:"arena_bytes"`
	Levels                      []struct{ Levels, Objects, Widest uint64 }
	Degrees                     struct{ Histogram []uint64 }
	Structure                   struct {
		Levels, Widest, Edges uint64
		MaxOut                uint64 `json:"max_out"`
		MaxIn                 uint64 `json:"max_in"`
		HugeEdges             uint64 `json:"huge_edges"`
		Near                  float64
	}
}

// A row is one combination of options: medians over processes.
type row struct {
	Workers     int
	Speculation string
	Median      float64 `json:"median_ns"`
	CPU         float64 `json:"cpu_ns"` // processor time of all workers
	Stats       struct {
		Harvested uint64 `json:"objects_harvested"`
	}
}

// narrow is how many objects a level has at most that leaves a second worker without work: a
// batch of the marker.
const narrow = 64

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: table FOLDER: it needs the folder with run-*.json and sim-*.json")
		os.Exit(2)
	}
	if err := tables(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

// tables prints both tables, a line for each heap.
func tables(folder string) error {
	runs, err := filepath.Glob(filepath.Join(folder, "run-*.json"))
	if err != nil || len(runs) == 0 {
		return fmt.Errorf("%s has no run-*.json (%v)", folder, err)
	}
	var looks, marks []string
	for _, path := range runs {
		var run measured
		var sim simulated
		if err := read(path, &run); err != nil {
			return err
		}
		if err := read(strings.Replace(path, "run-", "sim-", 1), &sim); err != nil {
			return err
		}
		for _, heap := range run.Heaps {
			looks = append(looks, look(heap))
			marks = append(marks, mark(heap, run, sim))
		}
	}
	slices.Sort(looks)
	slices.Sort(marks)
	fmt.Println("| heap | objects | reached | roots | references each | none | most out | most in | huge | levels | widest | narrow | bytes | near |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	fmt.Print(strings.Join(looks, ""))
	fmt.Println("\n| heap | ns/object | ns/reference | 2 workers | processors | without speculation | found ahead | simulated 2, 8, 64 | ceiling |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|")
	fmt.Print(strings.Join(marks, ""))
	return nil
}

func read(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// name returns the name of a file without folder and extension, or of a shape and its layout.
func (s shape) name() string {
	if s.Shape != "" {
		return s.Shape + ", " + s.Layout
	}
	name, _, _ := strings.Cut(filepath.Base(s.Heap), ".")
	return name
}

// look returns the line of a heap in the first table.
func look(s shape) string {
	var few uint64
	for _, l := range s.Levels {
		if l.Objects < narrow*l.Levels {
			few += l.Objects
		}
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %.2f | %s | %s | %s | %s | %s | %s | %s | %.0f | %s |\n",
		s.name(), thousands(s.Objects), share(s.Live, s.Objects), thousands(s.Roots),
		float64(s.Structure.Edges)/float64(s.Live), share(s.Degrees.Histogram[0], s.Objects),
		thousands(s.Structure.MaxOut), thousands(s.Structure.MaxIn), share(s.Structure.HugeEdges, s.Structure.Edges),
		thousands(s.Structure.Levels), share(s.Structure.Widest, s.Live), share(few, s.Live),
		float64(s.ArenaBytes)/float64(s.Objects), share(uint64(1e6*s.Structure.Near), 1e6))
}

// mark returns the line of a heap in the second table.
func mark(s shape, run measured, sim simulated) string {
	rows := map[string]row{}
	for _, r := range run.Results {
		rows[fmt.Sprint(r.Speculation, r.Workers)] = r
	}
	one, two := rows["auto1"], rows["auto2"]
	line := fmt.Sprintf("| %s | %.1f | %.1f | %.2f | %.1f | %.2f, %.2f | %s, %s |", s.name(), one.Median/float64(s.Live),
		one.Median/float64(max(s.Structure.Edges, 1)), one.Median/two.Median, two.CPU/two.Median,
		rows["off1"].Median/one.Median, rows["off2"].Median/two.Median,
		share(one.Stats.Harvested, s.Live), share(two.Stats.Harvested, s.Live))
	var speedups []string
	for _, r := range sim.Results {
		for _, p := range r.Points {
			if p.Workers > 1 {
				speedups = append(speedups, fmt.Sprintf("%.1f", p.Speedup))
			}
		}
		line += fmt.Sprintf(" %s | %.0f |\n", strings.Join(speedups, ", "), r.Ceiling)
	}
	return line
}

// share returns a part of a whole in percent.
func share(part, whole uint64) string {
	percent := 100 * float64(part) / float64(max(whole, 1))
	if percent >= 9.95 || part == 0 {
		return fmt.Sprintf("%.0f %%", percent)
	}
	return fmt.Sprintf("%.1f %%", percent)
}

// thousands returns a number with a comma after every three digits.
func thousands(n uint64) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
