// Package printed holds the deques and ranges of package stealq in wrong forms. Some
// are as their papers print them. Others are wrong in a way that the comments in stealq
// warn of. Each is a transcript over the explorer's variables, with a switch for each
// line that is wrong. With no switch set, a transcript is the corrected form: line for
// line what stealq runs.
//
// The wrong forms are negative controls. Every wrong form fails in a small scene, and
// the corrected form fails in none. This shows that the explorer and its scenes find
// such errors. It also shows a reader of the paper what a line does as it is printed.
//
// The transcripts of split and rudolph are part of the tests. Nothing else needs them.
//
// The package imports the explorer and the language of scenes, and nothing of stealq.
// Its own few lines on ranges and amounts are a second opinion on those in stealq.
package printed
