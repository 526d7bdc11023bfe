//go:build interleave && !fullsize

package marker

// This file is another one in the copy of this package that imports a marker with bugs. There choose says which bug
// the marker has from now on, and what it calls when it has ended a mark. A bug has the name that package mark gives it
// in that copy; "" is none.

const broken = false

func choose(string, func()) {}
