// What a reader does with charts: ask for values, and switch series off. Nothing is done before the pointer or the focus comes upon one. A
// chart that the engine draws anew takes over what its reader has set, and moves there from the old one.
if (self.document) {
  const { still, round, html } = figures

  // linesOf returns the points of path data, which the builder has shortened: whether a line begins or closes there is in m and z.
  const linesOf = d => {
    const points = [], tokens = d.match(/[a-df-z]|[-+]?(?:\d*\.\d+|\d+)(?:e[-+]?\d+)?/gi) ?? []
    let letter, x = 0, y = 0, start
    for (let i = 0; i < tokens.length;) {
      const begins = /[a-z]$/i.test(tokens[i])
      if (begins) letter = tokens[i++]
      const kind = letter.toLowerCase(), [fromX, fromY] = kind == letter ? [x, y] : [0, 0], m = begins && kind == 'm'
      if (kind == 'z') {
        points.at(-1).z = true;
        [x, y] = start
        continue
      }
      if (kind != 'v') x = fromX + +tokens[i++]
      if (kind != 'h') y = fromY + +tokens[i++]
      if (m) start = [x, y]
      points.push({ x, y, m })
    }
    return points
  }
  const pathOf = points => points.map(({ x, y, m, z }) => (m ? 'M' : 'L') + round(x) + ' ' + round(y) + (z ? 'Z' : '')).join('')

  // seriesOf returns the series of a chart with their points, in units of the chart: topology/draw/chart.go says where their texts are.
  const seriesOf = svg => [...svg.querySelectorAll('g[data-series]')].map((el, i) => {
    const { series: name, points } = el.dataset, color = i % 8
    if (points == null) {
      return { el, name, color, points: [...el.querySelectorAll('circle, .bar')].map(mark => {
        const text = mark.textContent, own = text.startsWith(name + ', ') ? text.slice(name.length + 2) : text
        if (mark.localName == 'circle') return { x: +mark.getAttribute('cx'), y: +mark.getAttribute('cy'), text: own }
        const [a, b] = linesOf(mark.getAttribute('d'))
        return { x: (a.x + b.x) / 2, y: a.y, text: own }
      }) }
    }
    const texts = points.split(';'), bars = el.querySelectorAll('.bar'), line = el.querySelector('.series:not(.dots)')
    const paths = bars.length ? bars : line ? [line] : el.querySelectorAll('.dots')
    const all = [...paths].flatMap(path => linesOf(path.getAttribute('d'))), each = bars.length ? 4 : Math.ceil(all.length / texts.length)
    return { el, name, color, points: texts.map((text, j) => ({ x: bars.length ? (all[4 * j].x + all[4 * j + 1].x) / 2 : all[each * j].x, y: all[each * j].y, text })) }
  })
  const whereOf = text => text.slice(0, text.lastIndexOf(': '))

  // rowsOf returns what arrow keys walk along: series, or rows of cells.
  const rowsOf = svg => {
    if (svg.matches('.heat')) {
      const [x, y, w, h = w] = svg.querySelector('g[transform]').getAttribute('transform').match(/-?[\d.]+/g).map(Number)
      const table = homeOf(svg).querySelector('table'), columns = [...table.tHead.rows[0].cells].slice(1).map(cell => cell.textContent)
      return publishedRows(table).map((row, i) => ({ points: [...row.cells].slice(1).map((cell, j) =>
        ({ x: x + (j + .5) * w, y: y + i * h, w, h, text: `${row.cells[0].textContent}, ${columns[j]}: ${cell.textContent}` })) }))
    }
    if (svg.matches('.gantt')) {
      const rows = new Map()
      for (const mark of svg.querySelectorAll('path:has(title)')) {
        const [a, , c] = linesOf(mark.getAttribute('d')), row = rows.get(a.y) ?? rows.set(a.y, { points: [] }).get(a.y)
        row.points.push({ x: (a.x + c.x) / 2, y: (a.y + c.y) / 2, w: c.x - a.x, h: c.y - a.y, text: mark.textContent })
      }
      return [...rows.values()]
    }
    return seriesOf(svg)
  }

  const homeOf = svg => svg.closest('div.chart') ?? svg // what charts of one figure share: the series that are switched off
  const stateOf = svg => homeOf(svg).state ??= { off: new Set() }
  const chartOf = e => e.target.closest?.('.output svg.chart:not(.key)')

  // show says what a point is, beside it.
  let showing // the chart of that point
  const show = (svg, i, j) => {
    const row = svg.rows[i], point = row.points[j], figure = svg.closest('.output-figure')
    if (showing?.isConnected && showing != svg) hide(showing)
    showing = svg
    const at = point.text.lastIndexOf(': '), axis = svg.querySelector('.axis-title[text-anchor=end]:not([transform])')?.textContent ?? ''
    svg.at = [i, j]
    figure.readout ??= figure.appendChild(html('div', { className: 'readout' }, html('i'), html('p')))
    const [ring, says] = figure.readout.children
    says.setAttribute('role', 'status')
    const name = row.name && svg.rows.length > 1 ? row.name : ''
    says.replaceChildren(html('b', { textContent: point.text.slice(at < 0 ? 0 : at + 2) }), ...name ? [' ' + name] : [],
      ...at < 0 ? [] : [html('br'), (row.name && axis ? axis + ' ' : '') + whereOf(point.text)])
    says.style.borderColor = row.name ? `var(--s${row.color})` : ''
    const box = svg.getBoundingClientRect(), around = figure.getBoundingClientRect(), scale = box.width / svg.viewBox.baseVal.width
    const x = box.x - around.x + point.x * scale, y = box.y - around.y + point.y * scale, half = says.offsetWidth / 2
    const left = Math.max(half, Math.min(document.documentElement.clientWidth - around.x - half - 8, x)), up = point.w ? point.h * scale / 2 : 0
    Object.assign(ring.style, { left: x + 'px', top: y + 'px', width: point.w ? point.w * scale + 'px' : '', height: point.w ? point.h * scale + 'px' : '', borderRadius: point.w ? '2px' : '' })
    const above = box.y + point.y * scale - up - says.offsetHeight > 16
    Object.assign(says.style, { left: left - half + 'px', top: y + (above ? -up - says.offsetHeight - 10 : up + 12) + 'px' })
    figure.readout.classList.add('shown')
  }
  const hide = svg => {
    const { readout } = svg.closest('.output-figure') ?? {}
    if (!readout) return
    readout.classList.remove('shown')
    readout.lastChild.replaceChildren()
    for (const el of readout.children) el.style.left = 0 // it must not widen a page that becomes narrow
  }
  const shown = (svg, row) => !row.el || !stateOf(svg).off.has(row.name.trim())

  // nearest returns the row and the point that are nearest to a place in a chart: in one of lines by x, then by y.
  const nearest = (svg, x, y) => {
    const grid = svg.matches('.heat, .gantt'), along = !grid && svg.querySelector('.series:not(.dots), .bar')
    let best, least = [Infinity, Infinity]
    svg.rows.forEach((row, i) => shown(svg, row) && row.points.forEach((point, j) => {
      const dx = Math.abs(point.x - x), dy = Math.abs(point.y - y)
      if (grid && (dx > point.w / 2 || dy > point.h / 2)) return
      const away = along ? [round(dx), dy] : [Math.hypot(dx, dy), 0]
      if (away[0] < least[0] || away[0] == least[0] && away[1] < least[1]) [best, least] = [[i, j], away]
    }))
    return best
  }

  // take makes a chart ready for its reader.
  const take = svg => {
    if (svg.rows) return
    svg.rows = rowsOf(svg)
    svg.setAttribute('role', 'application') // the arrow keys are its own
    svg.setAttribute('aria-description', 'Arrow keys lead from point to point.')
    addSwitches(svg)
  }
  const point = e => {
    const svg = chartOf(e)
    if (!svg) return
    take(svg)
    const box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width
    const found = nearest(svg, (e.clientX - box.x) * scale, (e.clientY - box.y) * scale)
    if (!found) hide(svg); else if (showing != svg || !svg.closest('.output-figure').readout?.matches('.shown') || found.join() != svg.at.join()) show(svg, ...found)
  }
  const walk = e => {
    const svg = e.target.matches?.('.output svg.chart:not(.key)') && e.target
    if (!svg || e.ctrlKey || e.altKey || e.metaKey) return
    take(svg)
    const rows = svg.rows.map((row, i) => i).filter(i => shown(svg, svg.rows[i]) && svg.rows[i].points.length)
    if (!rows.length) return
    if (e.key == 'Escape') return hide(svg)
    let [i, j] = rows.includes(svg.at?.[0]) ? svg.at : [rows[0], 0]
    const { points } = svg.rows[i], here = points[Math.min(j, points.length - 1)], by = { ArrowLeft: -1, ArrowRight: 1 }[e.key], aside = { ArrowUp: -1, ArrowDown: 1 }[e.key]
    if (by) j = Math.max(0, Math.min(points.length - 1, j + by))
    else if (aside) {
      i = rows[(rows.indexOf(i) + aside + rows.length) % rows.length]
      const away = svg.rows[i].points.map(other => Math.abs(other.x - here.x))
      j = away.indexOf(Math.min(...away))
    } else if (e.key == 'Home') j = 0
    else if (e.key == 'End') j = points.length - 1
    else if (e.type == 'keydown') return
    e.preventDefault?.()
    show(svg, i, j)
  }

  // Switches lie upon the names of the series.
  const namesOf = home => [...home.querySelectorAll('text.name, text.key')]
  const nameOf = text => (text.own?.[1] ?? text.textContent).trim() // boot.js fits texts
  const addSwitches = svg => {
    const home = homeOf(svg), names = namesOf(home), owner = names[0]?.closest('svg')
    if (names.length < 2 || home.querySelector('.switches')) return
    const { width, height } = owner.viewBox.baseVal, switches = html('div', { className: 'switches' })
    switches.style.cssText = `max-width: ${owner.getAttribute('width')}px; aspect-ratio: ${width} / ${height}`
    for (const text of names) {
      const name = nameOf(text), box = text.getBBox(), swatch = text.matches('.key') ? 30 : 6
      const button = html('button', { type: 'button', title: 'Show or hide ' + name, onclick: () => flip(home, name) })
      button.setAttribute('aria-label', name)
      Object.assign(button.style, { left: 100 * (box.x - swatch) / width + '%', width: 100 * (box.width + swatch + 4) / width + '%', top: 100 * (box.y + box.height / 2) / height + '%' })
      switches.append(button)
    }
    owner.after(switches)
    showSwitched(home)
  }
  const flip = (home, name) => {
    const { off } = home.state ??= { off: new Set() }
    if (!off.delete(name)) off.add(name)
    showSwitched(home)
    home.querySelectorAll('svg.chart').forEach(hide)
  }
  const showSwitched = home => {
    const off = home.state?.off ?? new Set()
    for (const el of home.querySelectorAll('g[data-series]')) el.classList.toggle('without', off.has(el.dataset.series.trim()))
    namesOf(home).forEach((text, i) => {
      const without = off.has(nameOf(text)), before = text.previousElementSibling
      text.classList.toggle('without', without)
      if (before?.matches('.lead, .series, .bar, .dot')) before.classList.toggle('without', without)
      home.querySelectorAll('.switches > button')[i]?.setAttribute('aria-pressed', !without)
    })
  }

  // A chart that takes the place of one moves there from it.
  const lasts = 180, most = 2000 // milliseconds, points
  const move = (old, fresh) => {
    if (still.matches || !old.querySelector('g[data-series]')) return
    const before = seriesOf(old), after = seriesOf(fresh), steps = []
    if (after.reduce((sum, row) => sum + row.points.length, 0) > most) return
    const moving = (el, from, to, set) => {
      if (from.some((p, i) => round(p.x) != round(to[i].x) || round(p.y) != round(to[i].y))) steps.push([el, from, to, set])
    }
    after.forEach((row, i) => {
      const was = before.find(({ name }) => name == row.name) ?? (before.length == after.length && before[i])
      if (!was?.points.length) return
      const at = new Map(was.points.map(p => [whereOf(p.text), p])), from = row.points.map((p, j) => at.get(whereOf(p.text)) ?? was.points[Math.min(j, was.points.length - 1)])
      const kinds = '.series:not(.dots), .whisker, .band, .bar', others = [...was.el.querySelectorAll(kinds)]
      let bars = 0
      for (const el of row.el.querySelectorAll(kinds)) {
        const to = linesOf(el.getAttribute('d')), set = (el, points) => el.setAttribute('d', pathOf(points))
        const other = el.matches('.bar') && row.el.dataset.points == null ? others[was.points.indexOf(from[bars++])] : others.find(o => o.classList[0] == el.classList[0])
        const places = el.matches('.series') && to.length == from.length ? from : other ? linesOf(other.getAttribute('d')) : []
        if (places.length == to.length) moving(el, places, to, set)
      }
      row.el.querySelectorAll('circle').forEach((el, j) => moving(el, [from[j]], [row.points[j]], (el, [p]) => {
        el.setAttribute('cx', round(p.x))
        el.setAttribute('cy', round(p.y))
      }))
    })
    const names = new Map(namesOf(old).filter(text => text.matches('.name')).map(text => [nameOf(text), text]))
    for (const text of namesOf(fresh)) {
      const y = +text.getAttribute('y'), from = +names.get(nameOf(text))?.getAttribute('y')
      if (from && text.matches('.name')) moving(text, [{ x: 0, y: from - y }], [{ x: 0, y: 0 }], (el, [p]) => { el.style.transform = p.y ? `translateY(${p.y}px)` : '' })
    }
    if (!steps.length) return
    const finals = steps.map(([el]) => el.getAttribute('d'))
    const draw = t => steps.forEach(([el, from, to, set]) => set(el, to.map((p, i) => ({ ...p, x: from[i].x + t * (p.x - from[i].x), y: from[i].y + t * (p.y - from[i].y) }))))
    let began
    const tick = now => {
      if (!fresh.isConnected) return
      const t = Math.min(1, (now - (began ??= now)) / lasts)
      draw(1 - (1 - t) ** 2)
      if (t < 1) return requestAnimationFrame(tick)
      steps.forEach(([el], i) => { if (finals[i]) el.setAttribute('d', finals[i]) }) // as drawn
    }
    draw(0)
    requestAnimationFrame(tick)
  }

  // whenReplaced calls a function with what gives, for a selector, the pairs of elements of an output that the engine has drawn anew: the old
  // one and that in its place. Then the focus returns to where it was.
  const all = (nodes, selector) => [...nodes].flatMap(node => node.querySelectorAll ? [...node.matches(selector) ? [node] : [], ...node.querySelectorAll(selector)] : [])
  const calls = []
  self.whenReplaced = call => calls.push(call)
  let focused // the element that has the focus
  new MutationObserver(records => {
    for (const { target, removedNodes, addedNodes } of records) {
      if (!target.matches?.('.output') || !removedNodes.length || !addedNodes.length) continue
      const pairs = selector => {
        const old = all(removedNodes, selector), fresh = all(addedNodes, selector)
        return old.length == fresh.length ? old.map((el, i) => [el, fresh[i]]) : []
      }
      for (const call of calls) call(pairs)
      const [, again] = pairs('svg.chart, .switches > button, .sort').find(([old]) => old == focused) ?? []
      if (document.activeElement == document.body) again?.focus({ preventScroll: true })
    }
  }).observe(document.body, { childList: true, subtree: true })

  whenReplaced(pairs => {
    for (const [old, fresh] of pairs('div.chart, svg.gantt')) {
      if (!old.state) continue
      fresh.state = old.state
      showSwitched(fresh)
    }
    for (const [old, fresh] of pairs('svg.chart')) {
      move(old, fresh)
      if (!old.rows) continue
      fresh.tabIndex = 0
      take(fresh)
      const [i, j] = old.at ?? []
      const said = fresh.closest('.output-figure')?.readout?.matches('.shown') && fresh.rows[i]?.points[j]
      if (said) show(fresh, i, j); else hide(fresh)
    }
    for (const [old, fresh] of pairs('details.data')) fresh.open = old.open
  })

  addEventListener('pointermove', point)
  addEventListener('pointerdown', e => {
    if (showing?.isConnected && !chartOf(e)) hide(showing)
    point(e)
  })
  addEventListener('pointerout', e => {
    const svg = chartOf(e)
    if (svg && e.pointerType != 'touch' && !svg.contains(e.relatedTarget) && !e.relatedTarget?.closest?.('.switches')) hide(svg)
  })
  const arrive = el => { if (el.matches('.output svg.chart:focus-visible')) walk({ target: el }) }
  addEventListener('focusin', e => arrive(focused = e.target))
  addEventListener('focusout', e => {
    if (!e.target.isConnected) return
    focused = undefined
    const svg = chartOf(e)
    if (svg) hide(svg)
  })
  addEventListener('keydown', walk)
  for (const e of self.touches ?? []) if (e.type == 'keydown') walk(e) // what came before this script, see boot.js
  arrive(focused = document.activeElement)
}
