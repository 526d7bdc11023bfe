package judge

import (
	"encoding/json"
	"os"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// Orders are what gcbench tells a judge.
type Orders struct {
	Output string // the file for events
	Token  string // for each event
	Check  int    // the number of the check to make, from 0
	Memory uint64 // the most bytes that the process may use
	Seed   uint64 // of the sample of executions
	// Again, if it is not nil, are executions of the same check in another process. They alone
	// are made.
	Again *verdict.Explored
}

// orders reads the orders of this process. From then on neither its environment nor its folder
// knows them.
func orders() (o Orders, err error) {
	name := os.Getenv(Ordered)
	os.Unsetenv(Ordered)
	text, err := os.ReadFile(name)
	if err != nil {
		return o, err
	}
	if err := os.Remove(name); err != nil {
		return o, err
	}
	return o, json.Unmarshal(text, &o)
}
