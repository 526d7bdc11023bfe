package sweep

import (
	"cmp"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Curve is the report on the marks of a heap in virtual time.
func Curve(facts schema.Facts, preset string, config sim.Config, c *sim.Curve) *schema.MarkCurve {
	m := &schema.MarkCurve{
		Facts: facts, Preset: preset, Choices: setting.ChoicesOf(config.Options), Recruit: config.Options.Tuning.Recruit,
		Speculators: cmp.Or(config.Speculators, sim.DefaultSpeculators), CostsNS: map[string]int64{}, Machine: config.Machine,
		OneNS: int64(c.One.Makespan), WorkNS: int64(c.Bound.Work), SpanNS: int64(c.Bound.Span), Ceiling: schema.SixDigits(c.Ceiling()),
	}
	for _, cost := range config.Costs.Fields() {
		m.CostsNS[cost.Name] = int64(*cost.Value)
	}
	for _, p := range c.Points {
		wall, share := p.Accounts.HeldBy()
		m.Points = append(m.Points, schema.MarkPoint{
			Workers: p.Workers, VirtualNS: int64(p.Makespan), Speedup: schema.SixDigits(p.Speedup), Limit: schema.SixDigits(p.Limit),
			StarvedNS: int64(p.Starved), HoardedNS: int64(p.Hoarded), SearchingNS: int64(p.Searching), TerminationNS: int64(p.Termination),
			HeldBy: wall.String(), HeldShare: schema.SixDigits(share), AccountsNS: accountsNS(&p.Accounts),
			PeakFrontier: p.PeakFrontier, Owners: p.Owners, Joins: p.Joins, PendingAdded: p.PendingAdded, SlicesAlone: p.SlicesAlone,
			SlotFill:     schema.SixDigits(costs.Ratio(p.RefsForwarded-p.RefsSpilt, p.SlotsPublished*sim.SlotRefs)),
			HottestShare: schema.SixDigits(costs.Ratio(p.Hottest, p.RefsForwarded)),
			Transfers:    transfers(config.Machine, &p.Transfers),
			Work:         schema.WorkOf(&p.Worker), CursorSteps: p.CursorSteps, SpeculatingNS: int64(p.Speculating),
		})
	}
	return m
}

// transfers are those of a machine with caches, by place.
func transfers(m *machines.Machine, t *machines.Transfers) map[string]uint64 {
	if m == nil {
		return nil
	}
	by := map[string]uint64{}
	for place, n := range t {
		by[machines.Place(place).String()] = n
	}
	return by
}

// accountsNS are the accounts by name.
func accountsNS(a *sim.Accounts) map[string]int64 {
	ns := map[string]int64{}
	for on, d := range a {
		ns[sim.Account(on).String()] = int64(d)
	}
	return ns
}
