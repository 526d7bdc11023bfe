package play

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

var (
	linkName     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9/=,.+_-]*$`)
	linkSwitches = regexp.MustCompile(`^[0-9]+$`)
)

// Link reads what a person typed or pasted: NAME~SWITCHES@SCHEDULE:STEP, of which all but the name
// may be missing, with or without the #, or a whole address with it. The result has neither # nor
// address; "" is the page as it begins. Link does not know which scenes there are. The error says
// what is wrong with the form.
func Link(typed string) (string, error) {
	link, err := fragment(strings.TrimSpace(typed))
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
		return wrong("it must begin with the name of a scene, and %.60q is none", name)
	case switched && !linkSwitches.MatchString(switches):
		return wrong("%.60q behind ~ is no number of switches", switches)
	case err != nil:
		return wrong("%s", strings.TrimPrefix(err.Error(), "interleave: "))
	case placed && schedule == "" && !stepped:
		return wrong("there is no schedule behind @")
	case stepped && !stepOf(step, len(steps)):
		return wrong("%.60q behind : is no step of a schedule of %d steps", step, len(steps))
	}
	return link, nil
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
