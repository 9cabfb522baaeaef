// The box that finds pages, sections, claims, builtins, networks and terms: a combobox whose list is below it. Its index is fetched with
// the first focus.
{
  const box = document.getElementById('search'), most = 12, mostOfKind = 5

  // folded returns a text in lower case without accents, its words with spaces between.
  const folded = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[’'`]/g, '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const squeezed = text => text.replaceAll(' ', ''), stem = word => word.replace(/(?<=\w{3}[^s])s$/, '') // of a plural

  let entries, coming, lost, options = [], active = -1
  const read = () => coming ??= readJSON(paths.index).then(({ kinds, pages, entries: list }) => {
    entries = list.map(([kind, page, title, place, text, more = ''], i) => {
      const [slug, name, partOf] = pages[page], words = folded(title), all = ' ' + words + ' ' + folded(text + ' ' + more + (kind ? '' : ' ' + partOf)) + ' '
      return { i, kind, kindName: kinds[kind], title, text, words, squeezed: squeezed(words), all, others: more.split(', ').map(text => squeezed(folded(text))), where: kind ? name : partOf, href: full(slug + '.html') + (place && '#' + encodeURIComponent(place).replace(/%2F/g, '/')) }
    })
  }).catch(e => { coming = undefined; lost = e.message })

  // rank says how good an entry is for words that are sought, 0 where one is missing: titles come before texts, and whole words before beginnings.
  // Words that are written together here and apart there are found too.
  const rank = (entry, words, together) => {
    const { words: title, squeezed: one, all, others } = entry
    if (one == together) return 9
    if (others.includes(together)) return 8
    const whole = words.every(word => (' ' + title + ' ').includes(' ' + word + ' ')), stems = words.map(stem), begins = stems.every(word => (' ' + title).includes(' ' + word))
    if (one.startsWith(together)) return whole ? 7 : 6
    if (whole) return 5
    if (begins) return 4
    if (together.length > 2 && one.includes(together)) return 3
    if (words.every(word => all.includes(' ' + word + ' '))) return 2
    if (stems.every(word => all.includes(' ' + word))) return 1
    return 0
  }
  const found = query => {
    const words = folded(query).split(' '), together = squeezed(folded(query)), count = {}
    if (!together) return
    const ranked = entries.map(entry => ({ entry, rank: rank(entry, words, together) })).filter(({ rank }) => rank)
      .sort((a, b) => b.rank - a.rank || a.entry.kind - b.entry.kind || a.entry.words.length - b.entry.words.length || a.entry.i - b.entry.i)
    const shown = ranked.filter(({ entry: { kind } }) => (count[kind] = (count[kind] ?? 0) + 1) <= mostOfKind).slice(0, most).map(({ entry }) => entry)
    return { shown, all: ranked.length }
  }

  const list = html('div', { id: 'search-list', role: 'listbox', hidden: true }), status = html('p', { className: 'search-status', role: 'status' })
  list.setAttribute('aria-label', 'Results')
  box.setAttribute('aria-controls', list.id)
  box.after(list, status)

  const close = () => {
    list.hidden = true
    box.setAttribute('aria-expanded', false)
    move(-1)
  }
  const move = to => {
    options[active]?.removeAttribute('aria-selected')
    active = to
    const option = options[active]
    option?.setAttribute('aria-selected', true)
    option?.scrollIntoView({ block: 'nearest' })
    if (option) box.setAttribute('aria-activedescendant', option.id); else box.removeAttribute('aria-activedescendant')
  }
  // marked returns a text with the words that are sought marked in it.
  const marked = (text, words) => {
    const parts = []
    for (const [part] of text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
      const plain = folded(part), hit = plain && words.find(word => plain.startsWith(word))
      parts.push(hit ? html('mark', {}, part) : part)
    }
    return parts
  }
  // excerpt returns what of a long text stands around the first of the words.
  const excerpt = (text, words) => {
    const at = !words.length ? 0 : text.search(new RegExp('(?<![\\p{L}\\p{N}])(?:' + words.join('|') + ')', 'iu')), from = at < 60 ? 0 : text.indexOf(' ', at - 40) + 1
    return (from ? '… ' : '') + text.slice(from, from + 150) + (text.length > from + 150 ? ' …' : '')
  }
  const show = () => {
    const query = box.value, words = folded(query).split(' ').filter(Boolean).map(stem), result = entries && words.length ? found(query) : undefined
    options = []
    if (!result) {
      close()
      status.textContent = words.length && !coming ? `The index of the search did not come (${lost}): type on to try again.` : ''
      return
    }
    const groups = new Map()
    for (const entry of result.shown) {
      if (!groups.has(entry.kindName)) {
        const head = html('div', { id: 'search-' + entry.kind, className: 'kind' }, entry.kindName), group = html('div', { role: 'group' }, head)
        head.setAttribute('role', 'presentation')
        group.setAttribute('aria-labelledby', head.id)
        groups.set(entry.kindName, group)
      }
      const option = html('a', { role: 'option', href: entry.href, tabIndex: -1 }, html('b', {}, ...marked(entry.title, words)))
      option.setAttribute('aria-selected', false)
      if (entry.where && entry.where != entry.title) option.append(' ', html('span', { className: 'where' }, entry.where))
      if (entry.text) option.append(html('span', { className: 'text' }, ...marked(excerpt(entry.text, entry.words.includes(words[0]) ? [] : words), words)))
      groups.get(entry.kindName).append(option)
    }
    list.replaceChildren(...groups.values())
    if (!result.all) list.append(html('p', {}, `Nothing is found for “${query.trim()}”.`))
    options = [...list.querySelectorAll('[role=option]')]
    options.forEach((option, i) => { option.id = 'search-option-' + i })
    list.hidden = false
    list.style.left = Math.max(8, Math.min(box.offsetLeft, document.documentElement.clientWidth - list.offsetWidth - 16)) + 'px'
    box.setAttribute('aria-expanded', options.length > 0)
    move(-1)
    const { all } = result, cut = all > options.length ? ` The best ${options.length} are shown.` : ''
    status.textContent = all ? `${all} result${all == 1 ? '' : 's'}.${cut} Enter opens the first, the arrow keys choose.` : 'Nothing is found.'
  }
  const leave = e => {
    if (!list.contains(e.relatedTarget)) setTimeout(() => { if (document.activeElement != box) close() }, 150)
  }
  const keys = {
    ArrowDown: () => options.length && move((active + 1) % options.length),
    ArrowUp: () => options.length && move((active <= 0 ? options.length : active) - 1),
    Escape: () => {
      if (list.hidden) { box.value = ''; status.textContent = '' }
      close()
    },
    Enter: () => (options[active] ?? options[0])?.click()
  }
  box.addEventListener('input', () => read().then(show))
  box.addEventListener('focus', () => read().then(show))
  box.addEventListener('blur', leave)
  box.addEventListener('keydown', e => {
    if (e.isComposing || !keys[e.key] || (list.hidden && e.key != 'Escape' && e.key != 'Enter')) return
    e.preventDefault()
    e.stopPropagation()
    if (e.key == 'Enter') read().then(() => { if (list.hidden) show(); keys.Enter() }); else keys[e.key]()
  })
  list.addEventListener('pointerdown', e => e.preventDefault()) // the focus stays in the box
  list.addEventListener('click', e => {
    const link = e.target.closest('a')
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return
    close()
    box.blur()
    if (link.href.split('#')[0] != location.href.split(/[?#]/)[0]) return
    e.preventDefault() // a place on this page: also where its address says so already
    location.hash = link.hash
    const at = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    for (let el = at; el; el = el.parentElement) if (el.localName == 'details') el.open = true
    at?.scrollIntoView()
  })
  self.findIn = { search: () => read().then(show) }
}
