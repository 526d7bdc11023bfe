package peers

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// phaseLine is a line of HotSpot's unified log, with or without decorations in
// front, that ends a phase: GC(7) Par Mark 70.595ms.
var phaseLine = regexp.MustCompile(`(?m)GC\((\d+)\) +(\S.*?) +(\d+[.,]\d+)ms\s*$`)

// parseMarkTime returns in nanoseconds how long the last full collection in the
// log traced objects.
//
// ParallelGC logs
//
//	GC(1) Par Mark 70.595ms                      the tracing
//	GC(1) Reference Processing 0.128ms
//	GC(1) Marking Phase 71.411ms                 all of it
//
// and G1
//
//	GC(1) Phase 1: Reference Processing 0.219ms
//	GC(1) Phase 1: Weak Processing 0.012ms
//	GC(1) Phase 1: Mark live objects 126.312ms   these included
func parseMarkTime(log string) (float64, error) {
	full := ""
	for _, m := range phaseLine.FindAllStringSubmatch(log, -1) {
		if strings.HasPrefix(m[2], "Pause Full (System.gc())") {
			full = m[1]
		}
	}
	if full == "" {
		return 0, fmt.Errorf("the JVM's log has no full collection that was asked for")
	}
	phases := map[string]float64{}
	parts := 0.0 // of G1's first phase
	for _, m := range phaseLine.FindAllStringSubmatch(log, -1) {
		if m[1] != full {
			continue
		}
		ms, err := strconv.ParseFloat(strings.Replace(m[3], ",", ".", 1), 64)
		if err != nil {
			return 0, err
		}
		phases[m[2]] += ms
		if strings.HasPrefix(m[2], g1Phase) && m[2] != g1Mark {
			parts += ms
		}
	}
	phases[g1Mark] -= parts
	for _, name := range []string{"Par Mark", "Marking Phase", g1Mark} {
		if ms := phases[name]; ms > 0 {
			return ms * 1e6, nil
		}
	}
	return 0, fmt.Errorf("the JVM's log names no marking phase of collection %s", full)
}

const (
	g1Phase = "Phase 1: "
	g1Mark  = g1Phase + "Mark live objects"
)
