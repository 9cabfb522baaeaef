// What a reader does with a drawing besides clicking its nodes: turn what is seen in space. The engine draws; this only moves what is
// drawn, so that it follows the finger.
if (self.document) {
  const between = (a, b, t) => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
  const round = x => Math.round(100 * x) / 100
  const line = (...points) => 'M' + points.map(p => p.map(round).join(' ')).join(' ')

  // Drawings in space: topology/draw/spatial.go says how places are seen, and data-space what of it depends on the drawing.
  const stub = .42 // of a link around the torus, which is cut in two

  // spaceOf returns how a drawing is seen, and its elements with the places that they join.
  const spaceOf = svg => {
    if (svg.space) return svg.space
    const [sides, ...view] = svg.dataset.space.split(';').map(list => list.trim().split(' ').map(Number)), [[azimuth], [elevation], [unit], [x], [y], [eye]] = view
    const place = address => address.split(',').map((digit, i) => digit - (sides[i] - 1) / 2).concat(0, 0).slice(0, 3)
    const nodes = [...svg.querySelectorAll('[data-node]')].map(el => {
      const shape = el.querySelector('.shape'), box = shape.getBBox()
      return { el, shape, at: place(el.dataset.node), from: [box.x + box.width / 2, box.y + box.height / 2] }
    })
    const links = [...svg.querySelectorAll('[data-link], [data-ghost], [data-hop]')].map(el => {
      const [a, b] = (el.dataset.link ?? el.dataset.ghost ?? el.dataset.hop).split(' ').map(place)
      return { el, a, b, ways: a.map((x, i) => Math.abs(b[i] - x) > 1.01 ? Math.sign(x - b[i]) * stub : 0) }
    })
    const size = svg.viewBox.baseVal, axes = [...svg.querySelectorAll('.axis3')]
    return svg.space = { azimuth, elevation, drawn: [azimuth, elevation].join(), unit, middle: [x, y], eye, nodes, links, axes, corner: [40, size.height - 40] }
  }

  // show draws what is seen from the angles of a space.
  const show = svg => {
    const s = spaceOf(svg), turn = s.azimuth / 180 * Math.PI, tilt = s.elevation / 180 * Math.PI
    const [sinA, cosA, sinE, cosE] = [Math.sin(turn), Math.cos(turn), Math.sin(tilt), Math.cos(tilt)]
    const turned = p => [p[0] * cosA + p[1] * sinA, p[2] * cosE + (p[1] * cosA - p[0] * sinA) * sinE]
    const depth = p => p[2] * sinE - (p[1] * cosA - p[0] * sinA) * cosE
    const seen = p => {
      const [x, up] = turned(p), scale = s.eye / (s.eye - depth(p)) * s.unit
      return [s.middle[0] + scale * x, s.middle[1] - scale * up]
    }
    const near = s.nodes.map(node => depth(node.at)), least = Math.min(...near), range = Math.max(...near) - least || 1
    const opacity = d => Math.round((.4 + .6 * (d - least) / range) * 20) / 20
    s.nodes.forEach(({ el, shape, at, from }, i) => {
      const to = seen(at)
      el.setAttribute('transform', `translate(${round(to[0] - from[0])} ${round(to[1] - from[1])})`)
      shape.setAttribute('stroke-opacity', opacity(near[i]))
    })
    const arrows = new Map()
    for (const { el, a, b, ways } of s.links) {
      const [p, q] = [seen(a), seen(b)], cut = ways.some(Boolean)
      const out = cut && seen(a.map((x, i) => x + ways[i])), back = cut && seen(b.map((x, i) => x - ways[i]))
      el.setAttribute('d', cut ? line(p, out) + line(back, q) : line(p, q))
      if (el.dataset.link) el.setAttribute('opacity', opacity((depth(a) + depth(b)) / 2))
      if (el.dataset.hop) {
        const group = arrows.get(el.parentNode) ?? arrows.set(el.parentNode, []).get(el.parentNode)
        const [from, to] = cut ? [p, out] : [p, q], at = between(from, to, cut ? .8 : .55), long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
        const u = [(to[0] - from[0]) / long * 5, (to[1] - from[1]) / long * 5]
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
    svg.dispatchEvent(new Event('turned')) // for motion.js
    return near
  }

  // settle puts what is near on top, once the drawing stands still.
  const settle = svg => {
    const s = spaceOf(svg), near = show(svg), focus = document.activeElement
    const order = s.nodes.map((node, i) => [near[i], node.el]).sort((a, b) => a[0] - b[0])
    if (order.length && !svg.contains(focus)) order[0][1].parentNode.append(...order.map(([, el]) => el))
  }

  // turnBy turns a drawing, and remembers it for those that take its place.
  const kept = new WeakMap() // by the place of a drawing: the angles that the engine drew it from, and those that the reader chose
  const cellOf = svg => svg.closest('.output')
  const nth = svg => [...cellOf(svg).querySelectorAll('svg.net')].indexOf(svg)
  const turnBy = (svg, right, up) => {
    const s = spaceOf(svg)
    s.azimuth = (s.azimuth + right + 540) % 360 - 180
    s.elevation = Math.max(-90, Math.min(90, s.elevation + up))
    show(svg)
    const views = kept.get(cellOf(svg)) ?? {}
    views[nth(svg)] = { drawn: s.drawn, azimuth: s.azimuth, elevation: s.elevation }
    kept.set(cellOf(svg), views)
  }
  const restore = svg => {
    const view = kept.get(cellOf(svg))?.[nth(svg)], s = spaceOf(svg)
    if (view?.drawn != s.drawn) return
    Object.assign(s, view)
    settle(svg)
  }

  // adopt makes the drawings of the page ready that are not yet.
  const adopt = () => {
    for (const svg of document.querySelectorAll('.output svg[data-space]:not(.turns)')) {
      svg.classList.add('turns')
      if (kept.has(cellOf(svg))) restore(svg)
    }
  }

  let held // the drawing that is being turned, where the pointer was, and whether it has moved
  addEventListener('pointerdown', e => {
    const svg = e.target.closest?.('svg.turns')
    if (svg && !e.target.closest('.grab') && e.isPrimary && e.button == 0) held = { svg, x: e.clientX, y: e.clientY, moved: false, id: e.pointerId }
  })
  addEventListener('pointermove', e => {
    if (!held || e.pointerId != held.id) return
    const [right, down] = [e.clientX - held.x, e.clientY - held.y]
    if (!held.moved && Math.hypot(right, down) < 4) return
    if (!held.moved) held.svg.setPointerCapture(e.pointerId)
    Object.assign(held, { x: e.clientX, y: e.clientY, moved: true })
    turnBy(held.svg, -.5 * right, .5 * down)
  })
  const swallow = e => e.stopImmediatePropagation()
  const release = e => {
    if (!held || e.pointerId != held.id) return
    if (held.moved) {
      settle(held.svg)
      addEventListener('click', swallow, true) // it was no click
      setTimeout(() => removeEventListener('click', swallow, true), 0)
    }
    held = undefined
  }
  addEventListener('pointerup', release)
  addEventListener('pointercancel', release)
  addEventListener('keydown', e => {
    const svg = e.target.closest?.('svg.turns'), step = { ArrowLeft: [5, 0], ArrowRight: [-5, 0], ArrowUp: [0, -5], ArrowDown: [0, 5] }[e.key]
    if (!svg || !step || !e.shiftKey) return
    e.preventDefault()
    e.stopImmediatePropagation()
    turnBy(svg, ...step)
    settle(svg)
  }, true)

  // A click beside small nodes is one on the nearest: a finger is wider than these.
  const reach = 24
  addEventListener('click', e => {
    const svg = e.target.closest?.('svg.net')
    if (!svg || e.target.closest('[data-node]')) return
    let nearest, least = reach
    for (const node of svg.querySelectorAll('[data-node][role=button]')) {
      const box = node.querySelector('.shape').getBoundingClientRect()
      const away = Math.hypot(e.clientX - box.x - box.width / 2, e.clientY - box.y - box.height / 2)
      if (away < least) [nearest, least] = [node, away]
    }
    nearest?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })

  new MutationObserver(adopt).observe(document.body, { childList: true, subtree: true })
  adopt()
}
