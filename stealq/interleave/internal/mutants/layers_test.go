package mutants

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// A layer is a set of tests that give the same answer in each run: no stress, no
// clock, one seed.
type layer struct {
	name   string
	suites []suite
}

// suite is some tests of a package, with their flags.
type suite struct {
	pkg   string // below the module's root
	run   string // the pattern of go test
	flags []string
	of    []string // the packages, mutants of which it can meet
}

// explored selects the tests that run the source step by step.
var explored = []string{"-tags", tagged.Tag}

// marker is the packages that the tests of mark meet mutants of.
var marker = []string{"mark", "mark/internal/engine", "mark/internal/kernel", "mark/internal/plan", "mark/internal/policy", "mark/internal/chain", "mark/internal/crew", "mark/internal/forward", "mark/internal/progress", "mark/internal/ranges", "mark/internal/ledger", "mark/internal/source", "mark/internal/thin", "mark/internal/work"}

var layers = []layer{
	{"sizes", []suite{
		{"stealq", "^TestConformance$/./^(smoke|empty|full|order|leftovers|amounts|request|reset|own_deque|sizes_differ)$|" +
			"^Test(AmountsExhaustively|RangeAfter.*|ConsecutiveSteals|OneEighth|OrderOfEveryDivision|StealsUseUpNoRoom|RingGrowsAsNeeded|WorkRangeEveryHistory)$", []string{"-short"}, []string{"stealq"}},
		{"overflow", "^Test(PublishEveryLength|EverySequence|TagRefusesStaleTop|EverySubset|EverySize)$", []string{"-short"}, []string{"overflow"}},
		{"heap", "^TestBitmapAll$", []string{"-short"}, []string{"heap"}},
		{"mark/internal/kernel", "^Test(Split|DropNil)$", []string{"-short"}, []string{"mark/internal/kernel"}},
		{"mark/internal/chain", "^Test(TableEveryHistory|TableSizes|FitForgets|FactsOfEverySmallHeap|ListsAreFound|ACursorThatWasOvertakenEnds|CyclesEnd|FruitlessCursorsRest|DamagedArenas|FieldsBeyondTheArena)$", []string{"-short"}, []string{"mark/internal/chain"}},
		{"mark/internal/forward", "^Test(Segments|SpillModel|ForwardQueueModel|Conserved|Bytes|OnTheWay|NetForgetsAnAbortedMark|Halve|Put)$", []string{"-short"}, []string{"mark/internal/forward", "mark/internal/policy"}},
		{"mark/internal/plan", "^Test(Team|WhoCloses|Speculation|Gates|PlansAreSound)$", nil, []string{"mark/internal/plan"}},
		{"mark/internal/ranges", "^Test(RangesHandOutEachChunkOnce|RangesEveryOrder|RangesLargest)$", []string{"-short"}, []string{"mark/internal/ranges"}},
		{"mark/internal/crew", "^Test(Detector|DetectorWraps|DetectorExcludes|DetectorCloses|ParkAnnouncesThenLooks|WakeSendsOneTokenEach|LobbyDrains|ExcludeBeginsSolitude|TheBitGoes|EmptyJoins)$", []string{"-short"}, []string{"mark/internal/crew"}},
		{"mark/internal/engine", "^Test(WhoExcludesOthers|WhoShuts|TheLastOneExcludes|WhoHasShutLooks|WhoPublishesReopens|TheLastOneThatLeavesReopens|NobodySearchesWhileNobodyCanJoin|SomebodyComesWhileAWorkerLooks|ClearThenPublishThenWake|TheBitIsClearedBeforeAnybodyIsWoken|NothingIsOfferedUnderTheBit|Routing|ForwardedIsWorkForItsOwner|TheHolderTakesBack|OwnersForgetAnAbortedMark|OwnersAreFedOneSlot)$|" +
			"^Test(ForwardingWakesTheOwner|SlotIsReleasedWhenItIsRead|WhoIsWanted|WhatOverflowsWakes|OneIsWokenForWhatAPopShows|ActiveWhileScanning|OnlyWhoIsAskedIsBlamed|ProgressBetweenSlowCallbacks|OneWorkerTells|MarksWithoutOwnersForgetAnAbortedMark|NoEnd.*|LostIsNotEmpty|EveryWorkerIsAVictim)$|" +
			"^Test(SpeculationMarksNothing|SpeculatorsReadNoMarks|Thin|NothingIsReached|Harvest|HarvestStopsAtMarkedObjects|SpeculatorsStop|SmallTables|AlteredItem|DequesThatLoseOrInvent|TurnBeforeAllRootsAreClaimed)$|" +
			"^TestBothWaysOfSmallGraphs$/^workers=1$", []string{"-short"}, slices.Concat(marker, []string{"overflow"})},
		{"mark", "^Test(HooksOfOneWorker|PanicsOfOneWorker|ShortcutsOfAnotherHeap|DamagedArenaWithCursors|ExtendNeedsACompleteResult|ExtendGraphOnceInAnotherForm|MarkGraphWithout|NobodySpeculatesWherePathsAreCut|FileInMemory)$|" +
			"^TestAllSmallGraphs$/./^workers=1$", []string{"-short"}, slices.Concat(marker, []string{"overflow"})},
		{"mark/reach", "^Test(ExtendAndRetainEverySmallGraph|EphemeronsEverySmallGraph|LastPart|LastPartScansOnce|ChainOfPairs|RetainedOfALongList)$", []string{"-short"}, slices.Concat(marker, []string{"mark/reach"})},
		{"mark/internal/virtual", "^Test(EarliestFirst|SleepWakeAndJoin|Stuck|TurnsTakeTime|Attempts|Arrivals)$", nil, []string{"mark/internal/virtual"}},
		{"mark/sim", "^Test(RandomSchedules|BatchTakesItsTime)$", []string{"-short"}, slices.Concat(marker, []string{"mark/internal/virtual", "overflow", "stealq"})},
		{"mark/walk", "^Test(CallPace|ReachWords|ReachMaxKeys|ReachLateYield)$", []string{"-short"}, []string{"mark/walk"}},
		{"mark/concurrent/states", "^Test(Known|EveryStepIsNeeded|Invariants)$", nil, []string{"mark/concurrent"}},
	}},
	{"models", []suite{
		{"stealq", "^TestConformance$/./^walk$", []string{"-short", "-stealqtest.seed=1"}, []string{"stealq"}},
		{"overflow", "^Test(List|Pending)StateMachine$", []string{"-short", "-rapid.seed=1", "-rapid.nofailfile"}, []string{"overflow"}},
	}},
	{"schedules", []suite{
		{"stealq", "^Test(EverySchedule|StealingFromEachOther|OwnScenes|WorkRange)$", explored, []string{"stealq"}},
		{"overflow", "^Test(List|Pending)$", explored, []string{"overflow"}},
		{"mark/internal/forward", "^Test(ForwardQueue|Spill)$", explored, []string{"mark/internal/forward"}},
		{"mark/internal/crew", "^Test(DetectorSchedules|Lobby)$", explored, []string{"mark/internal/crew"}},
		{"mark/internal/engine", "^Test(Claim|WokenAfterTheBitIsClear|WokenAfterClosing|Teller)$", explored, marker},
		{"mark/reach", "^TestEphemeronMeeting$", explored, []string{"mark/reach"}},
		{"mark/walk", "^TestReachSchedules$", explored, []string{"mark/walk"}},
		{"mark/concurrent", "^TestDrained$", explored, []string{"mark/concurrent"}},
		{"mark/concurrent/states", "^TestSource", explored, []string{"mark/concurrent"}},
	}},
	{"marks", []suite{
		{"mark/internal/engine", "^Test(Hooks|Extend|Meeting|ComingBack|Overflow|EveryKind|EverySmallGraph|Exclusive|Owners|ThreeOwners|OwnersExclude|Speculation|MappedSchedules|Audit|BothWays)$", explored, slices.Concat(marker, []string{"overflow", "stealq"})},
		{"mark/reach", "^Test(EphemeronMarks|Breadth)$", explored, []string{"mark/reach"}},
	}},
}
