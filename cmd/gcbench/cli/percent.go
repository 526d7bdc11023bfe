package cli

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// percent is a fraction that is given and shown in per cent; 0 is none.
type percent float64

func (p percent) String() string { return strconv.FormatFloat(100*float64(p), 'g', 6, 64) + "%" }

// parsePercent is the mapper of such fractions. The sign is required: 5 could be meant as
// 500 %.
func parsePercent(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
		return err
	}
	number, signed := strings.CutSuffix(text, "%")
	p, err := strconv.ParseFloat(number, 64)
	if !signed || err != nil || !(p > 0 && p <= 1000) {
		return fmt.Errorf("%q cannot be used: it must be more than 0%% and at most 1000%%, such as 5%% or 0.5%%", text)
	}
	target.SetFloat(p / 100)
	return nil
}

// longest bounds a time that a flag gives.
const longest = 30 * 24 * time.Hour

// parsePeriod is the mapper of times.
func parsePeriod(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > longest {
		return fmt.Errorf("%q cannot be used: it must be a time of more than 0 and at most 30 days, such as 30s, 5m or 1h30m", text)
	}
	target.SetInt(int64(d))
	return nil
}
