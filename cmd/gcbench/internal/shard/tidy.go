package shard

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// What stays of the rounds is what the next one needs, and what tells where to go on:
//
//	round-00000002/part-0001.marks   no later round has touched part 1
//	round-00000007/part-0000.marks   the last complete round: its marks,
//	round-00000007/part-0000.sent    its messages,
//	round-00000007/round.json        and the sums of all rounds so far
//
// So there are at most as many folders as parts, and one for the round that goes on.

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

// tidy removes the folders of all rounds that nobody needs after round last.
func (d *driver) tidy(last *record) error {
	all, err := roundsIn(d.work)
	if err != nil {
		return err
	}
	// The records go first. So if this is interrupted, the next run does not go on after a round
	// whose marks are gone.
	for _, round := range all {
		if round != last.Round {
			if err := d.removeFile(recordPath(d.work, round)); err != nil {
				return err
			}
		}
	}
	for _, round := range all {
		if round != last.Round && !slices.Contains(last.Before, round) {
			if err := d.removeFolder(folderOf(d.work, round)); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeFile removes a file, if it is there.
func (d *driver) removeFile(path string) error {
	if err := d.remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// removeFolder removes a folder with all that is in it, one after the other.
func (d *driver) removeFolder(path string) error {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		remove := d.removeFile
		if entry.IsDir() {
			remove = d.removeFolder
		}
		if err := remove(filepath.Join(path, entry.Name())); err != nil {
			return err
		}
	}
	return cmp.Or(err, d.removeFile(path))
}

// forget removes the files that nobody needs after round next: the record and the messages of the round before,
// and the marks that next has replaced. That some file stays does no harm, but the record goes first, because it
// needs the others. After round 1 it removes
// all other rounds.
func (d *driver) forget(last, next *record) error {
	if next.Round == 1 {
		return d.tidy(next)
	}
	all := []string{recordPath(d.work, last.Round)}
	for _, part := range last.Senders {
		all = append(all, fileOf(folderOf(d.work, last.Round), part, "sent"))
	}
	left := map[int]bool{last.Round: true} // rounds whose folder may be of no use now
	for _, part := range next.Parts {
		if round := last.Before[part]; round > 0 {
			all = append(all, fileOf(folderOf(d.work, round), part, "marks"))
			left[round] = true
		}
	}
	for _, path := range all {
		if err := d.removeFile(path); err != nil {
			return err
		}
	}
	for _, round := range next.Before {
		delete(left, round)
	}
	for round := range left {
		if err := d.removeFolder(folderOf(d.work, round)); err != nil {
			return err
		}
	}
	return nil
}
