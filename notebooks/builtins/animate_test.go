package builtins

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"topobook/notebooks/output"
)

var motionData = regexp.MustCompile(`data-motion='([^']*)'`)

// moving returns the data of an animation.
func moving(t *testing.T, code string) (data struct {
	End                 int
	Colors, From, Moves []int
}, markup string) {
	t.Helper()
	v, err := Evaluate(code, nil)
	if err != nil {
		t.Fatal(err)
	}
	markup = v.(output.Output).HTML()
	m := motionData.FindStringSubmatch(markup)
	if m == nil {
		t.Fatalf("%s has no data: %.300s", code, markup)
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(m[1])), &data); err != nil {
		t.Fatal(err)
	}
	return data, markup
}

// TestAnimate moves messages as the page does, and compares where they end.
func TestAnimate(t *testing.T) {
	for _, test := range []struct {
		code          string
		end, messages int
		last          map[int]string // some messages, and the numbers of the nodes where they are in the end
	}{
		{`animate(ring(6), [[0, 1, 2], [5, 4]], starts=[3, 0], says=["<b>", "two"])`, 5, 2, map[int]string{0: "2", 1: "4"}},
		{`animate(kary_ntree(2, 2), [route(kary_ntree(2, 2), "0,0", "1,1", routing="dst")], color="dest")`, 4, 1, map[int]string{0: "3"}},
		// A swap moves (c,d,p) to (c',p,d): a round of the vector (1,1,1) from each router of D3(2,3).
		{`animate(follow(swapped_dragonfly(2, 3), [(1, 1, 1)]))`, 3, 18, nil},
	} {
		data, markup := moving(t, test.code)
		if data.End != test.end || len(data.Colors) != test.messages {
			t.Errorf("%s: %d messages in %d units, want %d in %d", test.code, len(data.Colors), data.End, test.messages, test.end)
		}
		at, moved := map[int]int{}, map[int]int{} // by message: where it is, and when it moved last
		for i := 0; i < len(data.From); i += 2 {
			at[data.From[i]] = data.From[i+1]
		}
		if len(at) != test.messages {
			t.Errorf("%s: %d messages have a place, want %d", test.code, len(at), test.messages)
		}
		for i := 0; i < len(data.Moves); i += 4 {
			if m := data.Moves[i+1]; at[m] != data.Moves[i+2] {
				t.Fatalf("%s: at time %d message %d leaves %d, and is at %d", test.code, data.Moves[i], m, data.Moves[i+2], at[m])
			}
			if t2, ok := moved[data.Moves[i+1]]; ok && t2 == data.Moves[i] {
				t.Fatalf("%s: message %d moves twice at time %d", test.code, data.Moves[i+1], t2)
			}
			moved[data.Moves[i+1]] = data.Moves[i]
			at[data.Moves[i+1]] = data.Moves[i+3]
			if i > 0 && data.Moves[i] < data.Moves[i-4] {
				t.Fatalf("%s: the moves are not in the order of time: %v", test.code, data.Moves)
			}
		}
		for m, want := range test.last {
			if got := fmt.Sprint(at[m]); got != want {
				t.Errorf("%s: message %d ends at node %s, want %s", test.code, m, got, want)
			}
		}
		if strings.Contains(markup, "<b>") {
			t.Errorf("%s: a text is markup: %s", test.code, markup)
		}
	}
}

// What is too large to draw is no error: other outputs of its cell are shown, with a note in its place.
func TestTooLarge(t *testing.T) {
	v, err := Evaluate(`columns(draw(hypercube(14)), "beside")`, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := v.(output.Output).Text()
	for _, want := range []string{"Not drawn: hypercube(n=14): has 16384 nodes and 114688 links, want at most 1300 and 2400 to draw it; hypercube(n=9) would fit", "beside"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}
