// Package variants has what some labs ask each student to do another way. A variant changes words of all files of a
// lab: the task, the skeleton, its first test, and the answers. Where there is no name the files stay as they lie.
package variants

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"strings"
)

// drawn is a number below n that belongs to a student in a lab, 0 without a name. Capitals do not matter.
func drawn(lab, student string, n uint64) uint64 {
	if student == "" {
		return 0
	}
	sum := sha256.Sum256([]byte(lab + "\x00" + strings.ToLower(student)))
	return binary.BigEndian.Uint64(sum[:8]) % n
}

// Share is the part of the items that a thief takes in the lab locked: 2 is a half, 3 a third, 4 a quarter.
func Share(student string) int { return 2 + int(drawn("locked", student, 3)) }

// Locked makes the files of the lab locked for a student.
func Locked(student string, files map[string]string) map[string]string {
	share := Share(student)
	name := []string{"third", "quarter"}
	if share == 2 {
		return files
	}
	word := name[share-3]
	return changed(files, "half", word, "Half of 13 is 6", fmt.Sprintf("A %s of 13 is %d", word, 13/share),
		"taken = 13, 6", fmt.Sprintf("taken = 13, %d", 13/share), "n/2", fmt.Sprintf("n/%d", share))
}

// Before says whether Claim returns in the lab bit what the bit was before, as a processor's test-and-set does. Otherwise
// it returns whether the bit was claimed.
func Before(student string) bool { return drawn("bit", student, 2) == 1 }

// Bit makes the files of the lab bit for a student.
func Bit(student string, files map[string]string) map[string]string {
	if !Before(student) {
		return files
	}
	return changed(files,
		"It returns true if this call has changed the bit from 0 to 1, and false otherwise. Of all\n  workers that claim one bit, exactly one gets true,",
		"It returns what the bit was before: false if this call has changed the bit from 0 to 1, and\n  true otherwise. Of all workers that claim one bit, exactly one gets false,",
		"It returns true if this call has changed the bit from 0 to 1. Of all\n// workers that claim one bit, exactly one gets true.",
		"It returns what the bit was before: false if this call has changed it. Of\n// all workers that claim one bit, exactly one gets false.",
		"Who gets true?", "Who gets false?",
		"return true", "return false", "return false", "return true", "return w.Comp", "return !w.Comp",
		"if !Claim(", "if Claim(", "if Claim(", "if !Claim(",
		"returned false: want true", "returned true: want false", "returned true: want false", "returned false: want true")
}

// changed are files with words changed, each place once.
func changed(files map[string]string, words ...string) map[string]string {
	r := strings.NewReplacer(words...)
	all := maps.Clone(files)
	for name, text := range all {
		all[name] = r.Replace(text)
	}
	return all
}
