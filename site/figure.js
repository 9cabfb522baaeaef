// Messages that move in a drawing. The engine draws; this only moves what is drawn.
if (self.document) {
  const round = x => Math.round(100 * x) / 100

  // Messages that move: notebooks/builtins/animate.go says what is in data-motion.
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const playing = new WeakMap() // by the cell, for the player that takes the place of one: when it was, and whether it moved

  const setUp = motion => {
    const { end, colors, from, moves } = JSON.parse(motion.dataset.motion), svg = motion.querySelector('svg'), key = motion.closest('.cell')
    const places = [...svg.querySelectorAll('.nodes > [data-node]')].map(el => {
      const box = el.querySelector('.shape').getBBox()
      return [box.x + box.width / 2, box.y + box.height / 2, el.querySelector('.in') ? -box.height / 2 : 0] // and how much higher a message waits
    })
    // frames has, for each unit of time, every copy of a message: [message, from, to].
    const frames = []
    let copies = []
    for (let i = 0; i < from.length; i += 2) copies.push([from[i], from[i + 1]])
    for (let t = 0, i = 0; t < end; t++) {
      const now = [], left = new Set()
      for (; i < moves.length && moves[i] == t; i += 4) {
        now.push([moves[i + 1], moves[i + 2], moves[i + 3]])
        left.add(moves[i + 1] + ' ' + moves[i + 2])
      }
      for (const [message, node] of copies) if (!left.has(message + ' ' + node)) now.push([message, node, node])
      frames.push(now)
      const seen = new Set()
      copies = now.map(([message, , to]) => [message, to]).filter(at => !seen.has(at.join()) && seen.add(at.join()))
    }
    frames.push(copies.map(([message, node]) => [message, node, node]))

    const create = (name, attributes) => {
      const el = document.createElementNS('http://www.w3.org/2000/svg', name)
      for (const key in attributes) el.setAttribute(key, attributes[key])
      return el
    }
    const layer = svg.appendChild(create('g', { class: 'messages', 'aria-hidden': 'true' }))
    const scale = () => svg.viewBox.baseVal.width / (svg.getBoundingClientRect().width || 1)
    const dots = []
    let time = 0, on = false, last, shown = -1
    // draw puts messages that wait at one node around its middle, and those on one channel behind each other.
    const draw = () => {
      const unit = Math.min(Math.floor(time), end), part = unit < end ? time - unit : 0, frame = frames[unit], size = scale(), r = 5 * size
      const standing = new Map(), sharing = new Map(), ahead = new Map()
      if (unit != shown) {
        shown = unit
        while (dots.length < frame.length) dots.push(layer.appendChild(create('g', {})))
        for (const [, a, b] of frame) if (a != b) sharing.set(a + ' ' + b, (sharing.get(a + ' ' + b) ?? 0) + 1)
        dots.forEach((dot, i) => {
          if (i >= frame.length) return dot.replaceChildren()
          const [message, a, b] = frame[i], clash = a != b && sharing.get(a + ' ' + b) > 1
          dot.replaceChildren(create('circle', { r, class: 'message f' + colors[message] }), ...clash ? [create('circle', { r: 1.6 * r, class: 'cross' })] : [])
        })
        const says = motion.querySelectorAll('.says li')
        says.forEach((line, i) => line.classList.toggle('now', i == Math.min(unit, says.length - 1)))
        const clashes = [...sharing.values()].reduce((sum, n) => sum + n - 1, 0)
        motion.querySelector('output').textContent = unit + ' of ' + end + (clashes ? `, ${clashes} in conflict` : '')
      }
      frame.forEach(([, a, b], i) => {
        let [x, y] = places[a]
        if (a == b) {
          const nth = standing.get(a) ?? 0
          standing.set(a, nth + 1)
          y += places[a][2]
          if (nth) { // rings of six, twelve and so on around the first
            const ring = Math.ceil((Math.sqrt(12 * nth + 9) - 3) / 6), turn = 2 * Math.PI * (nth - 3 * ring * (ring - 1)) / (6 * ring)
            x += 2.1 * r * ring * Math.cos(turn)
            y += 2.1 * r * ring * Math.sin(turn)
          }
        } else {
          const [u, v] = places[b], long = Math.hypot(u - x, v - y) || 1, aside = .7 * r // those that come the other way are on the other side
          const before = ahead.get(a + ' ' + b) ?? 0, along = Math.max(0, part - before * 2.6 * r / long), way = [(u - x) / long, (v - y) / long]
          ahead.set(a + ' ' + b, before + 1)
          x += along * long * way[0] - aside * way[1]
          y += along * long * way[1] + aside * way[0]
        }
        dots[i].setAttribute('transform', `translate(${round(x)} ${round(y)})`)
      })
    }
    const [button, bar, speed] = ['[data-play]', 'input', 'select'].map(selector => motion.querySelector(selector))
    const speeds = [.5, 1, 2, 4]
    const set = (to, go) => {
      time = Math.max(0, Math.min(end, to))
      bar.value = time
      on = go && time < end
      button.textContent = on ? '❚❚' : '▶'
      button.setAttribute('aria-label', on ? 'Pause' : 'Play')
      playing.set(key, { time, on })
      draw()
    }
    const tick = now => {
      if (!on || !motion.isConnected) return
      const passed = Math.min(100, now - (last ?? now)) / 1000 * speeds[speed.selectedIndex]
      last = now
      set(time + passed, true)
      requestAnimationFrame(tick)
    }
    const step = () => { // without motion, a unit at a time
      if (!on || !motion.isConnected) return
      set(Math.floor(time) + 1, true)
      setTimeout(step, 1000 / speeds[speed.selectedIndex])
    }
    const run = () => {
      last = undefined
      if (still.matches) setTimeout(step, 500); else requestAnimationFrame(tick)
    }
    button.onclick = () => {
      set(time >= end ? 0 : time, !on)
      if (on) run()
    }
    bar.oninput = () => set(+bar.value, false)
    bar.onkeydown = e => { // a unit at a time
      const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[e.key]
      if (!by) return
      e.preventDefault()
      set(by > 0 ? Math.floor(time) + 1 : Math.ceil(time) - 1, false)
    }
    const before = playing.get(key)
    set(before?.on ? before.time : 0, before?.on)
    if (on) run()
    new ResizeObserver(() => { shown = -1; draw() }).observe(svg)
  }

  // adopt makes the drawings of the page ready that are not yet.
  const adopt = () => {
    for (const motion of document.querySelectorAll('.output .motion:not(.moves)')) {
      motion.classList.add('moves')
      setUp(motion)
    }
  }
  new MutationObserver(adopt).observe(document.body, { childList: true, subtree: true })
  adopt()
}
