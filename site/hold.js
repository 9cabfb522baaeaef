// While a reader drags a slider, what depends on it keeps its height where that falls, and what stands side by side stays so: what is
// compared does not move.
if (self.document) {
  let held // the slider, and the outputs that are held
  const grow = new ResizeObserver(seen => {
    for (const { target } of seen) {
      const height = target.offsetHeight
      if (height > target.least) target.style.minHeight = (target.least = height) + 'px'
    }
  })

  addEventListener('pointerdown', e => {
    if (!e.target.matches?.('.controls input[type=range]')) return
    release()
    held = { slider: e.target, outputs: [...document.querySelectorAll('.output')].filter(el => el.firstChild) }
    const heights = held.outputs.map(el => el.offsetHeight)
    held.outputs.forEach((el, i) => {
      const row = el.querySelector(':scope > .columns')
      if (row?.querySelector('svg.net') && getComputedStyle(row).display == 'flex') el.dataset.row = row.children[0].offsetLeft < row.lastElementChild.offsetLeft ? 'one' : 'many'
      el.least = heights[i]
      grow.observe(el)
    })
    held.outputs.forEach((el, i) => { el.style.minHeight = heights[i] + 'px' })
  }, true)

  // release lets go once all is computed. The slider stays where it is.
  const release = () => {
    if (!held) return
    const { slider, outputs } = held, top = slider.getBoundingClientRect().top
    held = undefined
    grow.disconnect()
    for (const el of outputs) {
      el.style.minHeight = ''
      delete el.dataset.row
    }
    const moved = slider.getBoundingClientRect().top - top
    if (moved) scrollBy(0, moved)
  }
  const settled = () => held?.done && !document.documentElement.hasAttribute('data-busy') && release()
  new MutationObserver(settled).observe(document.documentElement, { attributeFilter: ['data-busy'] })
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => {
    if (held) held.done = true
    setTimeout(settled, 100) // by then what the last value starts has begun
  })
}
