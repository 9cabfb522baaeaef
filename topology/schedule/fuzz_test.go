package schedule_test

import (
	"strings"
	"testing"

	"topobook/topology/schedule"
)

// FuzzParseProgram reads any text as a program; one that can be read is what writing it gives again.
func FuzzParseProgram(f *testing.F) {
	for _, seed := range []string{"l2 g0 l*", "", "l g", "g-1", "l*\u00a0g3", "g+1", "\xffl1", "l99999999999999999999", "*"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		program, err := schedule.ParseProgram(text)
		if err != nil {
			return
		}
		var hops []string
		for _, hop := range program {
			hops = append(hops, hop.String())
		}
		again, err := schedule.ParseProgram(strings.Join(hops, " "))
		if err != nil || len(again) != len(program) {
			t.Fatalf("%q: got %v, then %v, %v", text, program, again, err)
		}
		for i, hop := range again {
			if hop != program[i] {
				t.Errorf("%q: hop %d is %v, then %v", text, i, program[i], hop)
			}
		}
	})
}
