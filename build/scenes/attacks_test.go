package scenes_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

var attacksFile = flag.String("attacks", "", "write the table of what was tried against the site to this `file`")

// attacks has what was tried in this run, by name.
var attacks = struct {
	sync.Mutex
	rows map[string]*attackRow
}{rows: map[string]*attackRow{}}

// An attackRow counts the tries of one attack.
type attackRow struct {
	tried, survived int
	worst           time.Duration // until it was of use again
}

// attacked counts a try of an attack in the browser of the visit: whether the page bore it, and how long it took until it was of use again.
func (v *visit) attacked(attack string, survived bool, recovery time.Duration) {
	attacks.Lock()
	defer attacks.Unlock()
	name := attack + ", " + v.kind
	row := attacks.rows[name]
	if row == nil {
		row = &attackRow{}
		attacks.rows[name] = row
	}
	row.tried++
	if survived {
		row.survived++
	}
	row.worst = max(row.worst, recovery)
}

// writeAttacks writes the table of attacks if it is asked for.
func writeAttacks() error {
	if *attacksFile == "" {
		return nil
	}
	var b strings.Builder
	fmt.Fprintln(&b, "| attack | tried | survived | worst time to recover |\n|---|---|---|---|")
	for _, name := range slices.Sorted(maps.Keys(attacks.rows)) {
		row := attacks.rows[name]
		fmt.Fprintf(&b, "| %s | %d | %d | %.2f s |\n", name, row.tried, row.survived, row.worst.Seconds())
	}
	return os.WriteFile(*attacksFile, []byte(b.String()), 0o644)
}
