package stage

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// scenes are those that have a name and that this build can run.
func scenes(t *testing.T) []Scene {
	require.NotEmpty(t, all)
	return all
}

// TestLevels: the winning schedule of each level is the shortest, and reaches its goal with
// its last step. Without the wrong lines no schedule fails.
func TestLevels(t *testing.T) {
	n := 0
	for _, s := range scenes(t) {
		if s.Safe || s.Runs != runsPrinted {
			continue
		}
		if n++; testing.Short() && n%4 != 0 {
			continue // some are enough to see that levels can be won
		}
		t.Run(s.Name, func(t *testing.T) {
			found, err := s.find(s.switches(), howShortest, goOn)
			require.NoError(t, err)
			require.True(t, found.Complete)
			require.Equal(t, found.Schedule, s.Winning)
			v := viewOf(t, &s, s.Winning)
			require.True(t, v.Won, v.Failed)
			require.Equal(t, found.Failed, v.Failed)
			require.Len(t, v.Steps, found.Steps)
			require.GreaterOrEqual(t, found.Steps, 5)
			require.LessOrEqual(t, found.Steps, 24)
			requireUndo(t, &s)
			requireAsked(t, &s)
			requireRuns(t, &s)
			if len(s.Switches) > 0 {
				requireSafe(t, &s, 0)
				require.NotEmpty(t, s.Repair)
				repaired := s.about(0)
				require.True(t, repaired.Repaired && repaired.Winning == "", "nothing reaches the goal of repaired lines")
			}
		})
	}
	require.GreaterOrEqual(t, n, 20)
}

// TestFirstScene: a player who lets the workers take turns wins the first scene, whichever worker begins. A player who lets one
// worker end first does not.
func TestFirstScene(t *testing.T) {
	for schedule, wins := range map[string]bool{"ababab": true, "bababa": true, "abbaba": true, "a2ba": false, "a3b": false, "b3a": false} {
		v := viewOf(t, &all[0], schedule)
		require.Equal(t, wins, v.Won, schedule)
		require.Equal(t, wins, v.Ended && v.Failed != "", schedule)
	}
}

func goOn(Progress) {}

func viewOf(t *testing.T, s *Scene, schedule string) *View {
	v, err := s.view(s.switches(), schedule)
	require.NoError(t, err)
	require.Empty(t, v.Note, "%s@%s", s.Name, schedule)
	return v
}

// requireSafe requires that no schedule fails.
func requireSafe(t *testing.T, s *Scene, switches uint32) {
	for _, how := range []string{howFewest, howShortest} {
		found, err := s.find(switches, how, goOn)
		require.NoError(t, err)
		require.Empty(t, found.Schedule, "%s: %s", s.Name, found.Failed)
		require.True(t, found.Complete, s.Name)
		require.Greater(t, found.Executions, 1)
	}
}

// requireUndo requires that the view after some of the steps of the winning schedule is a part
// of the view after all, and that nothing fails before the last step.
func requireUndo(t *testing.T, s *Scene) {
	whole := viewOf(t, s, s.Winning)
	for n, prefix := range prefixes(t, s) {
		v := viewOf(t, s, prefix)
		require.Equal(t, whole.Steps[:n], v.Steps, "%s@%s", s.Name, prefix)
		require.Empty(t, v.Failed)
		require.False(t, v.Ended)
		again := viewOf(t, s, prefix)
		require.Equal(t, v, again)
	}
}

// prefixes are the beginnings of the winning schedule, from no step on.
func prefixes(t *testing.T, s *Scene) (all []string) {
	seen, err := interleave.Watch(s.Program(s.switches()), s.Winning)
	require.NoError(t, err)
	prefix := ""
	for _, made := range seen.Made {
		all = append(all, prefix)
		prefix += letter(made.Thread)
	}
	return all
}

// TestCatalogue: each scene says all that a player needs, in an order of groups.
func TestCatalogue(t *testing.T) {
	var c Catalogue
	require.NoError(t, json.Unmarshal(Answer([]byte(`{"do":"scenes"}`), goOn), &c))
	require.Equal(t, len(all), len(c.Scenes))
	names, titles, groups := map[string]bool{}, map[string]bool{}, []string{}
	for _, a := range c.Scenes {
		require.Regexp(t, regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`), a.Name)
		require.False(t, names[a.Name] || titles[a.Title], a.Name)
		names[a.Name], titles[a.Title] = true, true
		for _, text := range []string{a.Goal, a.Story, a.Lesson} {
			require.Regexp(t, regexp.MustCompile(`^[A-Z].*[.]$`), text, a.Name)
		}
		require.NotEmpty(t, a.Title)
		require.NotEmpty(t, a.Winning, a.Name)
		_, err := os.Stat(filepath.Join("../../../../../../docs/course", a.Chapter))
		require.NoError(t, err, a.Name)
		if n := len(groups); n == 0 || groups[n-1] != a.Group {
			groups = append(groups, a.Group)
		}
	}
	require.Equal(t, len(groups), len(slices.Compact(slices.Sorted(slices.Values(groups)))), "each group stands together: %q", groups)
}

// TestSwitchesOfScenes: a link with switches has the lines wrong that it says.
func TestSwitchesOfScenes(t *testing.T) {
	s, switches, err := parse("theft~3")
	require.NoError(t, err)
	v, err := s.view(switches, "")
	require.NoError(t, err)
	require.Equal(t, "theft~3", v.Link)
	require.True(t, v.About.Switches[0].On && v.About.Switches[1].On)
	require.False(t, v.About.Switches[2].On)
	require.False(t, s.Switches[1].On, "the catalogue must not change")
	v, err = s.view(s.switches(), "")
	require.NoError(t, err)
	require.Equal(t, "theft", v.Link)
}
