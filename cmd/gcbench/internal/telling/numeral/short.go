package numeral

import "strconv"

// Short writes n in few characters, in a form that Parse reads as n: 10k, 1.5M, 12345.
func Short(n uint64) string {
	for _, unit := range []struct {
		size uint64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		switch {
		case n < unit.size:
		case n%unit.size == 0:
			return strconv.FormatUint(n/unit.size, 10) + unit.name
		case n%(unit.size/10) == 0:
			return strconv.FormatUint(n/unit.size, 10) + "." + strconv.FormatUint(n/(unit.size/10)%10, 10) + unit.name
		}
	}
	return strconv.FormatUint(n, 10)
}
