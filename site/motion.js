// Things that move in a drawing: notebooks/builtins/animation.go says what is in data-motion, and how it is played here.
if (self.document) {
  const { still, round, between, html, svg: create } = figures
  const kept = figures.inPlace() // when the player was that another takes the place of, and whether it moved

  // mapOf finds where the nodes of a drawing are, and how its links run.
  const mapOf = (svg, names) => {
    const number = new Map(names.map((name, u) => [name, u])), places = [], ways = new Map()
    for (const el of svg.querySelectorAll('.nodes > [data-node]')) {
      const box = el.querySelector('.shape').getBBox(), moved = el.transform.baseVal.consolidate()?.matrix
      const radius = Math.max(box.width, box.height) / 2
      places[number.get(el.dataset.node)] = {
        at: [box.x + box.width / 2 + (moved?.e ?? 0), box.y + box.height / 2 + (moved?.f ?? 0)], radius,
        tall: box.height / 2,
        high: el.querySelector('.in') ? box.height / 2 : 0, // how much higher a message waits, which would cover the address
      }
    }
    const links = new Map([...svg.querySelectorAll('path[data-link]')].map(el => [el.dataset.link, el]))
    // points returns places along the link from a to b, all as far from each other.
    const points = (a, b) => {
      const ends = [places[a].at, places[b].at], forth = links.get(names[a] + ' ' + names[b]), path = forth ?? links.get(names[b] + ' ' + names[a])
      const drawn = path?.getAttribute('d')
      if (!drawn || drawn.match(/-?[\d.]+/g).length == 4 && !/[hv]/i.test(drawn)) return ends
      const long = path.getTotalLength(), list = Array.from({ length: 41 }, (_, i) => {
        const { x, y } = path.getPointAtLength(long * i / 40)
        return [x, y]
      })
      const away = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1])
      return away(list[0], ends[0]) + away(list[40], ends[1]) > away(list[0], ends[1]) + away(list[40], ends[0]) ? list.reverse() : list
    }
    // way returns the link from a to b: its length, and what is at a part of it, a little to the side.
    const way = (a, b) => {
      const key = a + ' ' + b
      if (ways.has(key)) return ways.get(key)
      const list = points(a, b), last = list.length - 1, steps = list.slice(1).map((p, i) => Math.hypot(p[0] - list[i][0], p[1] - list[i][1]))
      const long = steps.reduce((sum, step) => sum + step, 0) || 1, gap = 3 * long / last // what goes around the edge of the drawing is cut in two
      const at = (part, aside) => {
        const i = Math.min(last - 1, Math.max(0, Math.floor(part * last))), step = steps[i] || 1, [p, q] = [list[i], list[i + 1]]
        const [x, y] = last > 1 && step > gap ? (part * last - i < .5 ? p : q) : between(p, q, part * last - i)
        const turn = last > 1 && step > gap ? [0, 0] : [(q[0] - p[0]) / step, (q[1] - p[1]) / step]
        return [x - aside * turn[1], y + aside * turn[0]]
      }
      ways.set(key, { long, at })
      return ways.get(key)
    }
    return { number, places, way }
  }

  // ring returns how far from the middle the nth of several things at one place stands: rings of six, twelve and so on around the first.
  const ring = nth => {
    if (!nth) return [0, 0]
    const out = Math.ceil((Math.sqrt(12 * nth + 9) - 3) / 6), turn = 2 * Math.PI * (nth - 3 * out * (out - 1)) / (6 * out)
    return [out * Math.cos(turn), out * Math.sin(turn)]
  }

  // messages plays messages that take a hop in a unit of time. What it returns gives the frame of a time: dots, and a text.
  const messages = ({ end, colors, from, moves }, { places, way }) => {
    // units has, for each unit of time, every copy of a message: [message, from, to].
    const units = []
    let copies = []
    for (let i = 0; i < from.length; i += 2) copies.push([from[i], from[i + 1]])
    for (let t = 0, i = 0; t < end; t++) {
      const now = [], left = new Set()
      for (; i < moves.length && moves[i] == t; i += 4) {
        now.push([moves[i + 1], moves[i + 2], moves[i + 3]])
        left.add(moves[i + 1] + ' ' + moves[i + 2])
      }
      for (const [message, node] of copies) if (!left.has(message + ' ' + node)) now.push([message, node, node])
      units.push(now)
      const seen = new Set()
      copies = now.map(([message, , to]) => [message, to]).filter(at => !seen.has(at.join()) && seen.add(at.join()))
    }
    units.push(copies.map(([message, node]) => [message, node, node]))
    return (time, r) => {
      const unit = Math.min(Math.floor(time), end), part = unit < end ? time - unit : 0, sharing = new Map(), standing = new Map(), ahead = new Map()
      for (const [, a, b] of units[unit]) if (a != b) sharing.set(a + ' ' + b, (sharing.get(a + ' ' + b) ?? 0) + 1)
      const dots = units[unit].map(([message, a, b]) => {
        const key = a + ' ' + b
        if (a == b) {
          const nth = standing.get(a) ?? 0, [x, y] = ring(nth)
          standing.set(a, nth + 1)
          return { at: [places[a].at[0] + 2.1 * r * x, places[a].at[1] - places[a].high + 2.1 * r * y], color: colors[message] }
        }
        const before = ahead.get(key) ?? 0, { long, at } = way(a, b) // those on one channel go one behind the other, those that come the other way on the other side
        ahead.set(key, before + 1)
        return { at: at(Math.max(0, part - before * 2.6 * r / long), .7 * r), color: colors[message], clash: sharing.get(key) > 1 }
      })
      const clashes = [...sharing.values()].reduce((sum, n) => sum + n - 1, 0)
      return { dots, text: `${unit} of ${end}` + (clashes ? `, ${clashes} in conflict` : '') }
    }
  }

  // flits plays the record of a simulation.
  const flits = ({ end, colors, packets, hops, deadlock, vcs: [lanes] }, { places, way }, r) => {
    // flits has, for each flit, its packet, whether it is the first of it, and its hops: [leave, arrive, from, to, lane, whether it is ejected].
    const flits = [], of = [], started = []
    for (let i = 0, first = 0; i < hops.length;) {
      const [packet, from, to, lane, delay, n] = hops.slice(i, i += 6)
      let leave = first += hops[i]
      for (let j = 0; j < n; j++, i++) {
        if (j) leave += hops[i]
        const list = of[packet] ??= []
        if (!list[j]) {
          if (!j) started[packet] = leave
          flits.push(list[j] = { packet, head: !j, hops: [] })
        }
        list[j].hops.push([leave, leave + Math.abs(delay), from, to, lane, delay < 0])
      }
    }
    for (const flit of flits) {
      const last = flit.hops.at(-1)
      flit.start = flit.hops[0][0]
      flit.end = last[5] ? last[1] : Infinity
    }
    flits.sort((a, b) => a.start - b.start)
    // standing returns where each flit is at a whole cycle, by flit.
    const standing = cycle => {
      const where = new Map(), queue = new Map()
      const here = []
      for (const flit of flits) {
        if (flit.start > cycle) break
        if (flit.end <= cycle) continue
        let i = flit.hops.length - 1
        while (i >= 0 && flit.hops[i][0] >= cycle) i--
        here.push([flit, i < 0 ? [cycle, cycle, flit.hops[0][2], flit.hops[0][2], 0] : flit.hops[i]])
      }
      here.sort((a, b) => a[1][1] - b[1][1])
      for (const [flit, [leave, arrive, a, b, lane, out]] of here) {
        if (a == b) { // between a router and its own processor: in a row beside it
          const nth = queue.get(a) ?? 0, { at: [x, y], radius, tall } = places[a]
          if (!out) queue.set(a, nth + 1)
          where.set(flit, { at: out ? [x, y] : [x + .7 * radius + 1.5 * nth * r, y - tall - .9 * r] })
          continue
        }
        const key = a + ' ' + b + ' ' + lane, nth = queue.get(key) ?? 0, link = way(a, b), aside = (.8 + 1.5 * lane) * r
        const first = Math.min(.2, places[a].radius / link.long), last = out ? 1 : Math.max(first + .1, 1 - (places[b].radius + (1 + 2.1 * nth) * r) / link.long)
        if (!out) queue.set(key, nth + 1)
        const part = arrive > leave ? first + (last - first) * Math.min(1, (cycle - leave) / (arrive - leave)) : last
        where.set(flit, { key, part, link, aside, at: link.at(part, aside) })
      }
      return where
    }
    // waiting is, by source, when packets were made and when they left.
    const waiting = new Map()
    for (let p = 0; 2 * p < packets.length; p++) {
      const list = waiting.get(packets[2 * p]) ?? waiting.set(packets[2 * p], []).get(packets[2 * p])
      list.push([packets[2 * p + 1], started[p] ?? Infinity])
    }
    let known = -1, now, next
    return time => {
      const cycle = Math.min(Math.floor(time), end), part = time - cycle
      if (cycle != known) {
        now = cycle == known + 1 && next ? next : standing(cycle)
        next = cycle < end ? standing(cycle + 1) : now
        known = cycle
      }
      const dots = []
      for (const [flit, from] of now) {
        const to = next.get(flit) ?? { at: places[flit.hops.at(-1)[3]].at }
        const at = from.key == to.key && from.link ? from.link.at(from.part + part * (to.part - from.part), from.aside) : between(from.at, to.at, part)
        dots.push({ at, color: colors[flit.packet], size: flit.head ? .85 : .6 })
      }
      let queued = 0
      const counts = []
      for (const [u, list] of waiting) {
        const n = list.filter(([made, left]) => made <= time && left > time).length
        queued += n
        if (n) counts.push([u, n])
      }
      const stuck = deadlock.length > 0 && end - time < 15 // topology/sim/record.go shows it so long
      const text = `cycle ${cycle} of ${end}: ${dots.length} flits on their way, ${queued} packets wait` + (stuck ? `; ${deadlock.length / 2} channels wait for each other, and nothing moves any more` : '')
      return { dots, counts, stuck: stuck ? deadlock : [], text }
    }
  }

  const setUp = motion => {
    const data = JSON.parse(motion.dataset.motion), { end } = data, svg = motion.querySelector('svg')
    const layer = svg.appendChild(create('g', { class: 'messages', 'aria-hidden': 'true' }))
    const dots = [], [button, bar, speed, says] = ['[data-play]', 'input', 'select', 'output'].map(selector => motion.querySelector(selector))
    const steps = data.lines && { code: motion.querySelectorAll('.traced li'), rows: motion.querySelectorAll('tbody tr'), names: [...motion.querySelectorAll('th')].slice(1).map(th => th.textContent), watch: motion.querySelector('.watch') }
    let time = 0, on = false, last, film, map, r, unit
    // measure finds out how large things are: again when the drawing is turned, or gets another size.
    const measure = () => {
      r = 5 * svg.viewBox.baseVal.width / (svg.getBoundingClientRect().width || 1)
      map = mapOf(svg, data.names)
      film = data.hops ? flits(data, map, r) : messages(data, map)
      unit = undefined
      draw()
    }
    const draw = () => {
      if (!film) return // it is not shown yet
      const frame = film(time, r)
      while (dots.length < frame.dots.length) dots.push(layer.appendChild(create('circle')))
      dots.forEach((dot, i) => {
        const { at, color, size = 1, clash } = frame.dots[i] ?? {}
        dot.setAttribute('class', at ? 'message f' + color + (clash ? ' clash' : '') : 'none')
        if (!at) return
        dot.setAttribute('r', round(size * r))
        dot.setAttribute('transform', `translate(${at.map(round).join(' ')})`)
      })
      if (unit != frame.text) { // the rest changes with the unit of time
        unit = says.textContent = frame.text
        motion.querySelectorAll('.says li').forEach((line, i, all) => line.classList.toggle('now', i == Math.min(Math.floor(time), all.length - 1)))
        layer.querySelectorAll('text, path').forEach(el => el.remove())
        for (const [u, n] of frame.counts ?? []) {
          const { at, radius, tall, high } = map.places[u]
          layer.append(create('text', { x: at[0] + (high ? .6 * radius : radius + .6 * r), y: at[1] + (high ? -tall - 2 * r : .8 * r), class: 'label', 'font-size': 2.3 * r }, n))
        }
        for (let i = 0; i < (frame.stuck ?? []).length; i += 2) {
          const { long, at } = map.way(frame.stuck[i], frame.stuck[i + 1]), [first, last] = [0, 1].map(end => map.places[frame.stuck[i + end]].radius / long)
          const points = [0, .25, .5, .75, 1].map(t => at(first + t * (1 - first - last), 0).map(round).join(' '))
          layer.prepend(create('path', { class: 'stuck', d: 'M' + points.join('L') }))
        }
        if (steps) step()
      }
    }
    // step shows the line that is about to run, the variables, and the names of those that are nodes.
    const step = () => {
      const i = Math.min(Math.floor(time), end), row = steps.rows[i], before = steps.rows[Math.max(0, i - 1)]
      steps.code.forEach((line, j) => line.classList.toggle('now', i < end && j == data.lines[i]))
      steps.rows.forEach((other, j) => other.classList.toggle('shown', i == j))
      if (i == end) says.textContent = row.cells[0].textContent
      const at = new Map()
      steps.watch.replaceChildren(...steps.names.flatMap((name, j) => {
        const value = row.cells[j + 1].textContent, isNew = i && before.cells[j + 1].textContent != value
        if (!value) return []
        const u = value[0] == '"' ? map.number.get(value.slice(1, -1)) : undefined
        if (u != undefined) at.set(u, [...at.get(u) ?? [], name])
        return [html('dt', { textContent: name }), html('dd', { textContent: value, className: isNew ? 'new' : '' })]
      }))
      for (const [u, names] of at) {
        const { at: [x, y], radius } = map.places[u]
        layer.append(create('text', { x: x + radius + .8 * r, y: y + .8 * r, class: 'label', 'font-size': 2.4 * r }, names.join(', ')))
      }
    }
    const set = (to, go) => {
      time = Math.max(0, Math.min(end, to))
      bar.value = time
      on = go && time < end
      button.textContent = on ? '❚❚' : '▶'
      button.setAttribute('aria-label', on ? 'Pause' : 'Play')
      says.setAttribute('aria-live', on ? 'off' : 'polite')
      kept.set(svg, { time, on })
      draw()
    }
    const tick = now => {
      if (!on || !motion.isConnected) return
      const passed = Math.min(100, now - (last ?? now)) / 1000 * speed.value
      last = now
      set(time + passed, true)
      requestAnimationFrame(tick)
    }
    const jump = () => { // without motion, a unit at a time
      if (!on || !motion.isConnected) return
      set(Math.floor(time) + 1, true)
      setTimeout(jump, 1000 / speed.value)
    }
    const run = () => {
      last = undefined
      if (still.matches) setTimeout(jump, 500); else requestAnimationFrame(tick)
    }
    const by = n => set(n > 0 ? Math.floor(time) + 1 : Math.ceil(time) - 1, false)
    button.onclick = () => {
      set(time >= end ? 0 : time, !on)
      if (on) run()
    }
    for (const el of motion.querySelectorAll('[data-step]')) el.onclick = () => by(+el.dataset.step)
    bar.oninput = () => set(+bar.value, false)
    bar.onkeydown = e => { // a unit at a time
      const n = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[e.key]
      if (!n) return
      e.preventDefault()
      by(n)
    }
    svg.addEventListener('moved', measure) // by space.js and zoom.js
    const before = kept.get(svg)
    set(before?.on ? before.time : 0, before?.on)
    if (on) run()
    // Also once, after the browser has laid it out. In a frame of its own: what it shows may change heights.
    new ResizeObserver(inFrame(measure)).observe(svg)
  }

  figures.onChange(() => {
    for (const motion of document.querySelectorAll('.output .motion:not(.moves)')) {
      if (!motion.querySelector('svg .nodes')) continue // its drawing is on its way: see boot.js
      motion.classList.add('moves')
      setUp(motion)
    }
  })
}
