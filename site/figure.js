// What the scripts of figures share.
if (self.document) {
  const round = x => Math.round(100 * x) / 100
  const between = (a, b, t) => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]

  // html makes an element of the page, svg one of a drawing.
  const html = (tag, properties, ...children) => {
    const el = Object.assign(document.createElement(tag), properties)
    el.append(...children)
    return el
  }
  const svg = (tag, attributes, text = '') => {
    const el = document.createElementNS('http://www.w3.org/2000/svg', tag)
    for (const name in attributes) el.setAttribute(name, attributes[name])
    el.textContent = text
    return el
  }

  // onChange calls what adopts new parts of the page: now, and before the first frame with any.
  const calls = []
  const onChange = call => {
    calls.push(call)
    call()
  }
  new MutationObserver(inFrame(() => { for (const call of calls) call() })).observe(document.body, { childList: true, subtree: true })

  // onDrag calls move(drawing, right, down) while a pointer drags a drawing that a selector matches, and end(drawing) after that. No click
  // comes of it.
  const onDrag = (selector, move, end) => {
    let held // the drawing, where the pointer was, and whether it has moved
    const swallow = e => e.stopImmediatePropagation()
    const release = e => {
      if (!held || e.pointerId != held.id) return
      if (held.moved) {
        end(held.svg)
        addEventListener('click', swallow, true)
        setTimeout(() => removeEventListener('click', swallow, true), 0)
      }
      held = undefined
    }
    addEventListener('pointerdown', e => {
      const svg = e.target.closest?.(selector)
      if (svg && !e.target.closest('.grab') && e.isPrimary && e.button == 0) held = { svg, x: e.clientX, y: e.clientY, moved: false, id: e.pointerId }
      else if (!e.isPrimary) held = undefined // two fingers do something else
    })
    addEventListener('pointermove', e => {
      if (!held || e.pointerId != held.id) return
      const [right, down] = [e.clientX - held.x, e.clientY - held.y]
      if (!held.moved && Math.hypot(right, down) < 4) return
      if (!held.moved) held.svg.setPointerCapture(e.pointerId)
      Object.assign(held, { x: e.clientX, y: e.clientY, moved: true })
      move(held.svg, right, down)
    })
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
  }

  // inPlace keeps what a reader has made of the drawings of the page for those that take their place: get and set of a drawing.
  const inPlace = () => {
    const kept = new WeakMap(), nth = svg => [...svg.closest('.output').querySelectorAll('svg.net')].indexOf(svg)
    return {
      get: svg => kept.get(svg.closest('.output'))?.[nth(svg)],
      set: (svg, view) => {
        const output = svg.closest('.output')
        kept.set(output, { ...kept.get(output), [nth(svg)]: view })
      }
    }
  }

  self.figures = { still: matchMedia('(prefers-reduced-motion: reduce)'), round, between, html, svg, onChange, onDrag, inPlace }
}
