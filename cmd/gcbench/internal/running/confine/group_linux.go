package confine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// group is the processes of a group.
type group struct {
	number int
	looks  int
	known  []string // their files in /proc
}

// searches says how often the group is searched among all processes of the machine, of which
// there may be thousands: at every tenth look.
const searches = 10

// memory is how many bytes of the group's processes lie in memory. Memory that two of
// them share counts twice.
func (g *group) memory() (bytes uint64) {
	files, search := g.known, g.looks%searches == 0
	if g.looks++; search {
		files, _ = filepath.Glob("/proc/[0-9]*/stat")
		g.known = nil
	}
	for _, file := range files {
		text, _ := os.ReadFile(file) // an error: it has ended
		size, of := memoryIn(string(text))
		if of != g.number {
			continue
		}
		bytes += size
		if search {
			g.known = append(g.known, file)
		}
	}
	return bytes
}

// memoryIn reads the size of a process and its group from its line in /proc. The name, in
// parentheses, may have any character.
func memoryIn(stat string) (bytes uint64, group int) {
	const (
		groupField = 5 - 3 // by their numbers in proc(5), after the name
		sizeField  = 24 - 3
	)
	fields := strings.Fields(stat[strings.LastIndex(stat, ")")+1:])
	if len(fields) <= sizeField {
		return 0, 0
	}
	pages, _ := strconv.ParseUint(fields[sizeField], 10, 64)
	group, _ = strconv.Atoi(fields[groupField])
	return pages * uint64(os.Getpagesize()), group
}
