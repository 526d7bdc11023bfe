package judge

import (
	"fmt"
	"math/bits"
	"slices"
)

// This file has what several judges say or make of sets.

// Choices returns every sequence of so many of these elements. The last element changes first.
func Choices[T any](from []T, length int) [][]T {
	all := [][]T{nil}
	for range length {
		var longer [][]T
		for _, shorter := range all {
			for _, last := range from {
				longer = append(longer, append(slices.Clip(shorter), last))
			}
		}
		all = longer
	}
	return all
}

// Bits are the numbers of the bits of a word that are set.
func Bits(word uint64) (all []string) {
	for ; word != 0; word &= word - 1 {
		all = append(all, fmt.Sprint(bits.TrailingZeros64(word)))
	}
	return all
}
