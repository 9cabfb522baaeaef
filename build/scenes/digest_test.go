package scenes_test

import (
	"slices"
	"testing"

	"topobook/notebooks/engine"
	"topobook/notebooks/link"
)

// A digest sees every digit of the outputs of two published pages: each is changed on its own, and only
// one change in 2²⁴ may leave the output's code as it was.
func TestDigestSeesEveryDigit(t *testing.T) {
	t.Parallel()
	outputs := slices.Concat(whole(t).Results["kary-ntree"], whole(t).Results["kary-ntree-traffic"])
	t.Logf("the digest of %d outputs has %d letters", len(outputs), len(link.Digest(outputs)))
	changes, missed := 0, 0
	for _, output := range outputs {
		before, text := link.Digest([]engine.Result{output}), output.Text
		for i := range len(text) {
			if text[i] < '0' || text[i] > '9' {
				continue
			}
			output.Text = text[:i] + string('0'+(text[i]-'0'+1)%10) + text[i+1:]
			changes++
			if link.Digest([]engine.Result{output}) == before {
				missed++
			}
		}
	}
	t.Logf("%d of %d changed digits are not seen", missed, changes)
	if changes < 1000 || missed > 1+changes>>20 {
		t.Errorf("the digest does not see %d of %d changed digits", missed, changes)
	}
}
