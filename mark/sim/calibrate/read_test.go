package calibrate

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// A wrong file is refused with its name, the offset or the key, and what would be right.
func TestWrongMachines(t *testing.T) {
	good, _ := machines.Named("icelake")
	for key, c := range map[string]struct{ value, says string }{
		"cores":         {`129`, `me.json: machine "icelake": cores cannot be 129: it must be 1 to 128`},
		"group":         {`0`, `group cannot be 0: it must be 1 to cores`},
		"socket":        {`33`, `a multiple of group, and at most cores`},
		"private_bytes": {`1`, `64 to 4 GiB`},
		"last_bytes":    {`64`, `private_bytes to 4 GiB`},
		"overlap":       {`0.5`, `overlap cannot be 0.5: it must be at least 1`},
		"prefetches":    {`0`, `prefetches cannot be 0: it must be at least 1`},
		"object_ns":     {`0`, `above 0`},
		"near_ns":       {`-1`, `me.json: offset `},
		"far_ns":        {`"x"`, `it is not a machine`},
		"nearr_ns":      {`1`, `unknown field "nearr_ns"`},
	} {
		text, err := json.Marshal(good)
		require.NoError(t, err)
		all := map[string]json.RawMessage{}
		require.NoError(t, json.Unmarshal(text, &all))
		all[key] = json.RawMessage(c.value)
		text, err = json.Marshal(all)
		require.NoError(t, err)
		_, err = Read(strings.NewReader(string(text)), "me.json")
		require.ErrorContains(t, err, c.says, key)
	}
}
