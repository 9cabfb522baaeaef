package kernel

import (
	"errors"
	"time"

	"topobook/notebooks/engine"
	"topobook/wasm/wire"
)

const (
	aheadTime  = time.Second          // that may be spent on what nobody has asked for
	aheadYield = 4 * time.Millisecond // of that, before messages are heard
)

// errAsked ends what nobody has asked for.
var errAsked = errors.New("the reader wants something else")

// lookAhead computes what a further step of a slider would give, and what the way back does if that was published and has not been computed
// here, until a message comes or it has taken long: the notebook remembers it.
func (k *kernel) lookAhead(m *wire.Ahead) {
	k.ahead = true
	defer func() { k.ahead = false }()
	started := time.Now()
	yielded := started
	pause := func(engine.Progress) error {
		if time.Since(yielded) < aheadYield {
			return nil
		}
		k.port.Yield()
		if yielded = time.Now(); yielded.Sub(started) > aheadTime {
			return errLong
		}
		return k.awaited()
	}
	for _, value := range []string{k.notebook.Next(m.Name, m.From), m.From} {
		if value != "" && k.awaited() == nil {
			k.notebook.Ahead(m.Name, value, pause)
		}
	}
	k.spare()
}

// awaited returns an error if the reader waits for something.
func (k *kernel) awaited() error {
	if len(k.inbox) > 0 || k.next.asked {
		return errAsked
	}
	return nil
}
