package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/schedule"
)

// oneSchedule unpacks a schedule, and then the further parameters; it charges so many bytes for each packet.
func oneSchedule(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple, bytes int, more ...any) (s *timetable, err error) {
	if err = c.Unpack(args, kwargs, append([]any{"s", &s}, more...)...); err == nil && s.Packets > smallNetwork {
		err = c.Reserve(bytes * s.Packets)
	}
	return s, err
}

func builtinMerge(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list, starts starlark.Value = nil, starlark.None
	if err := c.Unpack(args, kwargs, "schedules", &list, "starts?", &starts); err != nil {
		return nil, err
	}
	values, err := itemsOf(c, "schedules", list)
	if err != nil {
		return nil, err
	}
	times, err := startsArg(c, starts, len(values))
	if err != nil {
		return nil, err
	}
	if times == nil {
		times = make([]int, len(values))
	}
	return join(c, values, times, false)
}

func builtinAfter(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var first *timetable
	var second starlark.Value
	if err := c.Unpack(args, kwargs, "first", &first, "second", &second); err != nil {
		return nil, err
	}
	return join(c, []starlark.Value{first, second}, []int{0, first.Makespan()}, true)
}

// join makes one schedule of several. Packets of one name are the same, or are told apart by their schedule.
func join(c *engine.Call, values []starlark.Value, starts []int, same bool) (starlark.Value, error) {
	var parts []*schedule.Schedule
	var t *network
	sends, packets := 0, 0
	for _, v := range values {
		s, ok := v.(*timetable)
		if !ok || t != nil && !s.net.Same(t) {
			return nil, c.Errorf("got %s, want schedules on one network", dialect.ShortText(v))
		}
		t = s.net
		parts = append(parts, s.Schedule)
		packets += s.Packets
		sends += s.Len()
	}
	if t == nil {
		return nil, c.Errorf("got an empty list, want at least one schedule")
	}
	err := schedule.CheckSends(c.Name, sends)
	if err == nil {
		err = c.Reserve(160*packets + 48*sends)
	}
	if err != nil {
		return nil, err
	}
	var shared [][]int32
	names := newNames(packets)
	for i, v := range values {
		s := v.(*timetable)
		numbers := make([]int32, s.Packets)
		for p := range numbers {
			name := s.name(p)
			if !same {
				name = starlark.Tuple{starlark.MakeInt(i), name}
			}
			n, err := names.add(name)
			if err == nil {
				err = c.Tick(len(names.list), packets)
			}
			if err != nil {
				return nil, c.Wrap(err)
			}
			numbers[p] = int32(n)
		}
		if same {
			shared = append(shared, numbers)
		}
	}
	s, err := schedule.Join(parts, starts, shared, len(names.list))
	if err != nil {
		return nil, c.Wrap(err)
	}
	return &timetable{s, t, names}, nil
}

func builtinSends(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var time starlark.Value = starlark.None
	s, err := oneSchedule(c, args, kwargs, 0, "time?", &time)
	if err != nil {
		return nil, err
	}
	from, to := 0, s.Makespan()
	if time != starlark.None {
		if from, err = starlark.AsInt32(time); err != nil || from < 0 {
			return nil, c.BadArgf("time", "got %s, want an int from 0", dialect.ShortText(time))
		}
		to = from + 1
	}
	first, _ := s.At(from)
	_, end := s.At(to - 1)
	return c.List(end-first, 240, func(i int) (starlark.Value, error) {
		for from+1 < to {
			if _, end := s.At(from); first+i < end {
				break
			}
			from++
		}
		send := s.Send(first + i)
		var head starlark.Value = starlark.None
		if send.Channel != schedule.Stay {
			head = s.net.address(s.Head(first + i))
		}
		return starlark.Tuple{starlark.MakeInt(from), s.net.address(send.From), head, s.name(send.Packet)}, nil
	})
}

func builtinConflicts(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	s, err := oneSchedule(c, args, kwargs, 0)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, u := range s.Timeline() {
		n += u.Conflicts
	}
	return starlark.MakeInt(n), nil
}

// linkDict describes a link, or a conflict on it.
func (s *timetable) linkDict(x schedule.Conflict, rounds bool) (starlark.Value, error) {
	keys := []string{"time", "link", "packets", "rounds"}
	values := []starlark.Value{starlark.MakeInt(x.Time), starlark.Tuple{s.net.address(s.Net.Tail(x.Channel)), s.net.address(s.Net.Head(x.Channel))}, s.packetList(x.Packets)}
	if rounds {
		values = append(values, listOf(x.Packets, func(p int) starlark.Value { return starlark.MakeInt(s.RoundOf(p)) }))
	}
	return dictOf(keys[:len(values)], values...)
}

