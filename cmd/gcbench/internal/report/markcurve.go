package report

import (
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
)

// MarkCurve is how marks of one heap scale, in virtual time.
type MarkCurve struct {
	// Name is the heap's, with what tells the curve from the others of the command. It is "" in
	// reports of versions that did not write it.
	Name string `json:"name"`
	Facts
	Preset string `json:"preset"`
	Choices
	Recruit     int              `json:"recruit"`     // tune.Tuning.Recruit; 0 is the default
	Speculators int              `json:"speculators"` // idle workers that may speculate at once, if any may
	CostsNS     map[string]int64 `json:"costs_ns"`

	OneNS   int64       `json:"one_ns"`  // the time of one worker without speculation
	WorkNS  int64       `json:"work_ns"` // of that, what scans take
	SpanNS  int64       `json:"span_ns"` // of dependent scans
	Ceiling float64     `json:"ceiling"` // one over span
	Points  []MarkPoint `json:"points"`
}

// MarkPoint is one number of workers.
type MarkPoint struct {
	Workers   int     `json:"workers"`
	VirtualNS int64   `json:"virtual_ns"`
	Speedup   float64 `json:"speedup"`
	Limit     float64 `json:"limit"` // of the speedup by that many workers

	StarvedNS     int64 `json:"starved_ns"` // these three are sums over the workers
	HoardedNS     int64 `json:"hoarded_ns"`
	SearchingNS   int64 `json:"searching_ns"`
	TerminationNS int64 `json:"termination_ns"`

	// HeldBy is the largest of the accounts besides the scans, and HeldShare its share of all time.
	HeldBy     string           `json:"held_by"`
	HeldShare  float64          `json:"held_share"`
	AccountsNS map[string]int64 `json:"accounts_ns"` // sums over the workers, which add up to all time

	PeakFrontier   uint64 `json:"peak_frontier"` // grey objects
	Steals         uint64 `json:"steals"`
	ItemsStolen    uint64 `json:"items_stolen"`
	StealEmpty     uint64 `json:"steal_empty"`
	StealLost      uint64 `json:"steal_lost"`
	Wakes          uint64 `json:"wakes"`
	Joins          uint64 `json:"joins"`
	OverflowBlocks uint64 `json:"overflow_blocks"`
	PendingAdded   uint64 `json:"refs_pended"`
	SlicesOpened   uint64 `json:"slices_opened"`
	SlicesAlone    uint64 `json:"slices_alone"`

	Owners          int    `json:"owners"` // of mark bits; 0 if all workers share them
	ExclusiveSpells uint64 `json:"exclusive_spells"`
	RefsForwarded   uint64 `json:"refs_forwarded"` // to owners
	RefsSpilt       uint64 `json:"refs_spilt"`     // of these, for want of room
	SlotsPublished  uint64 `json:"slots_published"`
	SlotsPartial    uint64 `json:"slots_partial"`

	CursorsStarted   uint64 `json:"cursors_started"`
	CursorRounds     uint64 `json:"cursor_rounds"`
	CursorSteps      uint64 `json:"cursor_steps"`
	Harvests         uint64 `json:"harvests"`
	ObjectsHarvested uint64 `json:"objects_harvested"`
	TrialNS          int64  `json:"trial_ns"`
	SpeculatingNS    int64  `json:"speculating_ns"` // of idle workers

	Measured *Measured `json:"measured"` // null if nobody has measured this mark
}

// NewMarkCurve returns the report on the marks of a heap.
func NewMarkCurve(facts Facts, preset string, config sim.Config, c *sim.Curve) *MarkCurve {
	m := &MarkCurve{
		Facts: facts,
		OneNS: int64(c.One.Makespan), WorkNS: int64(c.Bound.Work), SpanNS: int64(c.Bound.Span), Ceiling: SixDigits(c.Ceiling()),
	}
	for _, p := range c.Points {
		wall, share := p.Accounts.HeldBy()
		m.Points = append(m.Points, MarkPoint{
			Workers: p.Workers, VirtualNS: int64(p.Makespan), Speedup: SixDigits(p.Speedup), Limit: SixDigits(p.Limit),
			StarvedNS: int64(p.Starved), HoardedNS: int64(p.Hoarded), SearchingNS: int64(p.Searching), TerminationNS: int64(p.Termination),
			HeldBy: wall.String(), HeldShare: SixDigits(share), AccountsNS: accountsNS(&p.Accounts),
			PeakFrontier: p.PeakFrontier, Steals: p.Steals, ItemsStolen: p.ItemsStolen, StealEmpty: p.StealEmpty, StealLost: p.StealLost,
			Wakes: p.Wakes, Joins: p.Joins, OverflowBlocks: p.BlocksOverflowed, PendingAdded: p.PendingAdded,
			SlicesOpened: p.SlicesOpened, SlicesAlone: p.SlicesAlone,
			Owners: p.Owners, ExclusiveSpells: p.ExclusiveSpells, RefsForwarded: p.RefsForwarded, RefsSpilt: p.RefsSpilt,
			SlotsPublished: p.SlotsPublished, SlotsPartial: p.SlotsPartial,
			CursorsStarted: p.CursorsStarted, CursorRounds: p.CursorRounds, CursorSteps: p.CursorSteps,
			Harvests: p.Harvests, ObjectsHarvested: p.ObjectsHarvested, TrialNS: int64(p.Trial), SpeculatingNS: int64(p.Speculating),
		})
	}
	m.setting(preset, config)
	return m
}

