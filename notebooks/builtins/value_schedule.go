package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology/schedule"
)

// A timetable is a [schedule.Schedule] as a value of a cell. It is immutable.
type timetable struct {
	*schedule.Schedule
	net   *network
	names *packetNames // nil if packets are numbers
}

var _ starlark.HasAttrs = (*timetable)(nil)

// packetNames are the names of packets, any values, by number.
type packetNames struct {
	list   []starlark.Value
	number *starlark.Dict
}

func newNames(n int) *packetNames { return &packetNames{number: starlark.NewDict(n)} }

// add returns the number of a name, a new one if it has none. The error tells that it is unhashable.
func (n *packetNames) add(name starlark.Value) (int, error) {
	found, ok, err := n.number.Get(name)
	if err == nil && ok {
		return starlark.AsInt32(found)
	}
	number := len(n.list)
	n.list = append(n.list, name)
	return number, n.number.SetKey(name, starlark.MakeInt(number))
}

func (s *timetable) Type() string          { return "schedule" }
func (s *timetable) Freeze()               {}
func (s *timetable) Truth() starlark.Bool  { return true }
func (s *timetable) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: schedule") }
func (s *timetable) String() string        { return s.Text() }

// HTML returns the text.
func (s *timetable) HTML() string { return output.Escape(s.Text()) }

// Text describes the schedule in one line.
func (s *timetable) Text() string {
	text := fmt.Sprintf("schedule on %v: %s, %s, %s", s.Net, dialect.Count(s.Packets, "packet", "packets"),
		dialect.Count(s.Hops(), "hop", "hops"), dialect.Count(s.Makespan(), "unit of time", "units of time"))
	if len(s.Rounds) > 1 {
		text += fmt.Sprintf(", %d rounds", len(s.Rounds))
	}
	return text
}

// Same reports whether other is the same schedule.
func (s *timetable) Same(other starlark.Value) bool {
	o, ok := other.(*timetable)
	return ok && o == s
}

// AttrNames returns the names of the attributes.
func (s *timetable) AttrNames() []string {
	return []string{"hops", "makespan", "network", "packets", "starts"}
}

// Attr returns an attribute.
func (s *timetable) Attr(name string) (starlark.Value, error) {
	switch name {
	case "hops":
		return starlark.MakeInt(s.Hops()), nil
	case "makespan":
		return starlark.MakeInt(s.Makespan()), nil
	case "network":
		return s.net, nil
	case "packets":
		return starlark.MakeInt(s.Packets), nil
	case "starts":
		return listOf(s.Rounds, func(r schedule.Round) starlark.Value { return starlark.MakeInt(r.Start) }), nil
	}
	return nil, nil
}

// name returns a packet as a value.
func (s *timetable) name(packet int) starlark.Value {
	if s.names == nil {
		return starlark.MakeInt(packet)
	}
	return s.names.list[packet]
}

// packet returns the packet of a name.
func (s *timetable) packet(v starlark.Value) (int, error) {
	n := v
	if s.names != nil {
		found, ok, err := s.names.number.Get(v)
		if err != nil || !ok {
			return 0, fmt.Errorf("got %s, want a packet of the schedule, such as %s", dialect.ShortText(v), dialect.ShortText(s.names.list[0]))
		}
		n = found
	}
	packet, err := starlark.AsInt32(n)
	if err != nil || packet < 0 || packet >= s.Packets {
		return 0, fmt.Errorf("got %s, want a packet of the schedule, 0 to %d", dialect.ShortText(v), s.Packets-1)
	}
	return packet, nil
}

// packetList returns packets as a list.
func (s *timetable) packetList(packets []int) starlark.Value { return listOf(packets, s.name) }

// runner returns what moves packets through the schedule for a builtin.
func (s *timetable) runner(c *engine.Call) schedule.Runner {
	return schedule.Runner{Progress: c.Progress, Name: func(p int) string { return dialect.ShortText(s.name(p)) }}
}
