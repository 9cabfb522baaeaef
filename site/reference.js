// The reference: its examples become cells before boot.js looks at the page, and a box finds words.
(() => {
  const find = id => document.getElementById(id), data = find('notebook'), blank = find('example').content.firstElementChild
  const plain = text => text.toLowerCase().replaceAll('’', "'")
  const words = Array.from(document.querySelectorAll('.word'), at => ({ at, name: plain(at.id), text: plain(at.textContent) }))

  // The code of an example stands before what it shows. Its button is there before the engine, which replays a click on it.
  const cells = words.map(({ at }) => {
    const listing = at.querySelector(':scope > .listing'), source = listing.textContent, cell = blank.cloneNode(true), code = cell.querySelector('.code')
    cell.id = 'cell-' + at.id
    cell.dataset.cell = at.id
    code.querySelector('summary').textContent = 'Example'
    code.querySelector('code').replaceWith(listing.firstElementChild)
    const run = Object.assign(document.createElement('button'), { type: 'button', className: 'run', textContent: 'Run', title: 'Ctrl+Enter, in the code' })
    run.dataset.do = 'run'
    run.setAttribute('aria-label', 'Run the example of ' + at.id)
    code.querySelector('.tools').before(run)
    cell.prepend(code)
    listing.replaceWith(cell)
    return { id: at.id, source, line: 1 }
  })
  data.textContent = JSON.stringify({ ...JSON.parse(data.textContent), cells })

  const framed = document.documentElement.classList.contains('embed') && find('cell-' + location.search.match(/=([\w-]*)/)[1])
  if (framed) addEventListener('load', () => { // nothing is published that the frame could show
    for (const type of ['pointerdown', 'click']) framed.querySelector('.run').dispatchEvent(new Event(type, { bubbles: true }))
  })

  const box = find('find'), found = find('found'), groups = document.querySelectorAll('.prose > section')
  let first

  // What is sought stands in the address, as in #find:fat+tree, so that it can be linked. To the engine that is the place of the box.
  const wrap = document.querySelector('.find'), mark = '#find:'
  const note = () => {
    const to = '#' + wrap.id
    if (to != mark || location.hash.startsWith(mark)) history.replaceState(null, '', to == mark ? location.pathname + location.search : to)
  }
  const follow = () => {
    if (!location.hash.startsWith(mark)) return
    box.value = decodeURIComponent(location.hash.slice(mark.length)).replaceAll('+', ' ')
    search()
  }
  const search = () => {
    const parts = plain(box.value).split(/\s+/).filter(Boolean), query = parts.join(' ')
    const rank = ({ name, text }) => !parts.every(part => text.includes(part)) ? 0 : name == query ? 4 : name.startsWith(query) ? 3 : name.includes(query) ? 2 : 1
    let count = 0, best = 0
    first = null
    for (const word of words) {
      const is = rank(word)
      word.at.hidden = !is
      count += is > 0
      if (is > best) [best, first] = [is, word.at]
    }
    for (const group of groups) group.hidden = !group.querySelector('.word:not([hidden])')
    document.body.classList.toggle('finding', parts.length)
    wrap.id = 'find:' + parts.join('+')
    found.textContent = !parts.length ? '' : !count ? 'No word matches.' : `${count} of ${words.length} match${count == 1 ? 'es' : ''}. Enter goes to ${first.id}.`
  }
  const clear = () => {
    box.value = ''
    search()
    note()
  }
  box.addEventListener('input', () => {
    search()
    note()
  })
  box.addEventListener('keydown', e => {
    if (e.isComposing) return
    if (e.key == 'Escape') clear()
    if (e.key != 'Enter' || !box.value.trim() || !first) return
    e.preventDefault()
    if (location.hash == '#' + first.id) first.scrollIntoView()
    location.hash = first.id
    first.querySelector('h3 a').focus({ preventScroll: true })
  })
  addEventListener('keydown', e => {
    if (e.key != '/' || e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, textarea, select, [contenteditable]')) return
    e.preventDefault()
    box.select()
    box.focus()
  })
  addEventListener('hashchange', () => { // a link to a word that is not among those found
    follow()
    const to = document.querySelector(':target')
    if (!to?.closest('[hidden]')) return
    clear()
    to.scrollIntoView()
  })
  document.querySelector('.keys').addEventListener('click', e => {
    e.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
  })
  follow()
  if (box.value) search() // which the browser has kept
})()
