package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func of(file string) *Reader {
	return New(strings.NewReader(file), "test", func() string { return "here" })
}

// TestStringsEndWhereTheyEnd: escapes are read alike wherever the window ends, by what reads over a string and
// by what reads it.
func TestStringsEndWhereTheyEnd(t *testing.T) {
	for _, piece := range []string{`\\`, `\"`, `\n`, `aaaa\n`, `\\\"`, `x`, `\u005c`, `a\"b`, `\ud83d\ude00`} {
		for shift := range 5 {
			file := strings.Repeat("x", shift) + strings.Repeat(piece, 300_000/len(piece)) + `",`
			read := of(file)
			begin := read.String(nil, "string")
			skipped := of(file)
			skipped.SkipString("string")
			for _, r := range []*Reader{read, skipped} {
				assert.NoError(t, r.Err(), piece)
				assert.EqualValues(t, len(file)-1, r.Offset(), "%s after %d bytes", piece, shift)
				assert.EqualValues(t, ',', r.Next("string"))
			}
			assert.Greater(t, len(begin), 1000)
			assert.LessOrEqual(t, len(begin), 1027)
		}
	}
}

// TestString: what escapes mean, and what half of a pair becomes.
func TestString(t *testing.T) {
	for file, want := range map[string]string{
		`"`: "", `a\"\\\/b"`: `a"\/b`, `\u0041\u00e9"`: "Aé", `\ud83d\ude00"`: "😀", `\ud83dx\ude00"`: "\ufffdx\ufffd",
		`\ud83d\u0041"`: "\ufffdA", `\ude00\ud83d"`: "\ufffd\ufffd", `\ud83d\ud83d\ude00"`: "\ufffd😀", `a\n"`: "a?", "a\x07é\xff\"": "a\x07é\xff",
	} {
		assert.Equal(t, want, string(of(file).String(nil, "string")), file)
	}
	long := strings.Repeat("x", 1023)
	assert.Equal(t, long+"😀", string(of(long+`\ud83d\ude00y"`).String(nil, "string")), "a rune goes beyond")
	assert.Equal(t, long+"y", string(of(long+`y\ud83d\ude00"`).String(nil, "string")))
}

// TestValues: what is read over ends where it ends, and Keep has its text, up to a limit.
func TestValues(t *testing.T) {
	deep := strings.Repeat("[", 4000) + strings.Repeat("]", 4000)
	for _, value := range []string{
		`{}`, `[]`, ` [1, -2.5e+3 ,0.1E-2,true,false,null,"a\"]",{"a" : [ ] , "b":{}}]`, `0`, `-0`, `10`, `null`, `"x"`, deep, strings.Repeat(" ", 100_000) + `[` + strings.Repeat(`"x",`, 50_000) + `0]`,
	} {
		r := of(value + "  ,")
		r.Value()
		assert.EqualValues(t, len(value), r.Offset(), "%.40s: %v", value, r.Err())
		r = of(value + " ,")
		assert.Equal(t, value, string(r.Keep(len(value))), "%.40s", value)
		assert.EqualValues(t, ',', r.Token("comma"))
		r = of(value + " ,")
		r.Keep(len(value) - 1)
		assert.ErrorContains(t, r.Err(), "the value is longer than")
	}
	for value, says := range map[string]string{
		``: "cut in the middle", `[1`: "cut in the middle", `]`: "']' begins no value", `01`: "",
		`[01]`: "found '1' instead of ',' or ']' of the value", `[1.]`: "found ']' instead of a digit", `[1e]`: "instead of a digit",
		`[-]`: "']' begins no value", `tru?`: "found '?' instead of 'e' of true, false or null", `{"a" 1}`: "found '1' instead of ':' of the key", `{1:1}`: `found '1' instead of '"' of the key`,
		`[}`: "'}' begins no value", `"a` + "\n": "a quote is missing", `"\x"`: "the value has 'x' after a backslash", `"\u12g4"`: "without four hexadecimal digits",
		strings.Repeat(`{"":`, 1<<20): "more than 4096 deep",
	} {
		r := of(value)
		r.Value()
		if says == "" {
			assert.NoError(t, r.Err())
			continue
		}
		assert.ErrorContains(t, r.Err(), says, "%.40s", value)
		assert.EqualValues(t, 0, r.Next("more"), "nothing follows an error")
		assert.EqualValues(t, End, r.Peek())
	}
}

// TestNumbers: rows of numbers are the same wherever the window ends, and with blanks.
func TestNumbers(t *testing.T) {
	for _, comma := range []string{",", "\n,", " , ", ",\t"} {
		for _, shift := range []int{0, 1, 7, 23} {
			file := strings.Repeat(" ", shift)
			var b strings.Builder
			b.WriteString(file)
			const numbers = 20_000
			for i := range numbers {
				if i > 0 {
					b.WriteString(comma)
				}
				b.WriteString(strings.Repeat("9", i%15))
				b.WriteString("1")
			}
			b.WriteString("]x")
			r := of(b.String())
			row := make([]uint64, 7)
			count := 0
			for more := true; more; {
				var n int
				n, more = r.Numbers(row, "rows")
				for _, v := range row[:n] {
					want := uint64(0)
					for range count % 15 {
						want = want*10 + 9
					}
					if count++; v != want*10+1 {
						t.Fatalf("number %d is %d, not %d", count, v, want*10+1)
					}
				}
			}
			assert.NoError(t, r.Err())
			assert.Equal(t, numbers, count)
			assert.EqualValues(t, 'x', r.Next("end"))
		}
	}
}

// TestLargestNumbers: all of 64 bits for a count, and what JavaScript has exactly in rows.
func TestLargestNumbers(t *testing.T) {
	assert.EqualValues(t, uint64(18446744073709551615), of("18446744073709551615,").Count("count"))
	row := make([]uint64, 1)
	of("9007199254740992,").Numbers(row, "rows")
	assert.Equal(t, uint64(1<<53), row[0])
	for file, says := range map[string]string{
		"18446744073709551616,": "the number has more than 64 bits", "9007199254740993,": "a number is larger than 2^53",
		"01,": "the number is not a whole number from 0 up: '1' stands in it", "-1,": "'-' stands in it", "1.5,": "'.' stands in it", `"1",`: `'"' stands in it`, "1": "cut in the middle",
	} {
		r := of(file)
		r.Numbers(row, "rows")
		assert.ErrorContains(t, r.Err(), says, file)
	}
}
