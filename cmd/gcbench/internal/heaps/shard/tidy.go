package shard

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The files that stay of the rounds are those that the next one needs, and those that
// tell where to go on:
//
//	round-00000002/part-0001.marks   no later round has touched part 1
//	round-00000007/part-0000.marks   the last complete round: its marks,
//	round-00000007/part-0000.sent    its messages,
//	round-00000007/round.json        and the sums of all rounds so far
//
// There are therefore at most as many folders as parts, and one for the round that goes on.

// roundsIn returns the rounds that have a folder in work, ascending.
func roundsIn(work string) (rounds []int, err error) {
	entries, err := os.ReadDir(work)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		digits, ok := strings.CutPrefix(entry.Name(), "round-")
		round, err := strconv.Atoi(digits)
		if ok && err == nil && entry.IsDir() && round > 0 && entry.Name() == filepath.Base(folderOf(work, round)) {
			rounds = append(rounds, round)
		}
	}
	slices.Sort(rounds)
	return rounds, nil
}

// tidy removes the files of rounds that are not needed after round last, and the folders without others. That some
// file stays does no harm, but the records go first. If this is interrupted, the next run therefore does not go on
// after a round whose marks are gone.
func (d *driver) tidy(last *record) error {
	all, err := roundsIn(d.work)
	if err != nil {
		return err
	}
	for _, round := range all {
		if round != last.Round {
			if err := d.remove(recordPath(d.work, round)); err != nil {
				return err
			}
		}
	}
	needed := map[string]bool{recordPath(d.work, last.Round): true}
	for _, part := range last.Parts {
		needed[fileOf(folderOf(d.work, last.Round), part, "sent")] = true
	}
	for part, round := range last.Before {
		needed[fileOf(folderOf(d.work, round), part, "marks")] = true
	}
	for _, round := range all {
		if err := d.tidyFolder(folderOf(d.work, round), needed); err != nil {
			return err
		}
	}
	return nil
}

// tidyFolder removes from a folder what is not needed, and then the folder, if nothing is left.
func (d *driver) tidyFolder(folder string, needed map[string]bool) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if path := filepath.Join(folder, entry.Name()); !needed[path] {
			if err := d.remove(path); err != nil {
				return err
			}
		}
	}
	os.Remove(folder) // the system refuses it if something is left
	return nil
}
