package marker

// The names of the scenes. The files with the scenes are for a build with the tag interleave only; gcbench play, which
// is built without it, knows the names.
const (
	lateJoin   = "late-join"
	lateBlock  = "late-block"
	lostWakeUp = "lost-wake-up"
	asItIs     = "marker"
	lobby      = "lobby"
)

// Names are the scenes of this package and of its copy.
var Names = []string{lateJoin, lateBlock, lostWakeUp, asItIs, lobby}