func builtinConflictList(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	limit := 20
	s, err := oneSchedule(c, args, kwargs, 0, "limit?", &limit)
	if err == nil && (limit < 1 || limit > maxPaths) {
		err = c.BadArgf("limit", "got %d, want 1 to %d", limit, maxPaths)
	}
	if err != nil {
		return nil, err
	}
	list := s.Conflicts(limit)
	return c.List(len(list), 600, func(i int) (starlark.Value, error) { return s.linkDict(list[i], true) })
}

func builtinTimeline(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	s, err := oneSchedule(c, args, kwargs, 0)
	if err != nil {
		return nil, err
	}
	line := s.Timeline()
	return c.List(len(line), 600, func(i int) (starlark.Value, error) {
		u := line[i]
		list := []int{i, u.Sends, u.Hops, u.Channels, u.MaxLoad, u.Conflicts}
		values := make([]starlark.Value, len(list))
		for j, x := range list {
			values[j] = starlark.MakeInt(x)
		}
		return dictOf([]string{"time", "sends", "hops", "links", "max_load", "conflicts"}, values...)
	})
}

func builtinDelays(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	s, err := oneSchedule(c, args, kwargs, 0)
	if err != nil {
		return nil, err
	}
	list := starlark.NewList(nil)
	for i, r := range s.Rounds {
		if r.Delay > 0 {
			appendRow(list, starlark.Tuple{starlark.MakeInt(i), starlark.MakeInt(r.Delay)})
		}
	}
	return list, nil
}

// endsOf returns where the packets of a schedule begin and end.
func (s *timetable) endsOf(c *engine.Call) ([]schedule.Held, error) {
	held, err := s.Ends(s.runner(c))
	if err != nil {
		return nil, c.Wrap(err)
	}
	return held, nil
}

func builtinPackets(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	s, err := oneSchedule(c, args, kwargs, 64)
	if err != nil {
		return nil, err
	}
	held, err := s.endsOf(c)
	if err != nil {
		return nil, err
	}
	hops, start, end := make([]int, s.Packets), make([]int, s.Packets), make([]int, s.Packets)
	for τ := range s.Makespan() {
		first, last := s.At(τ)
		for i := first; i < last; i++ {
			send := s.Send(i)
			if end[send.Packet] == 0 {
				start[send.Packet] = τ
			}
			end[send.Packet] = τ + 1
			if send.Channel != schedule.Stay {
				hops[send.Packet]++
			}
		}
	}
	return c.List(s.Packets, 800, func(i int) (starlark.Value, error) {
		var source starlark.Value = starlark.None
		ends := starlark.NewList(nil)
		for ; len(held) > 0 && held[0].Packet == i; held = held[1:] {
			source = s.net.address(topology.Node(held[0].Value))
			if err := ends.Append(s.net.address(held[0].Node)); err != nil {
				return nil, err
			}
		}
		return dictOf([]string{"packet", "source", "ends", "hops", "start", "end"}, s.name(i), source, ends,
			starlark.MakeInt(hops[i]), starlark.MakeInt(start[i]), starlark.MakeInt(end[i]))
	})
}

// deliveriesOf executes a schedule and returns how many packets have come from each node to each.
func deliveriesOf(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (s *timetable, matrix []int32, err error) {
	if s, err = oneSchedule(c, args, kwargs, 48); err != nil {
		return nil, nil, err
	}
	n := s.Net.Order()
	if n > 4096 {
		return nil, nil, c.Errorf("%v has %d nodes, want at most 4096", s.Net, n)
	}
	if err := c.Reserve(4 * n * n); err != nil {
		return nil, nil, err
	}
	held, err := s.endsOf(c)
	if err != nil {
		return nil, nil, err
	}
	matrix = make([]int32, n*n)
	for _, h := range held {
		matrix[int(h.Value)*n+int(h.Node)]++
	}
	return s, matrix, nil
}

func builtinDeliveries(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	s, matrix, err := deliveriesOf(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	n := s.Net.Order()
	pair := func(i int) starlark.Value {
		return starlark.Tuple{s.net.address(topology.Node(i / n)), s.net.address(topology.Node(i % n))}
	}
	missing, repeated := 0, 0
	var none, twice starlark.Value = starlark.None, starlark.None
	for i, x := range matrix {
		switch {
		case x == 0:
			if missing++; missing == 1 {
				none = pair(i)
			}
		case x > 1:
			if repeated == 0 {
				twice = pair(i)
			}
			repeated += int(x) - 1
		}
	}
	return dictOf([]string{"packets", "pairs", "missing", "repeated", "first_missing", "first_repeated"}, starlark.MakeInt(s.Packets),
		starlark.MakeInt(n*n-missing), starlark.MakeInt(missing), starlark.MakeInt(repeated), none, twice)
}

func builtinDeliveryMatrix(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	s, matrix, err := deliveriesOf(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	n := s.Net.Order()
	return c.List(n, 64+32*n, func(i int) (starlark.Value, error) {
		return listOf(matrix[i*n:(i+1)*n], func(x int32) starlark.Value { return starlark.MakeInt(int(x)) }), nil
	})
}
