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
	if answers != "" {
		return nil, fmt.Errorf("the judge of this lab has no program %q", name)
	}
	if !strings.Contains(name, "/") {
		return nil, NoScene(name, Names())
	}
	return described(name)
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
