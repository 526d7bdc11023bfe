package tune

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Preset is a named combination of choices that imitates how a real collector hands marking work from thread
// to thread. Omits says what the imitation leaves out. The scan loop, the mark bitmap, the slicing of huge
// objects and the termination are always Halfmark's own.
//
// To compare presets, give all of them the same Tuning.Marking and Tuning.Speculation. Collectors share their
// mark bits and do not speculate, so most presets have [MarkingShared] and [SpeculationOff]. The preset of
// the defaults has [MarkingAuto] and [SpeculationLone]. With grain 1, objects are scanned one by one without
// prefetches, and only MarkingShared and SpeculationOff apply.
type Preset struct {
	// Name is the name of the preset in flags and reports: letters a to z, and digits.
	Name string
	// Doc is one line that says what the preset imitates.
	Doc string
	// Source names the paper, or the collector's files that were read.
	Source string
	// Omits lists what the imitation leaves out or does otherwise.
	Omits []string

	// The combination: mark.Options.Imitating sets these fields of options. The deque is one of stealq.Kinds.
	// Tuning.Seed is zero.
	Deque                           *stealq.Kind
	Grain, Capacity, OverflowBlocks int
	Tuning                          Tuning
}

// Presets returns every preset, in a new slice. The first one has Halfmark's defaults, for comparison.
func Presets() []Preset {
	return []Preset{halfmarkPreset, hotspotPreset, goPreset, goWorkbufPreset, zgcPreset, openj9Preset, boehmPreset}
}

// ParsePreset returns the preset with this Name. The error lists the names.
func ParsePreset(name string) (Preset, error) {
	var names []string
	for _, p := range Presets() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Preset{}, fmt.Errorf("mark: no preset %q: it must be %s", name, alternatives(names))
}

var halfmarkPreset = Preset{
	Name:   "halfmark",
	Doc:    "the defaults of this project",
	Source: "Hendler and Shavit, PODC 2002; Flood, Detlefs, Shavit and Zhang, JVM 2001",
	Omits:  []string{"nothing: these are the defaults, spelt out"},
	Deque:  stealq.StealHalf, Grain: DefaultGrain, Capacity: DefaultCapacity, OverflowBlocks: DefaultOverflowBlocks,
}

var hotspotPreset = Preset{
	Name:   "hotspot",
	Doc:    "HotSpot Parallel: every object through an ABP deque, stealing one from the longer of two",
	Source: "openjdk/jdk: gc/shared/taskqueue.hpp, taskqueue.inline.hpp and taskTerminator.cpp; gc/parallel/psParallelCompact.cpp",
	Omits: []string{
		"its deque has 131,072 places, of which it uses all but two",
		"each worker has an overflow stack without bound",
		"a lost race also ends its preference for a victim",
		"one idle thread watches all deques for the others",
		"large arrays are split into tasks that share a claim counter",
	},
	Deque: stealq.ABP, Grain: 1, Capacity: 65536, OverflowBlocks: DefaultOverflowBlocks,
	Tuning: Tuning{Amount: stealq.One, Victim: VictimLast, Marking: MarkingShared, Speculation: SpeculationOff},
}

var goPreset = Preset{
	Name:   "go",
	Doc:    "Go 1.26 (Green Tea): rings of 256, stealing half from a random worker",
	Source: "golang/go: runtime/mgcmark_greenteagc.go (spanQueue, refill, tryStealSpan)",
	Omits: []string{
		"an item is an 8 KiB span, whose objects go on turning grey while it waits",
		"spans wait first in, first out",
		"an owner shows thieves at most 16 spans with every 64 it adds",
		"its rings are chained and grow, and it steals at most 128 spans at once",
		"it skips workers without spans, by a mask",
		"large objects go through the buffers of goworkbuf",
	},
	Deque: stealq.StealHalf, Grain: 16, Capacity: 256, OverflowBlocks: DefaultOverflowBlocks,
	Tuning: Tuning{Amount: stealq.Half, Marking: MarkingShared, Speculation: SpeculationOff},
}

var goWorkbufPreset = Preset{
	Name:   "goworkbuf",
	Doc:    "Go without Green Tea: buffers of 253 pointers on one list for all",
	Source: "golang/go: runtime/mgcwork.go (workbuf, balance, handoff)",
	Omits: []string{
		"a worker keeps two buffers to itself. Here its private stack is many times as large",
		"the list of full buffers is lock-free",
		"it never overflows: buffers are allocated until memory ends",
		"idle workers go back to the scheduler",
	},
	Deque: stealq.Central, Grain: 253, Capacity: DefaultCapacity, OverflowBlocks: DefaultOverflowBlocks,
	Tuning: Tuning{Amount: stealq.One, Marking: MarkingShared, Speculation: SpeculationOff},
}

var zgcPreset = Preset{
	Name:   "zgc",
	Doc:    "ZGC's stripes: stacks of 254 entries, taken whole from the next worker on",
	Source: "openjdk/jdk: gc/z/zMark.cpp (drain, try_steal, rebalance_work), zMarkStack.hpp, zGlobals.hpp",
	Omits: []string{
		"a stripe holds the objects of some addresses. Here a worker keeps what it found",
		"stripes are a power of two, at most 16, and fewer when a worker starves",
		"a stripe is a lock-free stack, from which thieves take the newest",
		"each search begins with the stripe after its own",
		"a worker may also take from its stacks for other stripes, and the stacks of mutators are flushed",
		"some objects are marked when they are taken and not when they are found",
	},
	Deque: stealq.ChaseLev, Grain: 254, Capacity: DefaultCapacity, OverflowBlocks: DefaultOverflowBlocks,
	Tuning: Tuning{Amount: stealq.One, Victim: VictimRoundRobin, Marking: MarkingShared, Speculation: SpeculationOff},
}

var openj9Preset = Preset{
	Name:   "openj9",
	Doc:    "OpenJ9's work packets: 512 refs each, in one place for all; what does not fit goes to a second bitmap",
	Source: "eclipse/omr: gc/base/WorkPackets.hpp, PacketList.hpp, WorkStack.hpp and OverflowStandard.cpp",
	Omits: []string{
		"packets lie in lists by how full they are, and the fullest is taken first",
		"a thread has one packet that it takes from and one that it fills",
		"packets are added, up to a limit, before anything overflows",
		"after overflow one thread walks the whole heap",
	},
	Deque: stealq.Central, Grain: 512, Capacity: DefaultCapacity, OverflowBlocks: NoPool,
	Tuning: Tuning{Amount: stealq.One, Marking: MarkingShared, Speculation: SpeculationOff},
}

var boehmPreset = Preset{
	Name:   "boehm",
	Doc:    "Boehm: one mark stack of 5,120 entries for all, five taken at a time",
	Source: "ivmai/bdwgc: mark.c (GC_mark_local, GC_do_local_mark), docs/scale.md",
	Omits: []string{
		"its mark stack has 4,096 entries at first and doubles after each overflow",
		"overflow drops entries and scans all marked blocks anew",
		"entries are taken oldest first, without a lock, and singly where fewer than ten are left",
		"a local stack holds 4,096 entries",
		"an entry is a range of memory to scan for what may be pointers",
	},
	Deque: stealq.Central, Grain: 5, Capacity: 1024, OverflowBlocks: NoPool,
	Tuning: Tuning{Amount: stealq.One, Marking: MarkingShared, Speculation: SpeculationOff},
}
