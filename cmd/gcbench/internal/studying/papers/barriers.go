package papers

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent/states"
)

// searcher is states.Search, or what stands for it.
type searcher func(states.Setup) *states.Result

// searched is a setup, and how many steps its shortest loss has; 0 if it is safe.
type searched struct {
	is    string
	of    states.Setup
	steps int
}

// barriers are the claims about write barriers. Each row is a search of all states of a heap with three objects.
func barriers(search searcher) []claims.Paper {
	row := func(text, section string, all ...searched) claims.Claim {
		var bound []string
		for _, s := range all {
			bound = append(bound, s.bound())
		}
		return claims.Claim{Text: text, Section: section, Bound: strings.Join(bound, "; ") + ". Three objects of one field, two registers a mutator",
			Measure: func(e claims.Effort) claims.Finding { return searchedAll(search, all, e) }}
	}
	return []claims.Paper{{
		Title:    "On-the-fly garbage collection",
		Citation: "E. W. Dijkstra, L. Lamport, A. J. Martin, C. S. Scholten and E. F. M. Steffens, \"On-the-Fly Garbage Collection: An Exercise in Cooperation\", CACM 21(11), 1978",
		Claims: []claims.Claim{
			row("If a mutator shades what it stores, no black object refers to a white one.", "the mutator",
				searched{"shading what is stored", kept(concurrent.Strong, dijkstra(true)), 0}, searched{"a plain store", kept(concurrent.Strong, states.Marking{Barrier: concurrent.None}), 5}),
			row("Nothing reachable is white at the end. Read as: if the roots are scanned once more while mutators stand still. The paper's roots are nodes of the graph, and stores into them have the barrier, too.", "correctness",
				searched{"with a second scan", states.Setup{Marking: dijkstra(true)}, 0}, searched{"without", states.Setup{Marking: dijkstra(false)}, 8}),
		},
	}, {
		Title:    "Multiprocessing compactifying garbage collection",
		Citation: "G. L. Steele, \"Multiprocessing Compactifying Garbage Collection\", CACM 18(9), 1975",
		Claims: []claims.Claim{
			row("An object that is changed may be marked for a second look, in place of what is stored into it. Read as: after the store, and the marker blackens an object before it reads it.", "the mutator's changes",
				searched{"repainting after the store", states.Setup{Marking: states.Marking{Barrier: concurrent.Steele, Scan: states.Mixed, Rescan: true}}, 0},
				searched{"before it", states.Setup{Marking: states.Marking{Barrier: concurrent.SteeleEarly, Scan: states.Mixed, Rescan: true}}, 12}),
		},
	}, {
		Title:    "Real-time garbage collection on general-purpose machines",
		Citation: "T. Yuasa, \"Real-Time Garbage Collection on General-Purpose Machines\", Journal of Systems and Software 11(3), 1990",
		Claims: []claims.Claim{
			row("If a mutator shades what it overwrites, all that was reachable when marking began is marked.", "the barrier",
				searched{"the snapshot's invariant", states.Setup{Marking: states.Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlackInTime}, Snapshot: true}, 0},
				searched{"stacks between objects", states.Setup{Marking: states.Marking{Barrier: concurrent.Yuasa, Scan: states.Mixed}}, 9}),
			row("New objects are marked while the marker runs. Read as: not before the snapshot.", "allocation",
				searched{"white", states.Setup{Marking: states.Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocWhite}}, 3},
				searched{"black from before", states.Setup{Marking: states.Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlack}}, 8},
				searched{"black since then", states.Setup{Marking: states.Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlackInTime}}, 0}),
		},
	}, {
		Title:    "Eliminate STW stack re-scanning",
		Citation: "A. Clements and R. Hudson, proposal 17503 of golang/proposal, 2016",
		Claims: []claims.Claim{
			row("The hybrid barrier keeps the weak invariant, and not the strong one.", "Reasoning",
				searched{"the weak one", kept(concurrent.Weak, hybrid(concurrent.AllocBlack)), 0}, searched{"the strong one", kept(concurrent.Strong, hybrid(concurrent.AllocBlack)), 8}),
			row("It makes the second scan of stacks unnecessary, in whatever order stacks and objects are scanned.", "Proposal",
				searched{"the hybrid", states.Setup{Marking: hybrid(concurrent.NoAlloc)}, 0}, searched{"Dijkstra's", states.Setup{Marking: dijkstra(false)}, 8},
				searched{"Yuasa's", states.Setup{Marking: states.Marking{Barrier: concurrent.Yuasa, Scan: states.Mixed}}, 9}),
			row("It requires that objects be allocated black.", "Proposal",
				searched{"black", states.Setup{Marking: hybrid(concurrent.AllocBlack)}, 0}, searched{"white", states.Setup{Marking: hybrid(concurrent.AllocWhite)}, 3}),
			row("For Yuasa's barrier it is sufficient that all stacks are black before any heap object is scanned. Read as: with one writer. Two that store into one field tear the barrier, if it reads and stores in two steps.", "Alternative barrier approaches",
				searched{"one mutator", states.Setup{Marking: states.Marking{Barrier: concurrent.Yuasa, Scan: states.First}}, 0},
				searched{"two", states.Setup{Marking: states.Marking{Barrier: concurrent.Yuasa, Scan: states.First}, Mutators: 2}, 15}),
		},
	}}
}

func dijkstra(rescan bool) states.Marking {
	return states.Marking{Barrier: concurrent.Dijkstra, Scan: states.Mixed, Rescan: rescan}
}

func hybrid(colour concurrent.Alloc) states.Marking {
	return states.Marking{Barrier: concurrent.Hybrid, Scan: states.Mixed, New: colour}
}

// kept looks at an invariant.
func kept(i *concurrent.Invariant, how states.Marking) states.Setup {
	return states.Setup{Marking: how, Invariant: i}
}

func (s searched) bound() string {
	if s.steps == 0 {
		return s.is + ": no state is wrong"
	}
	return fmt.Sprintf("%s: %d steps are enough", s.is, s.steps)
}

// searchedAll makes the searches of a row. A quick one leaves out two mutators, who have millions of states.
func searchedAll(search searcher, all []searched, e claims.Effort) claims.Finding {
	holds := true
	var found []string
	for _, s := range all {
		if e.Quick && s.of.Mutators > 1 {
			found = append(found, s.is+": left out")
			continue
		}
		s.of.Mutators = max(1, s.of.Mutators)
		r := search(s.of)
		holds = holds && len(r.Run) == s.steps && r.Complete == (s.steps == 0)
		if r.Run == nil {
			found = append(found, fmt.Sprintf("%s: none of %d states", s.is, r.States))
		} else {
			found = append(found, fmt.Sprintf("%s: %d steps", s.is, len(r.Run)))
		}
	}
	return claims.Found(holds, "%s", strings.Join(found, "; "))
}
