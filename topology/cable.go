package topology

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Cable is what is known of a link besides its ends. The zero value says nothing.
type Cable struct {
	Kind     string  // as optical; empty: not known
	Length   float64 // in meters; 0: not known
	Latency  int     // cycles that a flit takes from one end to the other; 0: not known
	Capacity float64 // how many times as much as a link carries of which that is not known; 0: not known
}

// Check returns what is wrong with a cable: a number that is negative or none, a kind that is too long or has a control character in it.
func (c Cable) Check() error {
	for _, size := range []struct {
		name  string
		value float64
	}{{"length", c.Length}, {"latency", float64(c.Latency)}, {"capacity", c.Capacity}} {
		if !(size.value >= 0) || size.value > math.MaxInt32 {
			return fmt.Errorf("got a %s of %s, want 0 to %d", size.name, strconv.FormatFloat(size.value, 'g', -1, 64), math.MaxInt32)
		}
	}
	if len(c.Kind) > maxName || !utf8.ValidString(c.Kind) || strings.ContainsFunc(c.Kind, unicode.IsControl) {
		return fmt.Errorf("want a kind of at most %d bytes, without control characters", maxName)
	}
	return nil
}

// format writes a cable as a cell does that gives it as the third part of a link.
func (c Cable) format() string {
	var parts []string
	if c.Kind != "" {
		parts = append(parts, `"kind": `+strconv.Quote(c.Kind))
	}
	c.EachNumber(func(name, value string) { parts = append(parts, `"`+name+`": `+value) })
	if parts == nil {
		return ""
	}
	return ", {" + strings.Join(parts, ", ") + "}"
}

// EachNumber calls f with the names and values of the numbers that are known of c.
func (c Cable) EachNumber(f func(name, value string)) {
	if c.Length != 0 {
		f("length", strconv.FormatFloat(c.Length, 'f', -1, 64))
	}
	if c.Latency != 0 {
		f("latency", strconv.Itoa(c.Latency))
	}
	if c.Capacity != 0 {
		f("capacity", strconv.FormatFloat(c.Capacity, 'f', -1, 64))
	}
}

// A Cabled definition knows more of its links than their ends.
type Cabled interface {
	Definition
	// Cable returns what is known of the link at a port of u.
	Cable(u Node, port int) Cable
}

// Cable returns what is known of the link of c besides its ends.
func (net *Network) Cable(c Channel) Cable {
	if _, ok := net.Definition.(Cabled); !ok {
		return Cable{}
	}
	return net.cableAt(net.Tail(c), net.Port(c))
}

// Capacity returns that of the cable of c, 1 if it is not known.
func (net *Network) Capacity(c Channel) float64 {
	if capacity := net.Cable(c).Capacity; capacity > 0 {
		return capacity
	}
	return 1
}

func (net *Network) cableAt(u Node, port int) Cable {
	if def, ok := net.Definition.(Cabled); ok {
		return def.Cable(u, port)
	}
	return Cable{}
}
