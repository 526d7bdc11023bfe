// Package shape generates heaps of known shape. A heap depends only on its shape, its
// size, its seed and its layout. It has exactly the number of objects that was asked
// for. It is the same byte for byte on every platform and with every Go release. Each
// family of shapes has a file. The file begins with what the shape stresses in a
// marker, and where the shape comes from.
//
// [Parse] finds a [Shape], and [Shape.Build] makes a heap of it. Any number of
// goroutines may build heaps at once.
//
// # Garbage
//
// A heap without garbage flatters a marker, because everything that the marker touches
// counts. In every shape a fixed share of the objects is garbage from birth. The share is a
// quarter, unless the shape says otherwise. The garbage is spread evenly between the live
// objects in order of allocation. Garbage refers to live objects and to garbage. Live objects
// never refer to garbage. In graphs, vertices that no path reaches are garbage too. Each shape's
// Params says how many of the objects are live. The number holds from 1,000 objects on. The
// smallest heaps may have no garbage.
//
// # Determinism
//
// All arithmetic is on integers, because compilers round floating-point operations
// differently on some platforms. The random numbers are this package's own. The same
// shape and Params give the same bytes. A change that breaks this would make
// comparisons with earlier measurements wrong. So the tests have a table of digests.
//
// The layout has its random sequence. Two heaps that differ only in Layout are the same graph at
// other addresses.
package shape
