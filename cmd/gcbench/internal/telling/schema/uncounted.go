package schema

import "encoding/json"

// This file writes what the deque of a user's own has not counted as null in JSON.

// plainResult and plainStats are written field by field.
type (
	plainResult Result
	plainStats  Stats
)

// partStats are Stats whose counts of deques may be missing. Its own fields hide those of the same names.
type partStats struct {
	plainStats
	StealAttempts *uint64 `json:"steal_attempts"`
	Steals        *uint64 `json:"steals"`
	ItemsStolen   *uint64 `json:"items_stolen"`
	StealEmpty    *uint64 `json:"steal_empty"`
	StealLost     *uint64 `json:"steal_lost"`
	CAS           *uint64 `json:"cas"`
	CASFailed     *uint64 `json:"cas_failed"`
	RMW           *uint64 `json:"rmw"`
	Stores        *uint64 `json:"stores"`
}

// MarshalJSON writes null for counts that there are not. When they are read again, they are 0, and CountsSteals
// and CountsOperations say the same as before.
func (r Result) MarshalJSON() ([]byte, error) {
	steals, operations := r.CountsSteals(), r.CountsOperations()
	if steals && operations {
		return json.Marshal(plainResult(r))
	}
	s := &r.Stats
	p := partStats{plainStats: plainStats(r.Stats)}
	if steals {
		p.StealAttempts, p.Steals, p.ItemsStolen, p.StealEmpty, p.StealLost = &s.StealAttempts, &s.Steals, &s.ItemsStolen, &s.StealEmpty, &s.StealLost
	}
	if operations {
		p.CAS, p.CASFailed, p.RMW, p.Stores = &s.CAS, &s.CASFailed, &s.RMW, &s.Stores
	}
	return json.Marshal(struct {
		plainResult
		Stats partStats `json:"stats"`
	}{plainResult(r), p})
}
