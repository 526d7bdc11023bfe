package report

import "fmt"

// cvs are the coefficients of variation within a process and between processes, in per
// cent.
func (r *Result) cvs() string {
	switch {
	case len(r.SamplesNS) < 2:
		return "-"
	case r.CVBetween == nil:
		return percentOf(r.CV)
	}
	return percentOf(r.CV) + "+" + percentOf(*r.CVBetween)
}

// Coverage says, in lines below a table, what the intervals of the results cover, and what
// their cv is of.
func Coverage(results []Result) string {
	if len(results) == 0 {
		return ""
	}
	least, most := len(results[0].Invocations), 0
	for i := range results {
		least, most = min(least, len(results[i].Invocations)), max(most, len(results[i].Invocations))
	}
	if most == 1 {
		return "±: 95 % interval of one process; --invocations 6 covers their differences\n"
	}
	processes := fmt.Sprint(most)
	if least < most {
		processes = fmt.Sprintf("%d to %d", least, most)
	}
	return fmt.Sprintf("±: 95 %% interval over %s processes. cv %%: within a process + between them\n", processes)
}
