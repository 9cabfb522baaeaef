// The words of a text as tiles, which are put in another order by dragging or with Shift and the arrow keys: text_input(…, tiles=True).
if (self.document) {
  const wordsOf = field => field.value.trim().split(/\s+/).filter(Boolean)
  const fieldOf = tiles => tiles.previousElementSibling.querySelector('input')

  // show makes the tiles those of the field.
  const show = tiles => {
    const field = fieldOf(tiles), words = wordsOf(field), had = [...tiles.children].indexOf(document.activeElement)
    if (tiles.dataset.of == field.value) return
    tiles.dataset.of = field.value
    tiles.replaceChildren(...words.map((word, i) => figures.html('button', { type: 'button', textContent: word, title: 'Drag it, or move it with Shift and an arrow key', tabIndex: i == Math.max(0, had) ? 0 : -1 })))
    tiles.children[had]?.focus({ preventScroll: true })
  }
  // move takes a tile to another place, and gives the field the new order.
  const move = (tile, to) => {
    const tiles = tile.parentNode, field = fieldOf(tiles), all = [...tiles.children], from = all.indexOf(tile)
    if (to < 0 || to >= all.length || to == from) return
    all.splice(to, 0, all.splice(from, 1)[0])
    field.value = tiles.dataset.of = all.map(tile => tile.textContent).join(' ')
    tiles.insertBefore(tile, tiles.children[to > from ? to + 1 : to])
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const focusOn = tile => {
    if (!tile) return
    for (const other of tile.parentNode.children) other.tabIndex = other == tile ? 0 : -1
    tile.focus({ preventScroll: true })
  }

  const adopt = () => {
    for (const field of document.querySelectorAll('.controls input[data-tiles]')) {
      const label = field.closest('.input')
      let tiles = label.nextElementSibling
      if (!tiles?.matches('.tiles')) {
        tiles = figures.html('div', { className: 'tiles', role: 'group', ariaLabel: label.querySelector('.name').textContent + ', to be put in order' })
        label.after(tiles)
      }
      if (!held || held.parentNode != tiles) show(tiles)
    }
  }

  let held
  addEventListener('pointerdown', e => {
    const tile = e.target.closest?.('.tiles > button')
    if (!tile || e.button) return
    held = tile
    tile.classList.add('held')
    focusOn(tile)
  })
  addEventListener('pointermove', e => {
    if (!held) return
    const over = document.elementFromPoint(e.clientX, e.clientY)?.closest('.tiles > button')
    if (over && over != held && over.parentNode == held.parentNode) {
      move(held, [...over.parentNode.children].indexOf(over))
      focusOn(held)
    }
  })
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(end, () => {
      held?.classList.remove('held')
      held = undefined
    })
  }
  addEventListener('keydown', e => {
    const tile = e.target.closest?.('.tiles > button'), by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key]
    if (!tile || !by) return
    e.preventDefault()
    const all = [...tile.parentNode.children], at = all.indexOf(tile)
    if (e.shiftKey) move(tile, at + by)
    focusOn(e.shiftKey ? tile : all[at + by])
  })
  figures.onChange(adopt)
  addEventListener('change', () => setTimeout(adopt, 0))
}
