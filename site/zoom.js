// Large drawings are seen from nearby: with Ctrl and the wheel, with two fingers, by + − 0 and by buttons. What is near is dragged about. Only
// the part of the drawing that is shown changes; where labels get room, they come (boot.js).
if (self.document) {
  const many = 100, most = 24 // nodes above which a drawing can be zoomed even if all its labels fit, and how far
  const kept = figures.inPlace()

  const isLarge = svg => svg.large ??= svg.classList.contains('zoomed') || !!svg.querySelector('text.off') || svg.querySelectorAll('[data-node]').length > many
  const wholeOf = svg => svg.whole ??= { width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height }
  const within = (x, low, high) => Math.max(low, Math.min(high, x))

  // see shows the part of a drawing whose corner is at x and y, at a scale from 1, the whole.
  const see = (svg, x, y, scale) => {
    const { width, height } = wholeOf(svg)
    scale = within(scale, 1, most)
    const [w, h] = [width / scale, height / scale]
    svg.zoom = { x: within(x, 0, width - w), y: within(y, 0, height - h), scale, width, height }
    kept.set(svg, svg.zoom)
    svg.classList.toggle('zoomed', scale > 1)
    if (svg.drawing) return
    svg.drawing = requestAnimationFrame(() => {
      svg.drawing = 0
      const { x, y, scale, width, height } = svg.zoom
      svg.setAttribute('viewBox', [x, y, width / scale, height / scale].map(x => +x.toFixed(5)).join(' '))
      showBar(svg)
      svg.dispatchEvent(new Event('moved')) // for motion.js
      clearTimeout(svg.labels)
      svg.labels = setTimeout(label, 150, svg)
    })
  }
  const zoomOf = svg => svg.zoom ?? { x: 0, y: 0, scale: 1 }

  // zoomBy zooms a drawing by a factor around a place on the screen, its middle if none is given, and moves that place by right and down.
  const zoomBy = (svg, factor, at, right = 0, down = 0) => {
    const box = svg.getBoundingClientRect(), { x, y, scale } = zoomOf(svg), { width } = wholeOf(svg)
    const unit = width / box.width // of the whole drawing, in pixels
    const [u, v] = at ? [at[0] - box.x, at[1] - box.y] : [box.width / 2, box.height / 2]
    const next = within(scale * factor, 1, most)
    see(svg, x + u * unit / scale - (u + right) * unit / next, y + v * unit / scale - (v + down) * unit / next, next)
  }
  const fit = svg => see(svg, 0, 0, 1)

  // label writes at nodes without a text, if there is room, their addresses, and lets boot.js choose among all texts.
  const label = svg => {
    for (const text of svg.querySelectorAll('text.added')) text.remove()
    const box = svg.getBoundingClientRect(), scale = box.width / svg.viewBox.baseVal.width
    if (zoomOf(svg).scale > 1) {
      const long = node => 7.2 * node.dataset.node.length // pixels
      const seen = [...svg.querySelectorAll('[data-node]:not(:has(text))')].map(node => {
        const shape = node.querySelector('.shape'), { x, y, width, height } = shape.getBoundingClientRect()
        const inside = long(node) + 2 < width && 15 < height, middle = inside ? y + height / 2 : y + height + 8
        const shown = x + width / 2 - long(node) / 2 > box.x && x + width / 2 + long(node) / 2 < box.right && middle - 8 > box.y && middle + 8 < box.bottom
        return shown && { node, shape, inside }
      }).filter(Boolean)
      const room = box.width * box.height / 600 // of a text, in pixels
      for (const { node, shape, inside } of seen.length < room ? seen : []) {
        const at = shape.getBBox(), size = 11.5 / scale, y = inside ? at.y + at.height / 2 + .35 * size : at.y + at.height + size
        node.append(figures.svg('text', { class: inside ? 'in added' : 'added', x: at.x + at.width / 2, y, 'font-size': size, 'text-anchor': 'middle' }, node.dataset.node))
      }
    }
    topobook.fit(svg)
  }

  // The buttons stand at the corner of the drawing that the pointer is over, or in which the focus is.
  const bar = figures.html('div', { className: 'zoom', role: 'group', ariaLabel: 'Size of the drawing' })
  for (const [text, name, act] of [['+', 'Zoom in', svg => zoomBy(svg, 1.5)], ['−', 'Zoom out', svg => zoomBy(svg, 1 / 1.5)], ['fit', 'Show the whole drawing', fit]]) {
    const button = figures.html('button', { type: 'button', textContent: text, title: name, onclick: () => act(bar.svg) })
    if (text != 'fit') button.setAttribute('aria-label', name)
    bar.append(button)
  }
  const showBar = svg => {
    const figure = svg.closest('.output-figure')
    if (!figure) return
    bar.svg = svg
    if (bar.parentNode != figure) figure.querySelector('.output').after(bar)
    bar.hidden = false
    const frame = figure.getBoundingClientRect(), box = svg.getBoundingClientRect(), room = svg.closest('.columns > div, .output').getBoundingClientRect()
    bar.style.top = box.y - frame.y + 'px'
    bar.style.left = Math.min(box.right, room.right) - frame.x + 'px'
    const [, out, whole] = bar.children
    for (const button of [out, whole]) button.disabled = zoomOf(svg).scale == 1 && button != document.activeElement
  }
  const hideBar = () => { bar.hidden = true }

  // adopt makes a drawing ready to be zoomed that a reader comes to.
  const adopt = svg => {
    if (!isLarge(svg) || svg.closest('.chart, .word')) return false
    if (!svg.classList.contains('zooms')) {
      svg.classList.add('zooms')
      svg.addEventListener('wheel', e => {
        if (!e.ctrlKey && !e.metaKey) return
        e.preventDefault()
        zoomBy(svg, Math.exp(-within(e.deltaY * (e.deltaMode ? 16 : 1), -100, 100) / 200), [e.clientX, e.clientY])
      }, { passive: false })
      let fingers // where two were
      svg.addEventListener('touchmove', e => {
        if (e.touches.length != 2) return fingers = undefined
        e.preventDefault()
        const [a, b] = e.touches, now = { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1 }
        if (fingers) zoomBy(svg, now.apart / fingers.apart, [fingers.x, fingers.y], now.x - fingers.x, now.y - fingers.y)
        fingers = now
      }, { passive: false })
      svg.addEventListener('touchend', () => { fingers = undefined })
    }
    showBar(svg)
    return true
  }
  const come = e => {
    if (bar.contains(e.target)) return
    const svg = e.target.closest?.('.output svg.net')
    if (svg ? !adopt(svg) : !bar.contains(document.activeElement) && !document.activeElement.closest('svg.zooms')) hideBar()
  }
  for (const type of ['pointerover', 'focusin', 'touchstart']) addEventListener(type, come, { passive: true })
  addEventListener('focusin', e => { // what has the focus is seen
    const svg = e.target.closest?.('svg.zoomed')
    if (!svg || !e.target.matches('[data-node], [data-link]')) return
    const box = svg.getBoundingClientRect(), at = e.target.getBoundingClientRect(), [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
    if (x < box.x || x > box.right || y < box.y || y > box.bottom) zoomBy(svg, 1, [x, y], box.x + box.width / 2 - x, box.y + box.height / 2 - y)
  })
  addEventListener('keydown', e => {
    const svg = e.target.closest?.('svg.zooms') ?? (bar.contains(e.target) ? bar.svg : undefined)
    const act = { '+': () => zoomBy(svg, 1.5, middle()), '=': () => zoomBy(svg, 1.5, middle()), '-': () => zoomBy(svg, 1 / 1.5, middle()), 0: () => fit(svg) }[e.key]
    const middle = () => { // of what has the focus
      if (!svg.contains(e.target)) return
      const box = e.target.getBoundingClientRect()
      return [box.x + box.width / 2, box.y + box.height / 2]
    }
    if (!svg || !act || e.ctrlKey || e.metaKey || e.altKey) return
    e.preventDefault()
    act()
  })
  figures.onDrag('svg.zoomed', (svg, right, down) => zoomBy(svg, 1, [0, 0], right, down), () => {})

  // What takes the place of a drawing is seen as that was, if it is as large.
  figures.onChange(() => {
    if (bar.svg && !bar.svg.isConnected) {
      const focus = bar.contains(document.activeElement)
      bar.svg = undefined
      if (!focus) hideBar()
    }
    for (const svg of document.querySelectorAll('.output svg.net.watched:not(.seen)')) {
      svg.classList.add('seen')
      const view = kept.get(svg)
      if (!(view?.scale > 1) || view.width != wholeOf(svg).width || view.height != wholeOf(svg).height) continue
      svg.classList.add('zoomed')
      adopt(svg)
      see(svg, view.x, view.y, view.scale)
    }
  })
}
