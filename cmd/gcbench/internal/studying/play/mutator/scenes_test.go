//go:build interleave && !fullsize

package mutator

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// ask asks the engine.
func ask(t *testing.T, r stage.Request, answer any) {
	t.Helper()
	request, err := json.Marshal(r)
	require.NoError(t, err)
	text := stage.Answer(request, func(stage.Progress) {})
	require.NotContains(t, string(text), `{"problem"`)
	require.NoError(t, json.Unmarshal(text, answer), "%s", text)
}

// catalogue are the scenes of this package.
func catalogue(t *testing.T) (all []stage.About) {
	var c stage.Catalogue
	ask(t, stage.Request{Do: stage.DoScenes}, &c)
	for _, a := range c.Scenes {
		if a.Chapter == "11-mutator.md" {
			all = append(all, a)
		}
	}
	require.Len(t, all, len(runs)+2) // and those of completion.go
	return all
}

// view is what the page gets, with the picture of this package.
type view struct {
	stage.View
	Picture State `json:"picture"`
}

// TestScenes: a scene that can be broken is won by its schedule, at its last step and not before. One that is safe comes to its end by it. At
// each step the page has the line on which a mutator stands in the barrier.
func TestScenes(t *testing.T) {
	for _, a := range catalogue(t) {
		var whole stage.View
		ask(t, stage.Request{Do: stage.DoView, Link: a.Name, Schedule: a.Winning}, &whole)
		require.True(t, whole.Ended, a.Name)
		require.Equal(t, !a.Safe, whole.Won, "%s: %s", a.Name, whole.Failed)
		var almost stage.View
		ask(t, stage.Request{Do: stage.DoView, Link: a.Name, Schedule: letters(whole.Steps[:len(whole.Steps)-1])}, &almost)
		require.False(t, almost.Ended || almost.Won, a.Name)
		own := len(whole.Steps) - len(opening(t, a).Steps)
		assert.True(t, a.Safe || 9 <= own && own <= 28, "%s: %d steps of the player", a.Name, own)
		looked := false
		for _, made := range whole.Steps {
			require.NotEmpty(t, made.At, "%s: %s", a.Name, made.Text)
			_, err := os.Stat("../../../../../../" + made.At[0].File)
			require.NoError(t, err)
			for _, site := range made.At {
				looked = looked || site.Function == a.Look
			}
		}
		require.True(t, looked, "%s: nobody is ever in %s", a.Name, a.Look)
	}
}

// letters is the schedule of some steps.
func letters(steps []interleave.Made) (schedule string) {
	for _, made := range steps {
		schedule += string(rune('a' + made.Thread))
	}
	return schedule
}

func opening(t *testing.T, a stage.About) (v stage.View) {
	ask(t, stage.Request{Do: stage.DoView, Link: a.Name, Schedule: a.Opening}, &v)
	require.Empty(t, v.Note)
	require.False(t, v.Ended, a.Name)
	return v
}

// TestExplorer: what a player finds by the button is true: a loss in scenes that can be broken, and else that all schedules were tried.
func TestExplorer(t *testing.T) {
	for _, a := range catalogue(t) {
		var found stage.Found
		ask(t, stage.Request{Do: stage.DoFind, Link: a.Name, How: "fewest"}, &found)
		assert.Equal(t, a.Safe, found.Schedule == "", "%s: %+v", a.Name, found)
		if a.Safe {
			assert.True(t, found.Complete, "%s: %+v", a.Name, found)
		} else if runs[a.Name] != nil {
			assert.Regexp(t, `^the mark has ended, and [A-C] is white, though a mutator can reach it$`, found.Failed, "the page marks the object by these words")
		}
	}
}

// TestPicture: the picture shows what the story says, and an invariant that is broken.
func TestPicture(t *testing.T) {
	var v view
	ask(t, stage.Request{Do: stage.DoView, Link: "hide", Schedule: "ba2b7a6"}, &v)
	assert.Equal(t, []Object{{"A", "black", "C"}, {"B", "grey", ""}, {"C", "white", ""}}, v.Picture.Objects)
	assert.Equal(t, Mutator{[]string{"A", "B", "C"}, true, []string{"r2 = r1.f", "r0.f = r2", "r1.f = nil", "r2 = nil"}}, v.Picture.Mutators[0])
	assert.Equal(t, "r1.f = nil", v.Threads[0].Doing)
	assert.True(t, v.Picture.Between)
	assert.Equal(t, "A is black, and refers to C, which is white", v.Picture.Strong)
	assert.Contains(t, v.Picture.Weak, "C, which is white and hangs on nothing grey")
	ask(t, stage.Request{Do: stage.DoView, Link: "hide", Schedule: "ba2b4"}, &v)
	assert.Equal(t, "A", v.Picture.Scans)
}
