package slices

import "cmp"

func BinarySearch[S ~[]E, E cmp.Ordered](x S, target E) (i int, found bool) { return 0, false }
func Clone[S ~[]E, E any](s S) S                                            { return s }
func Contains[S ~[]E, E comparable](s S, v E) bool                          { return false }
func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool                  { return false }
func Delete[S ~[]E, E any](s S, i, j int) S                                 { return s }
func Equal[S ~[]E, E comparable](s1, s2 S) bool                             { return false }
func Index[S ~[]E, E comparable](s S, v E) int                              { return 0 }
func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int                      { return 0 }
func Insert[S ~[]E, E any](s S, i int, v ...E) S                            { return s }
func Max[S ~[]E, E cmp.Ordered](x S) (e E)                                  { return e }
func Min[S ~[]E, E cmp.Ordered](x S) (e E)                                  { return e }
func Reverse[S ~[]E, E any](s S)                                            {}
func Sort[S ~[]E, E cmp.Ordered](x S)                                       {}
func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int)                     {}
