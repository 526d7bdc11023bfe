// Package printed holds the deques and ranges of package stealq as their papers print
// them, and as the comments in stealq warn of: transcripts over the explorer's
// variables, with a switch for each line that is wrong. With no switch set each is the
// corrected form, line for line what stealq runs.
//
// They are negative controls. Every wrong form fails in a small scene, and the
// corrected one in none, so the explorer and its scenes are seen to see. The same
// transcripts show to a reader of the paper what a line as printed does.
//
// The package imports the explorer and the language of scenes, and nothing of stealq,
// so its own few lines on ranges and amounts are a second opinion on those in stealq.
package printed
