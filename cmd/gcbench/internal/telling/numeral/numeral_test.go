package numeral

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// all has every number.
var all = Domain{High: math.MaxUint64}

// sizes has every number of bytes.
var sizes = Domain{High: math.MaxUint64, Bytes: true}

func TestForms(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "00": 0, "007": 7, "2000000": 2e6, "2_000_000": 2e6, "1_0": 10,
		"2e6": 2e6, "2E6": 2e6, "2e+6": 2e6, "1.5e6": 15e5, "1e0": 1, "0e99": 0, "10e18": 1e19,
		"10k": 1e4, "10K": 1e4, "1M": 1e6, "1.5M": 15e5, "0.001k": 1, "1.50k": 1500, "3G": 3e9, "1_000k": 1e6, "2.0": 2,
		"18446744073709551615": math.MaxUint64, "18446744073.709551615G": math.MaxUint64,
	} {
		n, err := all.Parse(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, n, text)
		_, err = sizes.Parse(text)
		assert.NoError(t, err, text)
	}
	for text, want := range map[string]uint64{"1KiB": 1 << 10, "1.5KiB": 1536, "3MiB": 3 << 20, "64GiB": 64 << 30, "0.5GiB": 1 << 29} {
		n, err := sizes.Parse(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, n, text)
		_, err = all.Parse(text)
		assert.ErrorContains(t, err, strconv.Quote(text), "KiB is a unit of bytes alone")
	}
}

func TestNoNumbers(t *testing.T) {
	for _, text := range []string{
		"", " ", "1 ", " 1", "many", "-1", "+1", "1.5", "1.", ".5", ".", "_1", "1_", "1__0", "1,000", "1'000",
		"0x10", "0b1", "0o7", "1/2", "Inf", "NaN", "1e", "1e-1", "10e-1", "e6", "1e1.5", "1e100", "1e6k", "1kk", "k",
		"1m", "1g", "1T", "1kib", "1MB", "1Mi", "1.0005k", "18446744073709551616", "19e18", "18446744074G", "1e20",
		"0.1KiB", "1p4", "1_000.0_0", "①", "1\n",
	} {
		for _, d := range []Domain{all, sizes} {
			_, err := d.Parse(text)
			assert.ErrorContains(t, err, strconv.Quote(text)+" cannot be used: it must be a whole number, 0 to 18446744073709551615", text)
		}
	}
}

// TestDomains: what is in none is an error that says what is.
func TestDomains(t *testing.T) {
	for low := range uint64(9) {
		for high := low; high < 20; high++ {
			for _, power2 := range []bool{false, true} {
				d := Domain{Low: low, High: high, Power2: power2, Example: "8"}
				for n := range uint64(22) {
					got, err := d.Parse(fmt.Sprint(n))
					want := n >= low && n <= high && (!power2 || strings.Contains(" 1 2 4 8 16 ", fmt.Sprintf(" %d ", n)))
					require.Equal(t, want, err == nil, "%v has %d", d, n)
					if want {
						require.Equal(t, n, got)
					} else {
						require.ErrorContains(t, err, fmt.Sprintf("%d to %d, such as 8", low, high))
					}
				}
			}
		}
	}
	assert.Equal(t, "a power of two from 2 to 64", Domain{Low: 2, High: 64, Power2: true}.String())
}

// written are ways to write n; each says n exactly.
func written(n uint64) []string {
	plain := strconv.FormatUint(n, 10)
	grouped := plain
	for i := len(plain) - 3; i > 0; i -= 3 {
		grouped = grouped[:i] + "_" + grouped[i:]
	}
	forms := []string{plain, grouped, "0" + plain, plain + ".0", plain + "e0"}
	for unit, places := range map[string]int{"k": 3, "K": 3, "M": 6, "G": 9, "e3": 3, "e+19": 19, "E7": 7} {
		digits := strings.Repeat("0", places+1) + plain
		point := len(digits) - places
		forms = append(forms, digits[:point]+"."+digits[point:]+unit)
	}
	for unit, shift := range map[string]int{"KiB": 10, "MiB": 20, "GiB": 30} {
		if n%(1<<shift) == 0 {
			forms = append(forms, strconv.FormatUint(n>>shift, 10)+unit)
		}
	}
	return forms
}

// TestWrittenAndRead: a number is read as itself, in whatever form it is written.
func TestWrittenAndRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64().Draw(t, "n") >> rapid.IntRange(0, 63).Draw(t, "shift") << rapid.IntRange(0, 40).Draw(t, "zeros")
		for _, text := range written(n) {
			got, err := sizes.Parse(text)
			require.NoError(t, err)
			require.Equal(t, n, got, text)
		}
	})
}

// TestAnyText: no text panics, and plain digits are read as strconv reads them.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9_.eEkMGiB+*-]{0,12}`).Draw(t, "text")
		n, err := sizes.Parse(text)
		want, plain := strconv.ParseUint(text, 10, 64)
		if plain == nil {
			require.NoError(t, err)
			require.Equal(t, want, n)
		}
		if err == nil {
			require.NotContains(t, text, "-")
		}
	})
}
