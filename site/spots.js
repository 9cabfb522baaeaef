// What a reader points at in a drawing: a line that says what it is and what a click does, and clicks beside what is small.
if (self.document) {
  const reach = 24, beside = 12 // pixels between a pointer and the middle of a node, or a link, that it means

  // pickable returns the nodes of a drawing that a control takes, the data of whose field are given: those of its kind. If the drawing is of
  // another network than the control, as that of a comparison may be, it takes the nodes with the address of one of its own.
  self.pickable = (svg, { nodeKind, network }) => {
    const nodes = [...svg.querySelectorAll('[data-node]' + (nodeKind ? '.' + nodeKind : ''))]
    const own = svg.dataset.network != network && document.querySelector(`svg[data-network="${CSS.escape(network)}"]`)
    if (!own) return nodes // the kernel refuses what is none
    const addresses = new Set(Array.from(own.querySelectorAll('[data-node]'), node => node.dataset.node))
    return nodes.filter(node => addresses.has(node.dataset.node))
  }

  // prepareDrawings makes the nodes of the drawings of a cell reachable by keyboard, and buttons of nodes and links that the controls of
  // its inputs take (wasm/page/diagram.go): one of each drawing is in the tab order, and keys lead to the others. What a control of a single
  // node has picked can be dragged.
  self.prepareDrawings = ({ output, picks }) => {
    let fields // of these controls, and whether each picks a single node
    for (const svg of output.querySelectorAll('svg.net')) {
      const nodes = svg.querySelectorAll('[data-node]')
      if (!nodes.length) continue
      svg.setAttribute('role', 'group') // an image may not contain buttons
      svg.closest('[tabindex]')?.removeAttribute('tabindex') // the keyboard scrolls it from a node
      for (const node of nodes) {
        if (node.getAttribute('role') != 'img') node.setAttribute('role', 'img')
        node.setAttribute('tabindex', -1)
        node.classList.remove('grab')
      }
      fields ??= (picks ? [...document.querySelectorAll('[data-input][data-kind^=pick]')] : [])
        .filter(label => picks.split(' ').includes(label.dataset.input)).map(label => [label.querySelector('input, select'), label.dataset.kind == 'pick'])
      for (const [field, single] of fields) {
        for (const node of pickable(svg, field.dataset)) {
          node.setAttribute('role', 'button')
          if (single && node.dataset.node == field.value) node.classList.add('grab')
        }
        if (field.dataset.links && field.dataset.network == svg.dataset.network) linkButtons(svg) // as takesLinks has it
      }
      ;([...nodes].find(node => node.matches('.src')) ?? nodes[0]).setAttribute('tabindex', 0)
    }
  }

  // linkButtons makes the links of a drawing buttons.
  const linkButtons = svg => {
    for (const el of svg.querySelectorAll('[data-link]')) {
      el.setAttribute('role', 'button')
      el.setAttribute('tabindex', -1)
      if (!el.querySelector('title')) el.setAttribute('aria-label', 'link ' + el.dataset.link.replace(' ', ' – '))
    }
    svg.links = true
  }

  // samplesOf returns points of the links of a drawing that are buttons: a few units apart, as they may be bent or cut in two.
  const samplesOf = svg => svg.samples ??= [...svg.querySelectorAll('[data-link][role=button]')].map(el => {
    const long = el.getTotalLength(), n = Math.ceil(long / 5)
    return { el, points: Array.from({ length: n + 1 }, (_, i) => el.getPointAtLength(i / n * long)) }
  })

  // meant returns the node or link that takes a click and is nearest to a place on the screen, if it is near: within the reach of a node a link
  // is meant only outside of what a finger covers.
  const meant = (svg, x, y) => {
    let node, least = reach
    for (const el of svg.querySelectorAll('[data-node][role=button]')) {
      const box = el.querySelector('.shape').getBoundingClientRect()
      const away = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2)
      if (away < least) [node, least] = [el, away]
    }
    if (!svg.links || least <= beside) return node
    const screen = svg.getScreenCTM(), at = new DOMPoint(x, y).matrixTransform(screen.inverse())
    let link, nearest = beside / screen.a
    for (const { el, points } of samplesOf(svg)) {
      for (const p of points) {
        const away = Math.hypot(p.x - at.x, p.y - at.y)
        if (away < nearest) [link, nearest] = [el, away]
      }
    }
    return link ?? node
  }
  addEventListener('click', e => {
    const svg = e.target.closest?.('svg.net')
    if (!svg || e.target.closest('[data-node]') || !e.isTrusted && e.target.closest('[data-link][role=button]')) return
    const el = meant(svg, e.clientX, e.clientY)
    if (el && e.target.closest('[data-link][role=button]') != el) {
      e.stopImmediatePropagation()
      el.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    }
  }, true)

  // The pointer is over a link already when it is near.
  let over
  addEventListener('pointermove', e => {
    const svg = e.target.closest?.('svg.net')
    if (!svg?.links || e.buttons || e.target.closest('[data-node]')) return over = undefined
    const el = meant(svg, e.clientX, e.clientY) ?? svg
    svg.classList.toggle('means', el != svg)
    if (el == over) return
    over = el
    el.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, clientX: e.clientX, clientY: e.clientY }))
  })

  // The line stands above what it speaks of, which the browser then does not name too.
  const tip = figures.html('div', { className: 'tip', ariaHidden: true }) // the title and the description say it
  let shown // what it speaks of, its title, and the words of that
  const hide = self.hideTip = () => {
    if (!shown) return
    shown.title.textContent = shown.text
    if (shown.named) shown.el.removeAttribute('aria-label')
    shown = undefined
    tip.remove()
    gone.disconnect()
  }
  const gone = new MutationObserver(() => { if (shown && !shown.el.isConnected) hide() })
  const show = (el, how, at) => {
    if (shown?.el == el) return
    hide()
    const title = el?.querySelector(':scope > title'), text = title?.textContent ?? el?.getAttribute('aria-label')
    if (!text) return
    const does = el.getAttribute('aria-description'), named = title && !el.hasAttribute('aria-label')
    if (named) el.setAttribute('aria-label', text)
    shown = { el, title: title ?? {}, text, named }
    if (title) title.textContent = ''
    tip.textContent = does ? `${text}; ${how}: ${does}` : text
    document.body.append(tip)
    gone.observe(document.body, { childList: true, subtree: true })
    const box = el.getBoundingClientRect(), [x, y, below] = at ? [at.clientX, at.clientY - 12, at.clientY + 18] : [box.x + box.width / 2, box.y - 6, box.bottom + 6]
    const { width, height } = tip.getBoundingClientRect(), right = document.documentElement.clientWidth
    tip.style.left = Math.max(4, Math.min(right - width - 4, x - width / 2)) + 'px'
    tip.style.top = (y - height < 4 ? below : y - height) + 'px'
  }
  addEventListener('pointerover', e => {
    const el = e.target.closest?.('svg.net :is(g, path):has(> title), svg.net [data-link][aria-label]')
    show(el, 'click', el?.matches('[data-node]') ? undefined : e)
  })
  addEventListener('focusin', e => { if (e.target.matches?.('svg.net :is([data-node], [data-link]):focus-visible')) show(e.target, 'Enter') })
  addEventListener('focusout', hide)
  addEventListener('scroll', hide, { passive: true, capture: true })
  addEventListener('keydown', e => { if (e.key == 'Escape') hide() }, true)
}
