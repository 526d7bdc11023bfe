package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// scheduleBlock begins a block of a page that shows a failing schedule.
const scheduleBlock = "```schedule\n"

// failures are the schedules that the course shows. Each is a wrong form, and a scene over
// it whose shortest failure of two preemptions at most is shown. The tests of the package
// printed explore the same scenes, and the right forms beside them.
var failures = []scene.Scene{
	{Form: printed.ChaseLev(printed.ChaseLevLastUnswapped), Capacity: 2, Fill: []int{1}, Ops: []string{"-", "o"}},
	{Form: printed.ChaseLev(printed.ChaseLevTopFirst), Capacity: 2, Fill: []int{2}, Ops: []string{"-", "o", "o"}},
	{Form: printed.HalfByOneSwap(), Capacity: 4, Fill: []int{3}, Ops: []string{"--", "h"}},
	{Form: printed.StealHalf(printed.LateTheftTest), Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}},
}

// TestSchedulesOfTheCourse: a schedule that a page shows is what the explorer prints, for one
// of failures or in an example of its package. Each of failures is shown.
func TestSchedulesOfTheCourse(t *testing.T) {
	shown := map[string]string{} // by what is shown: the page
	root := moduleTree(t).root
	examples := outputsOf(t, filepath.Join(root, "stealq", "interleave"))
	for _, page := range pagesOf(t, root) {
		text, err := os.ReadFile(filepath.Join(root, page))
		require.NoError(t, err)
		for _, block := range schedulesOf(string(text)) {
			shown[block] = page
		}
	}
	for _, s := range failures {
		s.Bare, s.ItemsOnly = true, true
		rep := interleave.Explore(s.Run, interleave.Options{Search: interleave.Bounded, Preemptions: 2, Shortest: true})
		require.NotNil(t, rep.Failure, s.String())
		table := plainSpace(fmt.Sprint(rep.Failure))
		assert.Contains(t, shown, table, "no page shows the schedule of %v; it is\n%s", s, table)
		delete(shown, table)
	}
	for table, page := range shown {
		if slices.Contains(examples, table) {
			continue
		}
		assert.Fail(t, "nothing that is explored fails so", "%s shows\n%s", page, table)
	}
}

// schedulesOf returns the blocks of a page that show schedules.
func schedulesOf(page string) (found []string) {
	for i, part := range strings.Split(page, scheduleBlock) {
		if block, _, ends := strings.Cut(part, "```"); i > 0 && ends {
			found = append(found, plainSpace(block))
		}
	}
	return found
}

// outputsOf returns what the examples of a package print.
func outputsOf(t *testing.T, folder string) (found []string) {
	files, err := filepath.Glob(filepath.Join(folder, "example*_test.go"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, part := range strings.Split(string(text), "\t// Output:\n")[1:] {
			output, _, _ := strings.Cut(part, "\n}")
			found = append(found, plainSpace(strings.ReplaceAll("\n"+output, "\n\t// ", "\n")))
		}
	}
	return found
}

// plainSpace is a text without the space at the ends of its lines and around it.
func plainSpace(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \r")
	}
	return strings.Join(lines, "\n")
}

// TestReadingOfSchedules: what the test of schedules would not look at cannot fail.
func TestReadingOfSchedules(t *testing.T) {
	page := "```schedule\none \n two\n```\ntext\n```sh\nls\n```\n```schedule\nthree\n```\n"
	assert.Equal(t, []string{"one\n two", "three"}, schedulesOf(page))
}
