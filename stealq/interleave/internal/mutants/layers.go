package main

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

const explored = "stealq/interleave/explored/"

var layers = []layer{
	{"sizes", []suite{
		{"stealq", "^TestConformance$/./^(smoke|empty|full|order|leftovers|request|reset|own_deque|sizes_differ)$|" +
			"^Test(AmountsExhaustively|RangeAfter.*|ConsecutiveSteals|OneEighth|OrderOfEveryDivision|StealsUseUpNoRoom|RingGrowsAsNeeded|WorkRangeEveryHistory)$", []string{"-short"}, []string{"stealq"}},
		{"overflow", "^Test(PublishEveryLength|EverySequence|TagRefusesStaleTop|EverySubset|EverySize)$", []string{"-short"}, []string{"overflow"}},
		{"mark", "^Test(Detector|DetectorWraps|ParkAnnouncesThenLooks|WakeSendsOneTokenEach|LobbyDrains|WhoIsWanted|WhatOverflowsWakes|ActiveWhileScanning)$|" +
			"^Test(NoEnd.*|LostIsNotEmpty|EveryWorkerIsAVictim|RangesHandOutEachChunkOnce|RangesEveryOrder|RangesLargest)$|" +
			"^TestAllSmallGraphs$/./^workers=1$", []string{"-short"}, []string{"mark", "overflow"}},
	}},
	{"models", []suite{
		{"stealq", "^TestAgainstSlices$", []string{"-short", "-rapid.seed=1", "-rapid.nofailfile"}, []string{"stealq"}},
		{"overflow", "^Test(List|Pending)StateMachine$", []string{"-short", "-rapid.seed=1", "-rapid.nofailfile"}, []string{"overflow"}},
	}},
	{"schedules", []suite{
		{explored + "stealq", "^Test(EverySchedule|StealingFromEachOther|OwnScenes|WorkRange)$", nil, []string{"stealq"}},
		{explored + "overflow", "^Test(List|Pending)$", nil, []string{"overflow"}},
		{explored + "mark", "^Test(Claim|Detector|Lobby)$", nil, []string{"mark"}},
	}},
	{"marks", []suite{
		{explored + "mark", "^Test(Meeting|ComingBack|Overflow|EveryQueue|EverySmallGraph)$", nil, []string{"mark", "overflow", "stealq"}},
	}},
}
