package stage

import (
	"encoding/json"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// These types are all that the page and the engine say to each other, as JSON. A request
// names what is to be done. The answer is of the type that the request's comment names, or
// Problem.

// Request is what the page asks for.
type Request struct {
	Do       string          `json:"do"`                 // one of the names below
	Link     string          `json:"link,omitempty"`     // view, run, find: which scene
	Schedule string          `json:"schedule,omitempty"` // view, run: the steps that were made
	Thread   int             `json:"thread,omitempty"`   // run: who goes on, 0 for a
	How      string          `json:"how,omitempty"`      // find: "fewest" (preemptions) or "shortest"
	Large    json.RawMessage `json:"large,omitempty"`    // large: see package large
}

// The kinds of requests.
const (
	DoScenes = "scenes" // Catalogue
	DoView   = "view"   // View: the scene after the schedule
	DoRun    = "run"    // View: the same, after the thread has gone on to its next decision
	DoFind   = "find"   // Found: a search of all schedules; Progress comes meanwhile
	DoLarge  = "large"  // the marker at large
)

// Problem is the answer to a request that cannot be carried out.
type Problem struct {
	Problem string `json:"problem"`
}

// Catalogue is all scenes that have a name, in the order in which a student plays them.
type Catalogue struct {
	Scenes    []About `json:"scenes"`
	MostSteps int     `json:"mostSteps"` // of a schedule
}

// About is what is known of a scene before it begins.
type About struct {
	Name     string   `json:"name"`  // in links
	Group    string   `json:"group"` // the heading under which it stands
	Title    string   `json:"title"`
	Goal     string   `json:"goal"`               // one sentence: what the player is to bring about
	Story    string   `json:"story"`              // the program in words
	Lesson   string   `json:"lesson,omitempty"`   // said when the goal is reached, or when the player gives up
	Runs     string   `json:"runs"`               // which code runs: "production", "printed", "broken", "toy" or "answer" (of a lab)
	Safe     bool     `json:"safe,omitempty"`     // it cannot be broken, and this is the lesson
	Opening  string   `json:"opening,omitempty"`  // steps that have been made when the player begins
	Winning  string   `json:"winning,omitempty"`  // a schedule, with the opening; of a safe scene: one to look at; "" if none is known with these switches
	Repair   string   `json:"repair,omitempty"`   // the end of the lesson: how the wrong line is repaired
	Repaired bool     `json:"repaired,omitempty"` // all lines are right, so no schedule reaches the goal
	From     string   `json:"from,omitempty"`     // what the code is a transcript of: authors, title, year
	Switches []Switch `json:"switches,omitempty"`
	Look     string   `json:"look,omitempty"`    // the function that the page shows while a worker is in it
	Chapter  string   `json:"chapter,omitempty"` // the page of the course, "05-stealhalf.md"
}

// Switch is a line of a printed form that can be repaired or broken.
type Switch struct {
	Bit  uint32 `json:"bit"`
	Flag string `json:"flag"` // the word in the code that asks whether the line is wrong, "LateCopy"
	File string `json:"file"` // where the code asks, "stealq/interleave/printed/stealhalf.go"
	Says string `json:"says"` // what the wrong line does, without a full stop
	On   bool   `json:"on"`   // the line is wrong
}

// View is a scene at a moment.
type View struct {
	About    About             `json:"about"`
	Link     string            `json:"link"`           // without the schedule; switches as they are
	Schedule string            `json:"schedule"`       // the steps that were made
	Note     string            `json:"note,omitempty"` // why the schedule was not followed to its end
	Steps    []interleave.Made `json:"steps"`
	Threads  []Thread          `json:"threads"`
	Picture  any               `json:"picture,omitempty"`
	Shows    string            `json:"shows"` // what Picture is: "deques" (scene.State), "range", "mark" ...
	Ended    bool              `json:"ended"`
	Failed   string            `json:"failed,omitempty"` // what went wrong
	Won      bool              `json:"won,omitempty"`    // Failed is what the goal asks for
}

// Thread is where a worker stands. The lines here and in View.Steps are those of the source that the page has: a file has its
// name from the module's root, "stealq/stealhalf.go", and a function has neither package nor receiver, "Pop".
type Thread struct {
	Letter string `json:"letter"` // in schedules: "a"
	interleave.Standing
	Ask *Ask `json:"ask,omitempty"` // a question to ask before the step
}

// Ask is a question about the next step, whose answer is known to the engine.
type Ask struct {
	Question string   `json:"question"`
	Means    string   `json:"means,omitempty"` // what the question asks for, in words; a sentence
	Answers  []string `json:"answers"`         // of which one is true
	Right    int      `json:"right"`
	Why      string   `json:"why,omitempty"` // said after the answer; a sentence, or nothing if the answer says all
}

// Progress is how far a search has come.
type Progress struct {
	Executions int `json:"executions"`
}

// Found is what a search has found.
type Found struct {
	Schedule    string `json:"schedule,omitempty"` // "" if no schedule fails
	Failed      string `json:"failed,omitempty"`
	Steps       int    `json:"steps"` // without those of the opening
	Preemptions int    `json:"preemptions"`
	Executions  int    `json:"executions"`
	Complete    bool   `json:"complete"`        // all schedules were tried that could be better, or one of each class
	Below       int    `json:"below,omitempty"` // if it is not complete and nothing fails: all schedules with fewer preemptions were tried
}
