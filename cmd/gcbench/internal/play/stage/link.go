package stage

import (
	"fmt"
	"strconv"
	"strings"
)

// This file has the names of scenes in links: NAME, or NAME~SWITCHES. Behind that the page
// writes @SCHEDULE and :STEP.

// parse finds the scene of a link.
func parse(link string) (*Scene, uint32, error) {
	name, number, given := strings.Cut(link, "~")
	s, err := named(name)
	if err != nil {
		return nil, 0, err
	}
	switches := s.switches()
	if given {
		n, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return nil, 0, fmt.Errorf("link %.60q: %.20q behind ~ is no number of switches", link, number)
		}
		switches = uint32(n)
	}
	return s, switches, nil
}

func named(name string) (*Scene, error) {
	for i := range all {
		if all[i].Name == name {
			return &all[i], nil
		}
	}
	if company != nil {
		return company.Describe(name)
	}
	if !strings.Contains(name, "/") {
		return nil, unknown(name)
	}
	return described(name)
}

// unknown is what to say of a name that no scene has.
func unknown(name string) error {
	for i := range all {
		if isNear(strings.ToLower(name), all[i].Name) {
			return fmt.Errorf("there is no scene %.60q: did you mean %s?", name, all[i].Name)
		}
	}
	return fmt.Errorf("there is no scene %.60q", name)
}

// isNear says whether two names differ in one place, by two letters at most.
func isNear(a, b string) bool {
	first := 0
	for first < min(len(a), len(b)) && a[first] == b[first] {
		first++
	}
	last := 0
	for last < min(len(a), len(b))-first && a[len(a)-1-last] == b[len(b)-1-last] {
		last++
	}
	return max(len(a), len(b))-first-last <= 2
}

// switches are those that the scene begins with.
func (s *Scene) switches() (set uint32) {
	for _, one := range s.Switches {
		if one.On {
			set |= one.Bit
		}
	}
	return set
}

// link names the scene with these switches.
func (s *Scene) link(switches uint32) string {
	if switches == s.switches() {
		return s.Name
	}
	return fmt.Sprintf("%s~%d", s.Name, switches)
}

// about is the scene with these switches.
func (s *Scene) about(switches uint32) About {
	a := s.About
	a.Switches = append([]Switch(nil), a.Switches...)
	for i := range a.Switches {
		a.Switches[i].On = switches&a.Switches[i].Bit != 0
	}
	if switches != s.switches() {
		a.Winning, a.Repaired = "", switches == 0
	}
	return a
}
