package machine

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

const mib = 1 << 20

// HugePages warns if the system was asked for huge pages for memory, and did not grant
// them. The caller must have touched all of the memory before. It returns "" where all is
// well, where the program did not ask, and where the system does not tell. It takes about
// a millisecond for each GiB that the process uses, so call it outside of what is timed.
func HugePages(memory []byte) string {
	if len(memory) == 0 {
		return ""
	}
	low := uint64(reflect.ValueOf(memory).Pointer())
	const thp = "/sys/kernel/mm/transparent_hugepage"
	size, err := numberOf(thp, "hpage_pmd_size")
	if err != nil || size == 0 {
		return "" // the kernel has none, so the advice asked for nothing
	}
	asked, granted := hugePages(textOf("/proc/self/smaps"), low, low+uint64(len(memory)), size)
	return judgeHugePages(asked, granted, size, chosen(textOf(thp, "enabled")))
}

// hugePages adds up the mappings in which addresses from low to before high lie, and which
// were advised to have huge pages: the bytes that huge pages of size bytes could cover, and
// those that they do. The text is that of /proc/self/smaps (proc(5)).
func hugePages(smaps string, low, high, size uint64) (asked, granted uint64) {
	var inside bool
	var room, huge uint64 // of the mapping that is being read
	for line := range strings.Lines(smaps) {
		name, value, _ := strings.Cut(line, " ")
		switch {
		case !strings.HasSuffix(name, ":"): // begins with the addresses
			var from, to uint64
			n, _ := fmt.Sscanf(name, "%x-%x", &from, &to)
			inside = n == 2 && from < high && low < to
			room, huge = to/size*size-min((from+size-1)/size*size, to/size*size), 0
		case inside && name == "AnonHugePages:":
			kib, _ := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 50)
			huge = kib << 10
		case inside && name == "VmFlags:" && strings.Contains(" "+strings.TrimSpace(value)+" ", " hg "):
			asked, granted = asked+room, granted+min(huge, room)
		}
	}
	return asked, granted
}

// chosen is the word in brackets: "always [madvise] never".
func chosen(text string) string {
	_, rest, _ := strings.Cut(text, "[")
	word, _, _ := strings.Cut(rest, "]")
	return word
}

// judgeHugePages warns if more than a tenth is missing, and more than one page.
func judgeHugePages(asked, granted, size uint64, enabled string) string {
	missing := asked - min(granted, asked)
	if missing <= max(size, asked/10) {
		return ""
	}
	why := "free memory and start again, or run as root: echo 1 >/proc/sys/vm/compact_memory"
	if enabled == "never" {
		why = "the kernel is told never to grant them: as root, echo madvise >/sys/kernel/mm/transparent_hugepage/enabled"
	}
	return fmt.Sprintf("huge pages cover %d of the %d MiB that asked for them: marks wait for the page tables, too, and another process may get more of them; %s",
		granted/mib, asked/mib, why)
}
