package play

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	scenes "github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

var (
	linkName     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9/=,.+_-]*$`)
	linkSwitches = regexp.MustCompile(`^[0-9]+$`)
)

// Link reads what a person typed or pasted: NAME~SWITCHES@SCHEDULE:STEP, of which all but the name
// may be missing, with or without the #, or a whole address with it. There may be quotes around it, for cmd.exe of
// Windows passes them on. The result has neither # nor
// address; "" is the page as it begins. The error says what is wrong with the form. Link does not
// look whether there is such a scene: Known does.
func Link(typed string) (string, error) {
	link, err := fragment(unquoted(strings.TrimSpace(typed)))
	if err != nil || link == "" {
		return "", err
	}
	wrong := func(format string, args ...any) (string, error) {
		return "", fmt.Errorf("link %.60q: "+format+", as in theft@a3b4a:8", append([]any{typed}, args...)...)
	}
	scene, place, placed := strings.Cut(link, "@")
	name, switches, switched := strings.Cut(scene, "~")
	schedule, step, stepped := strings.Cut(place, ":")
	switch steps, err := interleave.Steps(schedule); {
	case !linkName.MatchString(name):
		return wrong("it must begin with the name of a scene, and %.60q is not one", name)
	case switched && !linkSwitches.MatchString(switches):
		return wrong("%.60q after ~ is not a number of switches", switches)
	case err != nil:
		return wrong("%s", strings.TrimPrefix(err.Error(), "interleave: "))
	case placed && schedule == "" && !stepped:
		return wrong("there is no schedule after @")
	case stepped && !stepOf(step, len(steps)):
		return wrong("%.60q after : is not a step of a schedule of %d steps", step, len(steps))
	}
	return link, nil
}

// Large is the link to the part of the page that has no scene.
const Large = "large"

// Names are the names that a link to a page with the source of this program may begin with. A link may describe a
// program, too: a description has a slash.
func Names() []string { return append(stage.Names(), Large) }

// Known says what is wrong if a link begins with no such name, and with no description of a program, or if its scene has not the lines or
// the steps that it asks for. The link is Link's, and not "". The check of a description's words on the production source is left to the
// page, which alone has that source in a form that can be scheduled.
func Known(link string) error {
	scene, place, _ := strings.Cut(link, "@")
	schedule, _, _ := strings.Cut(place, ":")
	name, switches, _ := strings.Cut(scene, "~")
	names := Names()
	form, wrong := scenes.FormOf(name)
	_, unknown := stealq.ParseKind(form)
	switch {
	case name == Large:
		return nil
	case slices.Contains(names, name), strings.HasPrefix(form, "printed."):
		return stage.Check(scene, schedule)
	case strings.Contains(name, "/") && wrong == 0 && (unknown == nil || form == "workrange"):
		if strings.Trim(switches, "0") != "" {
			return fmt.Errorf("link %.60q: ~%s asks for wrong lines, and the production source has none", link, switches)
		}
		return nil
	}
	return fmt.Errorf("%w Without a link, the page opens with the list of scenes", stage.NoScene(name, names))
}

// unquoted is a text without a pair of quotes around it.
func unquoted(text string) string {
	for _, quote := range []string{"'", `"`} {
		if inside, ok := strings.CutPrefix(text, quote); ok && strings.HasSuffix(inside, quote) {
			return strings.TrimSuffix(inside, quote)
		}
	}
	return text
}

// fragment is the part of an address behind the #, as it was before a browser changed it.
func fragment(typed string) (string, error) {
	link, whole := typed, strings.Contains(typed, "://")
	if at := strings.Index(typed, "#"); at >= 0 {
		link, whole = typed[at+1:], false
	}
	if whole {
		return "", nil // the address of the page itself
	}
	plain, err := url.PathUnescape(link)
	if err != nil {
		return "", fmt.Errorf("link %.60q: %w", typed, err)
	}
	return plain, nil
}

// stepOf says whether a text is the number of a step, or 0 for the time before the first one.
func stepOf(text string, steps int) bool {
	n, err := strconv.ParseUint(text, 10, 32)
	return err == nil && n <= uint64(steps)
}
