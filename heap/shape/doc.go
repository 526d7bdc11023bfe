// Package shape generates heaps of known shape: seeded, exact in size, and the
// same byte for byte on every platform and Go release. Each family of shapes
// has a file, which opens with what it stresses in a marker and where the
// shape comes from.
//
// # Garbage
//
// A heap without garbage flatters a marker: everything it touches counts. In
// every shape a fixed share of the objects (a quarter, unless the shape says
// otherwise) is garbage from birth, spread evenly between the live ones in
// order of allocation. Garbage refers to live objects and to garbage, live
// objects never to garbage. In graphs, vertices that no path reaches add to
// it. Each shape's Params states its live fraction, which holds from 1,000
// objects on; the smallest heaps may have no garbage.
//
// # Determinism
//
// All arithmetic is on integers (a compiler may fuse floating-point operations
// on some platforms and not on others), and the random numbers are this
// package's own. The same shape and Params give the same bytes; a change that
// breaks this breaks comparisons with earlier measurements, so a table of
// digests in the tests guards it. The layout has a random sequence of its own:
// heaps that differ only in Layout are the same graph at other addresses.
package shape
