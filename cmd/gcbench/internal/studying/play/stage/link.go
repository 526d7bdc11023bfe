package stage

import (
	"fmt"
	"slices"
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
			return nil, 0, fmt.Errorf("link %.60q: %.20q after ~ is not a number of switches", link, number)
		}
		switches = uint32(n)
		if err := s.refuse(switches); err != nil {
			return nil, 0, err
		}
	}
	return s, switches, nil
}

// refuse says what is wrong if the scene does not have some of these switches.
func (s *About) refuse(switches uint32) error {
	known := uint32(0)
	for _, one := range s.Switches {
		known |= one.Bit
	}
	switch {
	case switches&^known == 0:
		return nil
	case known == 0:
		return fmt.Errorf("scene %.60q: ~%d asks for wrong lines, and none of its lines can be wrong", s.Name, switches)
	}
	return fmt.Errorf("scene %.60q: ~%d asks for lines that it does not have: want a number from 0 to %d", s.Name, switches, known)
}

// Check says what is wrong with a link and the schedule behind it, nil if nothing is. Of a scene that this build cannot run it knows
// the switches and the workers. With other lines than those of the scene, the schedule need not be possible: that is what the page shows then.
func Check(link, schedule string) error {
	name, number, _ := strings.Cut(link, "~")
	if at := place(name); at >= 0 && !slices.ContainsFunc(all, func(s Scene) bool { return s.Name == name }) {
		return entries[at].check(number, schedule)
	}
	s, switches, err := parse(link)
	if err != nil {
		return err
	}
	seen, err := s.watch(s.Program(switches), schedule)
	if err != nil && switches == s.switches() {
		return fmt.Errorf("link %s@%.60s: %w", link, schedule, fromStart(err, seen))
	}
	return nil
}

// check is Check for a scene that this build cannot run.
func (e *entry) check(switches, schedule string) error {
	if n, err := strconv.ParseUint(switches, 10, 32); err == nil {
		if err := e.refuse(uint32(n)); err != nil {
			return err
		}
	}
	workers := 0 // it is not known
	if _, ops, found := strings.Cut(e.Plays, "/ops="); found {
		workers = 1 + strings.Count(ops, ",")
	} else if _, thieves, found := strings.Cut(e.Plays, "/thieves="); found {
		workers = 2 + strings.Count(thieves, ",")
	}
	for _, c := range schedule {
		if worker := int(c - 'a'); workers > 0 && worker >= workers {
			return fmt.Errorf("link %s@%.60s: there is no worker %c, only %d workers", e.Name, schedule, c, workers)
		}
	}
	return nil
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
