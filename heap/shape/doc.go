// Package shape generates heaps of known shape and of any size, such as lists, trees and
// random graphs.
//
// Begin with [Parse], which finds a [Shape] by its name. Then [Shape.Build] makes a heap:
//
//	s, err := shape.Parse("random:degree=6,garbage=0.5")
//	h, err := s.Build(shape.Params{Objects: 1_000_000, Seed: 1, Layout: shape.BFS})
//
// [Shapes] has all of them. Each Shape's Doc and Params say what the heap is like, and
// [Shape.Parameters] which numbers it takes. The file of a shape in this package begins with
// what the shape stresses in a marker, and where it comes from.
//
// A heap depends only on its shape, its parameters and its [Params]. It is the same byte for
// byte on every platform and with every Go release. Two heaps that differ only in their
// [Layout] are the same graph at other addresses.
//
// # Garbage
//
// In every shape a share of the objects is garbage from birth: a quarter, unless the shape or
// the parameter garbage says otherwise. The smallest heaps may have none. The garbage is
// spread evenly between the live objects in order of allocation. It refers to live objects
// and to garbage, and no live object refers to it. In graphs, vertices that no path reaches
// are garbage, too. Each Shape's Params says which share is live, from 1,000 objects on.
package shape
