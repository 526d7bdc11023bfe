package numeral

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{
		0.5: "0.50 ns", 1: "1.00 ns", 12.34: "12.3 ns", 999.4: "999 ns", 999.6: "1.00 µs", 1000: "1.00 µs",
		9.996e3: "10.0 µs", 123456: "123 µs", 999.6e3: "1.00 ms", 38.25e6: "38.2 ms", 1.5e9: "1.50 s", 1234e9: "1234 s",
	} {
		assert.Equal(t, want, Duration(ns), "%v", ns)
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 999: "999", 1000: "1,000", 12345: "12,345", 1234567: "1,234,567", math.MaxUint64: "18,446,744,073,709,551,615",
	} {
		assert.Equal(t, want, Count(n))
	}
	assert.Equal(t, "1 root", Plural(1, "root"))
	assert.Equal(t, "0 roots", Plural(0, "root"))
}

func TestBytes(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0 B", 999: "999 B", 1024: "1.00 KiB", 1023 << 10: "1.00 MiB", 5 << 30: "5.00 GiB", 32 << 40: "32768 GiB",
	} {
		assert.Equal(t, want, Bytes(n))
	}
}

func TestPercent(t *testing.T) {
	assert.Equal(t, "0.5 %", Percent(0.005))
	assert.Equal(t, "12 %", Percent(0.123))
	assert.Equal(t, "∞", Percent(math.Inf(1)))
	assert.Equal(t, "∞", Percent(math.NaN()))
}

func TestThousands(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 99_999: "99,999", 100_000: "100k", 999_499: "999k", 999_500: "1,000k", 99_999_499: "99,999k"} {
		assert.Equal(t, want, Thousands(n))
	}
}

func TestIdle(t *testing.T) {
	assert.Equal(t, "0.0+0.0", Idle(0, 0))
	assert.Equal(t, "9.9+0.1", Idle(0.0994, 0.001))
	assert.Equal(t, "10+12", Idle(0.0995, 0.12))
	assert.Equal(t, "100+0.0", Idle(1, 0))
}

func TestShorten(t *testing.T) {
	assert.Equal(t, "short", Shorten("short", 5))
	assert.Equal(t, "…ong", Shorten("too long", 4))
	assert.Equal(t, "…äß", Shorten("öäß!äß", 3))
}

// TestSignificant: a number that rounds up to another digit has three all the same.
func TestSignificant(t *testing.T) {
	for x, want := range map[float64]string{0: "0.00", 9.99: "9.99", 9.995: "10.0", 99.94: "99.9", 99.96: "100", 12345: "12345"} {
		assert.Equal(t, want, Significant(x))
	}
}
