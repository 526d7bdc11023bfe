// Package schema has the reports of gcbench as plain structs: every key of JSON, the columns of CSV, and how reports are
// read and checked. It knows nothing of the tool. Rooms that fill a struct, and rooms that show it, import it.
package schema

import "strings"

// The formats of reports. Fields are added to a format, never renamed.
const (
	RunSchema     = "gcbench/1"
	CompareSchema = "gcbench-compare/1"
	SimSchema     = "gcbench-sim/1"
	InfoSchema    = "gcbench-info/1"
	DiffSchema    = "gcbench-diff/1"
	GenSchema     = "gcbench-gen/1"
	ConvertSchema = "gcbench-convert/1"
	ReachSchema   = "gcbench-reach/1"
	VerifySchema  = "gcbench-verify/1"
	StressSchema  = "gcbench-stress/1"
	PeersSchema   = "gcbench-peers/1"
	ExportSchema  = "gcbench-export/1"
	RoundsSchema  = "gcbench-rounds/1"
	LabSchema     = "gcbench-lab/1"
)

// Env is what every report says about where its figures come from.
type Env struct {
	GOOS       string   `json:"goos"`       // operating system, as Go names it
	GOARCH     string   `json:"goarch"`     // kind of processor, as Go names it
	Go         string   `json:"go"`         // version of Go
	CPU        string   `json:"cpu"`        // model; "" where it is not known
	CPUs       int      `json:"cpus"`       // how many the system has
	GOMAXPROCS int      `json:"gomaxprocs"` // how many Go uses
	Version    string   `json:"version"`    // of gcbench
	Commit     string   `json:"commit"`     // "" if the build does not know it
	Build      string   `json:"build"`      // hash of the program; "" if the commit says it all
	Date       string   `json:"date"`       // RFC 3339, when the run began
	Command    []string `json:"command"`    // arguments, without the program's name
}

// Source says which build of gcbench it was.
func (e *Env) Source() string { return strings.TrimSpace(e.Version + " " + e.Commit + " " + e.Build) }
