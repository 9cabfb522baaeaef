// A page that was split leads links that set what is now in a chapter to that chapter, with one sentence there.
{
  const mark = 'topobook-moved'

  // editsIn returns the ids of the cells whose code a link brings (notebooks/link/edits.go): four bytes, and for each cell the length of its id, that id,
  // and the length of its code, packed, and that. Links before version 3 have them packed, too.
  const editsIn = value => {
    try {
      const bytes = Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt()), ids = []
      let at = 4
      const length = () => {
        for (let n = 0, shift = 0; ; shift += 7) {
          const byte = bytes[at++]
          if (byte == null) throw Error('cut off')
          n += (byte & 127) * 2 ** shift
          if (byte < 128) return n
        }
      }
      while (at < bytes.length) {
        const n = length()
        ids.push(new TextDecoder().decode(bytes.subarray(at, at += n)))
        const packed = length()
        at += packed
      }
      return ids.every(id => /^[a-z][a-z0-9-]*$/.test(id)) ? ids : []
    } catch { return [] }
  }
  // namesIn returns what a link names: inputs, cells, or a place.
  const namesIn = hash => {
    const text = hash.slice(1)
    if (!text.includes('=')) return [text.startsWith('cell-') ? ['cells', text.slice(5)] : ['places', decodeURIComponent(text)]]
    const named = []
    for (const part of text.split('&')) {
      const [key, value = ''] = part.split('=', 2)
      if (key == 'e') named.push(...editsIn(value).map(id => ['cells', id]))
      else if (key != 'd' && key != 'v') named.push(['inputs', key.replace(/^~/, '')])
    }
    return named
  }
  // where returns the page that has more of what a link names than this one has, and all that it has, or nothing.
  const where = (pages, here, names) => {
    const has = page => names.filter(([kind, name]) => page[kind]?.includes(name)).length
    const best = pages.reduce((best, page) => has(page) > has(best) ? page : best, here)
    return best == here ? undefined : best
  }
  // moved leads to the page of the paper that has what the address names, or the cell of a frame, and tells whether it does.
  self.moved = async (book, cell) => {
    const { hash, search } = location, names = cell ? [['cells', cell]] : namesIn(hash)
    if (!names.length) return false
    const pages = await readJSON(book.names), here = pages.find(page => page.slug == book.slug), to = where(pages, here, names)
    if (!to) return false
    const verb = hash.includes('=') ? 'sets' : 'leads to', place = to == pages[0] ? `on the main page, ${to.title}` : `in the chapter ${to.title}`
    try { if (!cell) sessionStorage[mark] = `${to.slug} What this link ${verb} is now ${place}.` } catch {}
    location.replace(full(to.slug + '.html') + search + hash)
    return true
  }
  // arrived says so on the page that a link was led to.
  self.arrived = book => {
    const [, slug, text] = sessionStorage[mark].match(/^(\S+) (.*)/)
    delete sessionStorage[mark]
    if (slug == book.slug) document.getElementById('notice').before(html('p', { className: 'moved', role: 'status', textContent: text }))
  }
}
// What was done before this script was there.
self.finder = (at, type, byTouch) => {
  if (at.id == 'search') findIn.search()
  else if (at.matches('.term')) findIn.term(at, type, byTouch)
  else if (type == 'click') findIn.cite(at)
}
