package report

import "fmt"

// Coverage says, for a line below a table, what the intervals of the results cover.
func Coverage(results []Result) []string {
	if len(results) == 0 {
		return nil
	}
	least, most := len(results[0].Invocations), 0
	for i := range results {
		least, most = min(least, len(results[i].Invocations)), max(most, len(results[i].Invocations))
	}
	switch {
	case most == 1:
		return []string{"±: 95 % interval of one process; --invocations 6 covers what differs between them"}
	case least == most:
		return []string{fmt.Sprintf("±: 95 %% interval over %d processes", most)}
	}
	return []string{fmt.Sprintf("±: 95 %% interval over %d to %d processes", least, most)}
}
