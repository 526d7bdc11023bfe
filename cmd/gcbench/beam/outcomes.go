package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/draft"
)

// Outcomes are files, one of each part, in a separate folder for each attempt to carry out
// a round. All users may read and write them whom the system's mask allows: workers may
// run as another user.

// attempts begins the names of the folders for attempts.
const attempts = "outcomes-"

// newOutcomes makes the folder for an attempt, in the folder of rounds. It removes those of
// processes that were killed: one process at a time works in a folder of rounds
// (shard.Drive). If a job of such a process goes on, its steps fail, and no process waits for them.
func newOutcomes(work string) (string, error) {
	entries, err := os.ReadDir(work)
	if err != nil {
		return "", err
	}
	for _, entry := range entries {
		if entry.IsDir() && strings.HasPrefix(entry.Name(), attempts) {
			os.RemoveAll(filepath.Join(work, entry.Name())) // one that stays does no harm
		}
	}
	folder := filepath.Join(work, fmt.Sprintf("%s%016x", attempts, rand.Uint64()))
	return folder, os.Mkdir(folder, 0o777)
}

// outcomeOf is the path of the outcome of a part.
func outcomeOf(folder string, part int) string {
	return filepath.Join(folder, fmt.Sprintf("part-%04d.json", part))
}

// leave writes an outcome. A reader of the folder finds whole outcomes alone. Any goroutine
// may call it.
func leave(folder string, o shard.Outcome) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return draft.WriteFile(outcomeOf(folder, o.Part), text)
}

// gather reads the outcomes of a round that is said to be done. The error says which part
// has left none.
func gather(folder string, r *shard.Round) ([]shard.Outcome, error) {
	var all []shard.Outcome
	for _, part := range r.Parts {
		var o shard.Outcome
		text, err := os.ReadFile(outcomeOf(folder, part))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("the runner has ended the job, and part %d has left no outcome in %s: "+
				"each worker must see this folder under this name, and no other program may end the job", part, r.Work)
		}
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &o); err != nil {
			return nil, fmt.Errorf("%s: %w", outcomeOf(folder, part), err)
		}
		all = append(all, o)
	}
	return all, nil
}
