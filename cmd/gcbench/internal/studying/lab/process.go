package lab

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// process starts the processes of a judge that was built in one way.
type process struct {
	judge   *Judge
	shop    *workshop
	program string
	build   build
}

// check makes one check in a separate process, and takes what that finds into the report. It
// says whether this was the last check, or the last that is needed. Of a check that holds, some
// executions are made again in another process.
func (p *process) check(ctx context.Context, number int, r *Report) (over bool, err error) {
	events, d, err := p.hear(ctx, judge.Orders{Check: number, Seed: r.Seed})
	if err != nil {
		return false, err
	}
	holds, over := r.take(events)
	switch {
	case over:
		return !p.goesOn(r), nil
	case holds == nil:
		r.died(d)
		return true, nil
	}
	if why, err := p.again(ctx, number, r.Seed, &holds.Explored); err != nil || why != "" {
		if why != "" {
			r.Why = append(r.Why, why)
		}
		return true, err
	}
	if n := len(holds.Explored.Sample); n > 0 {
		c := &r.Checks[len(r.Checks)-1]
		c.Detail += fmt.Sprintf("; %d of them were made again in a new process", n)
	}
	if holds.Last && r.Verdict != verdict.Wrong {
		r.Verdict = verdict.Right
	}
	return holds.Last, nil
}

// goesOn says whether more is judged of an answer of which a check is broken.
func (p *process) goesOn(r *Report) bool {
	all := p.shop.lab.items()
	return p.shop.lab.apart && r.Verdict == verdict.Wrong && r.Checks[len(r.Checks)-1].Name != all[len(all)-1].name
}

// hear runs a judge to its end or to a limit, and returns its events.
func (p *process) hear(ctx context.Context, o judge.Orders) (events []verdict.Event, d *death, err error) {
	o.Token, o.Memory = rand.Text(), p.judge.Memory
	if o.Output, err = p.shop.secret("events-", nil); err != nil {
		return nil, nil, err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, nil, err
	}
	orders, err := p.shop.secret("orders-", text)
	if err != nil {
		return nil, nil, err
	}
	ended, said, err := confined(ctx, "the judge", p.command(orders), p.judge.running(p.build, p.shop.dir))
	if err != nil {
		return nil, nil, err
	}
	file, err := os.Open(o.Output)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	events, err = eventsIn(file, o.Token)
	return events, &death{said: said, status: ended.Status, over: ended.Over, limit: p.judge}, err
}

// command is a judge's process. It knows the name of the file with its orders.
func (p *process) command(orders string) *exec.Cmd {
	cmd := exec.Command(p.program)
	cmd.Dir = p.shop.dir
	cmd.Env = append(os.Environ(), judge.Ordered+"="+orders,
		judge.Folder+"="+filepath.Join(p.shop.dir, answerDir),
		"GORACE=halt_on_error=1 exitcode=66", "GOTRACEBACK=single", "GOMAXPROCS=", "GODEBUG=")
	return cmd
}

// eventsIn reads the events of a judge. An event without the token is not the judge's.
func eventsIn(file io.Reader, token string) (all []verdict.Event, err error) {
	lines := json.NewDecoder(file)
	for {
		var e verdict.Event
		if err := lines.Decode(&e); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("the judge's events: %w", err)
		}
		if e.Token != token {
			return nil, fmt.Errorf("the judge's events: one is not the judge's")
		}
		all = append(all, e)
	}
}

// take takes the events of a process into the report. holds is what was told of a check that
// holds. Otherwise over says whether the judge came to its end.
func (r *Report) take(events []verdict.Event) (holds *verdict.Holds, over bool) {
	first := len(r.Checks)
	for _, e := range events {
		if n := len(r.Checks); n > first {
			r.Checks = r.Checks[:n-1]
		}
		r.Checks = append(r.Checks, e.Check)
		switch {
		case e.Check.State == verdict.Broken:
			r.Verdict, over = verdict.Wrong, true
		case e.Unjudged != "":
			r.Verdict, r.Why, over = verdict.Unjudged, append(r.Why, e.Unjudged), true
		}
		holds = e.Holds
	}
	return holds, over
}

// again makes a sample of executions again, and says why the answer cannot be judged; "" if
// it does the same.
func (p *process) again(ctx context.Context, check int, seed uint64, sample *verdict.Explored) (why string, err error) {
	if len(sample.Sample) == 0 {
		return "", nil
	}
	sent := &verdict.Explored{Sample: slices.Clone(sample.Sample), Ends: sample.Ends}
	for i := range sent.Sample {
		sent.Sample[i].Digest = 0 // nothing in that process knows what must come out
	}
	events, _, err := p.hear(ctx, judge.Orders{Check: check, Seed: seed, Again: sent})
	if err != nil {
		return "", err
	}
	var digests []uint64
	for _, e := range events {
		digests = e.Again
	}
	if len(digests) != len(sample.Sample) {
		return fmt.Sprintf("the answer does not end when a sample of executions is repeated in a new process (seed %d)", seed), nil
	}
	differ := 0
	for i, e := range sample.Sample {
		if digests[i] != e.Digest {
			differ++
		}
	}
	if differ == 0 {
		return "", nil
	}
	return fmt.Sprintf("%d of %d executions that were repeated in a new process went differently there (seed %d): "+
		"the answer must do the same whenever the steps come in the same order, and keep nothing from one execution to the next", differ, len(digests), seed), nil
}
