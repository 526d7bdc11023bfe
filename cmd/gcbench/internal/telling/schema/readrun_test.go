package schema

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// measuredBy is what one process measured with one worker and with two, which take half as long.
func measuredBy(pid int, ns float64) []Result {
	results := make([]Result, 2)
	for i := range results {
		one, cpu, floor := ns/float64(i+1), 2*ns, ns/10
		samples := []float64{0.9 * one, one, one, one, one, one, 1.1 * one}
		results[i] = Result{
			Facts: Facts{Shape: "tree", Objects: 10, Live: 5}, Workers: i + 1, Digest: "d", MarksPerSample: pid,
			Invocations: []Invocation{{PID: pid, SamplesNS: samples, CPUNS: &cpu}}, SamplesNS: samples, MedianNS: one, CPUNS: &cpu,
			FloorNS: &floor, FloorMinNS: &floor,
		}
	}
	return results
}

// TestReadRun: an error says which file, result and field, and what would be right.
func TestReadRun(t *testing.T) {
	written, err := json.Marshal(Run{Schema: RunSchema, Results: measuredBy(1, 1000)})
	require.NoError(t, err)
	good := string(written)
	_, err = ReadRun(strings.NewReader(good+"\n \n"), "x")
	require.NoError(t, err)
	change := func(old, replacement string) string {
		require.Contains(t, good, old)
		return strings.Replace(good, old, replacement, 1)
	}
	const first = "x: result 1 (tree, 1 worker): "
	for content, says := range map[string]string{
		"  \n":      "x: it is empty: give a report that gcbench run --json wrote",
		good[:100]:  "x: it is cut: it ends at offset 100, before the end of the report: ",
		"[1]":       "x: offset 1: it is a list, and must be an object: ",
		"null 3":    `x: its schema is ""`,
		good + "{}": "something follows the report: a file holds one report",
		good + "]":  "something follows the report",
		change(`"partial":false`, `"partial":{}`):                                      "field partial is an object, and must be true or false: ",
		change(`"seed":0`, `"seed":-1`):                                                "field results.seed is the number -1, and must be a whole number that is not negative: ",
		change(`"workers":1`, `"workers":0`):                                           "x: result 1 (tree, 0 workers): workers is 0: it must be 1 or more",
		change("[900,1000", "[900,0.0009"):                                             first + "invocation 1: sample 2 of samples_ns is 0.0009 ns: it must be from 0.001 to 1e+15",
		change("[900,1000", "[1e16,1000"):                                              first + "invocation 1: sample 1 of samples_ns is 1e+16 ns",
		change(`"cpu_ns":2000`, `"cpu_ns":-2`):                                         first + "invocation 1: cpu_ns is -2: it must not be negative",
		change(`"probe_ns":null`, `"probe_ns":-1`):                                     first + "invocation 1: probe_ns is -1",
		change(`"reference":null`, `"reference":{"version":0,"ns":[1]}`):               first + "invocation 1: reference: version is 0: it must be 1 or more",
		change(`"reference":null`, `"reference":{"version":1,"ns":[1,2,3]}`):           first + "invocation 1: reference: ns has 3 times, and there are 7 samples: each has one",
		change(`"reference":null`, `"reference":{"version":1,"ns":[1,2,3,4,5,6,0,7]}`): first + "invocation 1: reference: sample 7 of ns is 0 ns: it must be from 0.001 to 1e+15",
		change(`"limit_ns":100`, `"limit_ns":-1`):                                      first + "limit_ns is -1",
	} {
		_, err := ReadRun(strings.NewReader(content), "x")
		assert.ErrorContains(t, err, says)
	}
}

// TestDoubled: results that nothing tells apart are named.
func TestDoubled(t *testing.T) {
	results := measuredBy(1, 1000)
	assert.Empty(t, (&Run{Results: results}).Doubled())
	assert.Equal(t, []string{"result 3 (tree, 2 workers) is of the same heap and settings as result 2"}, (&Run{Results: append(results, results[1])}).Doubled())
}

// TestOneLine: escapes of control characters become question marks, and nothing else changes.
func TestOneLine(t *testing.T) {
	assert.Equal(t, `{"a?b":"\\n \\u000a ? ? ? ? \u00e4 \" \/"}`, string(oneLineEach([]byte(`{"a\nb":"\\n \\u000a \u000a \u007F \u009b \t \u00e4 \" \/"}`))))
	run, err := ReadRun(strings.NewReader(`{"schema":"gcbench/1","warnings":["a\nb"]}`), "x")
	require.NoError(t, err)
	assert.Equal(t, []string{"a?b"}, run.Warnings)
}