// accountsNS are the accounts by name.
func accountsNS(a *sim.Accounts) map[string]int64 {
	ns := map[string]int64{}
	for on, d := range a {
		ns[sim.Account(on).String()] = int64(d)
	}
	return ns
}

// setting enters the configuration.
func (m *MarkCurve) setting(preset string, c sim.Config) {
	m.Preset, m.Choices, m.Recruit = preset, ChoicesOf(c.Options), c.Options.Tuning.Recruit
	if m.Speculators = c.Speculators; m.Speculators == 0 {
		m.Speculators = sim.DefaultSpeculators
	}
	m.CostsNS = map[string]int64{}
	for _, cost := range c.Costs.Fields() {
		m.CostsNS[cost.Name] = int64(*cost.Value)
	}
}

// MarkTable has a row for each heap, setting and number of workers.
type MarkTable struct{ table *Table }

// NewMarkTable returns an empty table. names are those of all curves to come.
func NewMarkTable(w io.Writer, names []string) MarkTable {
	return MarkTable{NewTable(w, Column{Title: "shape", Width: widest(names), Left: true}, Column{Title: "workers"}, Column{Title: "owners"},
		Column{Title: "virtual time"}, Column{Title: "speedup"}, Column{Title: "ceiling"},
		Column{Title: "starved"}, Column{Title: "hoarded"}, Column{Title: "searching"}, Column{Title: "steals", Width: 8}, Column{Title: "held by", Width: 16})}
}

// Rows prints the points of a curve.
func (t MarkTable) Rows(c *MarkCurve) error {
	for i := range c.Points {
		p := &c.Points[i]
		share := func(ns int64) string {
			return fmt.Sprintf("%.1f%%", 100*float64(ns)/(float64(p.VirtualNS)*float64(p.Workers)))
		}
		err := t.table.Row(c.Name, fmt.Sprint(p.Workers), p.owners(), Duration(float64(p.VirtualNS)), fmt.Sprintf("%.2f", p.Speedup), Significant(c.Ceiling),
			share(p.StarvedNS), share(p.HoardedNS), share(p.SearchingNS), Count(p.Steals), p.heldBy())
		if err != nil {
			return err
		}
	}
	return nil
}

// heldBy is what holds the mark, and its share of all workers' time.
func (p *MarkPoint) heldBy() string { return fmt.Sprintf("%s %.0f%%", p.HeldBy, 100*p.HeldShare) }

// owners is how many workers own mark bits.
func (p *MarkPoint) owners() string {
	if p.Owners == 0 {
		return "shared"
	}
	return fmt.Sprint(p.Owners)
}

// MarkCurves are those of all heaps and settings.
type MarkCurves []MarkCurve

// Picture has a panel for each curve: the speedup, and dashed what limits it.
func (curves MarkCurves) Picture() *picture.Picture {
	p := &picture.Picture{Title: "Marking in virtual time", Columns: min(2, len(curves))}
	for i := range curves {
		c := &curves[i]
		panel := picture.Panel{
			Title: fmt.Sprintf("%s: ceiling %s", c.Name, Significant(c.Ceiling)),
			X:     picture.Axis{Title: "workers", Log: 2}, Y: picture.Axis{Title: "speedup", Log: 2},
		}
		speedup, limit, most := picture.Line{Name: "speedup"}, picture.Line{Name: "limit", Dashed: true}, 0.0
		for _, at := range c.Points {
			speedup.Points = append(speedup.Points, picture.Point{X: float64(at.Workers), Y: at.Speedup})
			limit.Points = append(limit.Points, picture.Point{X: float64(at.Workers), Y: at.Limit})
			most = max(most, at.Speedup, at.Limit)
		}
		if most < 2 {
			panel.Y = picture.Axis{Title: "speedup", FromZero: true} // between powers of two
		}
		panel.Lines = []picture.Line{speedup, limit}
		p.Panels = append(p.Panels, panel)
	}
	return p
}
