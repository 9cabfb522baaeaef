// Drawings in space turn under the pointer. The engine draws; this only moves what is drawn, so that it follows the finger.
// topology/draw/spatial.go says how places are seen, and data-space what of it depends on the drawing.
if (self.document) {
  const { round, between } = figures
  const plus = (a, b) => a.map((x, i) => x + b[i])
  const line = (...points) => 'M' + points.map(p => p.map(round).join(' ')).join(' ')
  const stub = .42 // of a link that is cut in two

  // spaceOf returns how a drawing is seen, and its elements with the places that they join.
  const spaceOf = svg => {
    if (svg.space) return svg.space
    const [sides, [azimuth], [elevation], [unit], [wide, high, columns], [eye], [folded]] = svg.dataset.space.split(';').map(list => list.trim().split(' ').map(Number))
    const digits = address => address.split(',').map(Number)
    const along = (i, digit) => !folded ? digit : 2 * digit < sides[i] ? 2 * digit : 2 * (sides[i] - 1 - digit) + 1
    const place = at => at.slice(0, 3).map((digit, i) => along(i, digit) - (sides[i] - 1) / 2).concat(0, 0).slice(0, 3)
    const middle = at => [wide * ((at[3] ?? 0) % columns + .5), high * (Math.floor((at[3] ?? 0) / columns) + .5)] // of its box
    const nodes = [...svg.querySelectorAll('[data-node]')].map(el => {
      const shape = el.querySelector('.shape'), box = shape.getBBox(), at = digits(el.dataset.node)
      return { el, shape, at: place(at), middle: middle(at), from: [box.x + box.width / 2, box.y + box.height / 2] }
    })
    const links = [...svg.querySelectorAll('[data-link], [data-ghost], [data-hop]')].map(el => {
      const [a, b] = (el.dataset.link ?? el.dataset.ghost ?? el.dataset.hop).split(' ').map(digits)
      const i = a.findIndex((digit, i) => digit != b[i]), step = b[i] - a[i], ahead = step == 1 || step < -1 ? stub : -stub
      const far = i < 3 && folded ? Math.abs(along(i, b[i]) - along(i, a[i])) > 1 : Math.abs(step) > 1
      return {
        el, a: place(a), b: place(b), aside: +(el.dataset.aside ?? 0), middles: [middle(a), middle(b)],
        beside: i == 3 ? [.4 * ahead * unit, .5 * ahead * unit] : undefined, // to the next box
        way: i < 3 && far && !folded ? [0, 1, 2].map(j => j == i ? ahead : 0) : undefined, // around
        bend: i < 3 && far && folded ? .3 * unit * (along(i, a[i]) % 2 ? -1 : 1) : 0
      }
    })
    const height = Math.ceil(high * Math.ceil((sides[3] ?? 1) / columns)) // without a legend
    return svg.space = { azimuth, elevation, drawn: [azimuth, elevation].join(), unit, eye, nodes, links, axes: [...svg.querySelectorAll('.axis3')], corner: [40, height - 40] }
  }

  // show draws what is seen from the angles of a space.
  const show = svg => {
    const s = spaceOf(svg), turn = s.azimuth / 180 * Math.PI, tilt = s.elevation / 180 * Math.PI
    const [sinA, cosA, sinE, cosE] = [Math.sin(turn), Math.cos(turn), Math.sin(tilt), Math.cos(tilt)]
    const turned = p => [p[0] * cosA + p[1] * sinA, p[2] * cosE + (p[1] * cosA - p[0] * sinA) * sinE]
    const depth = p => p[2] * sinE - (p[1] * cosA - p[0] * sinA) * cosE
    const seen = (p, middle) => {
      const [x, up] = turned(p), scale = s.eye / (s.eye - depth(p)) * s.unit
      return [middle[0] + scale * x, middle[1] - scale * up]
    }
    const near = s.nodes.map(node => depth(node.at)), least = Math.min(...near), range = Math.max(...near) - least || 1
    const opacity = d => Math.round((.4 + .6 * (d - least) / range) * 20) / 20
    s.nodes.forEach(({ el, shape, at, middle, from }, i) => {
      const to = seen(at, middle)
      el.setAttribute('transform', `translate(${round(to[0] - from[0])} ${round(to[1] - from[1])})`)
      shape.setAttribute('stroke-opacity', opacity(near[i]))
    })
    const arrows = new Map()
    for (const { el, a, b, aside, middles, beside, way, bend } of s.links) {
      const ends = [seen(a, middles[0]), seen(b, middles[1])], across = [ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]], long = Math.hypot(...across) || 1
      const shift = [across[1] / long * aside, -across[0] / long * aside], [p, q] = ends.map(end => plus(end, shift))
      let d, from = p, to = q, t = .55
      if (beside || way) {
        const out = beside ? plus(p, beside) : plus(seen(plus(a, way), middles[0]), shift)
        const back = beside ? plus(q, beside.map(x => -x)) : plus(seen(b.map((x, i) => x - way[i]), middles[1]), shift)
        d = line(p, out) + line(back, q)
        ;[to, t] = [out, .8]
      } else if (bend) {
        let up = [across[1] / long, -across[0] / long]
        if (up[1] > 0 || up[1] == 0 && up[0] < 0) up = up.map(x => -x)
        const control = plus(between(p, q, .5), up.map(x => bend * x))
        d = line(p) + 'Q' + [...control, ...q].map(round).join(' ')
        ;[from, to] = [between(p, control, t), between(control, q, t)]
      } else d = line(p, q)
      el.setAttribute('d', d)
      if (el.dataset.link) el.setAttribute('opacity', opacity((depth(a) + depth(b)) / 2))
      if (el.dataset.hop) {
        const group = arrows.get(el.parentNode) ?? arrows.set(el.parentNode, []).get(el.parentNode), at = between(from, to, t), reach = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
        const u = [(to[0] - from[0]) / reach * 5, (to[1] - from[1]) / reach * 5]
        group.push(line([at[0] + u[0], at[1] + u[1]], [at[0] - u[0] - .8 * u[1], at[1] - u[1] + .8 * u[0]], [at[0] - u[0] + .8 * u[1], at[1] - u[1] - .8 * u[0]]) + 'Z')
      }
    }
    for (const [group, shapes] of arrows) group.querySelector('.arrow')?.setAttribute('d', shapes.join(''))
    s.axes.forEach((axis, i) => {
      const [x, up] = turned([0, 1, 2].map(j => +(j == i))), at = t => [s.corner[0] + t * x, s.corner[1] - t * up], text = axis.querySelector('text'), name = at(36)
      axis.querySelector('path').setAttribute('d', line(s.corner, at(26)))
      text.setAttribute('x', name[0])
      text.setAttribute('y', name[1] + 4)
    })
    svg.samples = undefined // of spots.js
    svg.dispatchEvent(new Event('moved')) // for motion.js
    return near
  }

  // settle puts what is near on top, once the drawing stands still.
  const settle = svg => {
    const s = spaceOf(svg), near = show(svg), focus = document.activeElement
    const order = s.nodes.map((node, i) => [near[i], node.el]).sort((a, b) => a[0] - b[0])
    if (order.length && !svg.contains(focus)) order[0][1].parentNode.append(...order.map(([, el]) => el))
  }

  // turnBy turns a drawing, and remembers it for those that take its place, if the engine draws these from the same angles.
  const kept = figures.inPlace()
  const turnBy = (svg, right, up) => {
    const s = spaceOf(svg)
    s.azimuth = (s.azimuth + right + 540) % 360 - 180
    s.elevation = Math.max(-90, Math.min(90, s.elevation + up))
    show(svg)
    kept.set(svg, { drawn: s.drawn, azimuth: s.azimuth, elevation: s.elevation })
  }
  figures.onChange(() => {
    for (const svg of document.querySelectorAll('.output svg[data-space]:not(.turns)')) {
      svg.classList.add('turns')
      const view = kept.get(svg)
      if (!view || view.drawn != spaceOf(svg).drawn) continue
      Object.assign(svg.space, view)
      settle(svg)
    }
  })

  figures.onDrag('svg.turns:not(.zoomed)', (svg, right, down) => turnBy(svg, -.5 * right, .5 * down), settle)
  addEventListener('keydown', e => {
    const svg = e.target.closest?.('svg.turns'), step = { ArrowLeft: [5, 0], ArrowRight: [-5, 0], ArrowUp: [0, -5], ArrowDown: [0, 5] }[e.key]
    if (!svg || !step || !e.shiftKey) return
    e.preventDefault()
    e.stopImmediatePropagation()
    turnBy(svg, ...step)
    settle(svg)
  }, true)
}
