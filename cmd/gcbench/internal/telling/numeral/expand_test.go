package numeral

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestEveryRange: all ranges of small numbers, against the definition: the numbers from
// low to high that are allowed, and that factor leads to.
func TestEveryRange(t *testing.T) {
	for low := range uint64(18) {
		for high := range uint64(18) {
			for factor := range uint64(5) {
				for _, power2 := range []bool{false, true} {
					checkRange(t, Domain{Low: 0, High: 16, Power2: power2}, low, high, factor)
				}
			}
		}
	}
}

// checkRange expands low-high, or low-high*factor if factor is not 0.
func checkRange(t *testing.T, d Domain, low, high, factor uint64) {
	t.Helper()
	text := fmt.Sprintf("%d-%d", low, high)
	if factor != 0 {
		text += fmt.Sprintf("*%d", factor)
	}
	got, err := d.Expand(text, 17)
	isPower := func(n uint64) bool { return n == 1 || n == 2 || n == 4 || n == 8 || n == 16 }
	ends := high <= 16 && low <= high && (!d.Power2 || isPower(low) && isPower(high))
	steps := factor == 0 || factor >= 2 && low > 0 && (!d.Power2 || isPower(factor))
	if !ends || !steps {
		require.ErrorContains(t, err, fmt.Sprintf("%q cannot be used as a range: ", text))
		require.Empty(t, got)
		return
	}
	var want []uint64
	next := low
	for n := low; n <= high; n++ {
		if factor == 0 && (!d.Power2 || isPower(n)) || factor != 0 && n == next {
			want = append(want, n)
			next = n * factor
		}
	}
	require.NoError(t, err, text)
	require.Equal(t, want, got, text)
}

// TestLongRanges are refused before they take memory or time.
func TestLongRanges(t *testing.T) {
	for most := range 6 {
		for n := range uint64(8) {
			got, err := all.Expand(fmt.Sprintf("1-%d", n+1), most)
			if int(n) < most {
				assert.Len(t, got, int(n)+1)
				continue
			}
			assert.ErrorContains(t, err, fmt.Sprintf("has more than %d numbers", most))
			assert.Empty(t, got)
		}
	}
	for _, text := range []string{"0-18446744073709551615", "1-1e19", "18446744073709550000-18446744073709551615"} {
		var err error
		assert.Less(t, testing.AllocsPerRun(1, func() { _, err = all.Expand(text, 1024) }), 200.0)
		assert.ErrorContains(t, err, fmt.Sprintf("%q has more than 1024 numbers: a list has at most that many", text))
	}
}

// TestRangesAtTheEnd: nothing wraps around the largest number.
func TestRangesAtTheEnd(t *testing.T) {
	const most = math.MaxUint64
	for text, want := range map[string][]uint64{
		"18446744073709551614-18446744073709551615":  {most - 1, most},
		"18446744073709551615-18446744073709551615":  {most},
		"9223372036854775808-18446744073709551615*2": {1 << 63},
		"1-18446744073709551615*4294967295":          {1, 1<<32 - 1, (1<<32 - 1) * (1<<32 - 1)},
		"1k-4k*2":                                    {1000, 2000, 4000},
		"7":                                          {7},
	} {
		got, err := all.Expand(text, 10)
		assert.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	got, err := all.Expand("1-18446744073709551615*2", 64)
	require.NoError(t, err)
	assert.Len(t, got, 64)
}

// TestNoRanges: each error says what is wrong and what would be right.
func TestNoRanges(t *testing.T) {
	workers := Domain{Low: 1, High: 1024, Example: "8"}
	for text, says := range map[string]string{
		"":         `"" cannot be used: it must be a whole number, 1 to 1024, such as 8, or a range, such as 1-4 or 1-64*2`,
		"-5":       `"-5" cannot be used: it must be a whole number`,
		"2*2":      `"2*2" cannot be used: it must be a whole number`,
		"2000":     "or a range, such as 1-4 or 1-64*2",
		"4-1":      `"4-1" cannot be used as a range: it goes down: it must go up, such as 1-4`,
		"1-":       `"1-" cannot be used as a range: "" cannot be used`,
		"1-2-3":    `"2-3" cannot be used`,
		"0-4":      `"0" cannot be used: it must be a whole number, 1 to 1024`,
		"1-2000":   `"2000" cannot be used: it must be a whole number, 1 to 1024`,
		"1-4*":     `after *: "" cannot be used: it must be a whole number, 2 to`,
		"1-4*1":    `after *: "1" cannot be used`,
		"1-4*0":    `after *: "0" cannot be used`,
		"1-4*2*2":  `after *: "2*2" cannot be used`,
		"1-4*1.5":  `after *: "1.5" cannot be used`,
		"one-four": `"one" cannot be used`,
		"1..4":     `"1..4" cannot be used`,
	} {
		_, err := workers.Expand(text, 1024)
		assert.ErrorContains(t, err, says, text)
	}
	_, err := Domain{High: 9}.Expand("0-8*2", 9)
	assert.ErrorContains(t, err, "0 times 2 stays 0: it must begin at 1 or more")
	_, err = Domain{Low: 2, High: 64, Power2: true}.Expand("3", 9)
	assert.ErrorContains(t, err, "a power of two from 2 to 64, or a range, such as 2-8 or 2-64*2")
}

// TestRangesWrittenAndRead: a range is read as the numbers it was written for, in
// whatever form its ends are.
func TestRangesWrittenAndRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Uint64().Draw(t, "low") >> rapid.IntRange(0, 63).Draw(t, "shift")
		want := []uint64{low}
		factor := rapid.Uint64Range(0, 9).Filter(func(f uint64) bool { return f != 1 && (f == 0 || low > 0) }).Draw(t, "factor")
		for range rapid.IntRange(0, 30).Draw(t, "more") {
			last := want[len(want)-1]
			switch {
			case factor == 0 && last < math.MaxUint64:
				want = append(want, last+1)
			case factor != 0 && last <= math.MaxUint64/factor:
				want = append(want, last*factor)
			}
		}
		write := func(n uint64) string { return rapid.SampledFrom(written(n)).Draw(t, "form") }
		text := write(low) + "-" + write(want[len(want)-1])
		if factor != 0 {
			text += "*" + write(factor)
		}
		got, err := sizes.Expand(text, 31)
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	})
}

// TestAnyRange: no text panics or makes more than was allowed, and numbers go up.
func TestAnyRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9kM.]{0,3}[-*]?[0-9eG_]{0,5}[-*]?[0-9]{0,2}`).Draw(t, "text")
		got, err := sizes.Expand(text, 50)
		require.Equal(t, err != nil, len(got) == 0, text)
		require.LessOrEqual(t, len(got), 50)
		for i := range max(len(got)-1, 0) {
			require.Less(t, got[i], got[i+1])
		}
		require.True(t, err != nil || len(got) == 1 || strings.Contains(text, "-"))
	})
}
