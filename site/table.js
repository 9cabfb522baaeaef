// What a reader does with tables: sort rows, and see in a drawing what a row names. Nothing is done before the pointer or the focus comes upon
// one. A table that the engine makes anew takes over what its reader has set.
if (self.document) {
  // publishedRows returns the rows of a table in their own order.
  self.publishedRows = table => {
    const rows = [...table.tBodies[0].rows].filter(row => !row.matches('.more'))
    if (rows[0]?.place == null) rows.forEach((row, i) => { row.place = i })
    return rows.sort((a, b) => a.place - b.place)
  }
  const collator = new Intl.Collator('en', { numeric: true })
  const wordsOf = cell => cell?.title || (cell?.querySelector('mark') ?? cell)?.textContent.trim() || ''
  const numberOf = cell => {
    const plain = wordsOf(cell).replace(/[\u2009\u202f%]/g, '').replace('\u2212', '-').replace('∞', 'Infinity')
      .replace(/^(?:(.*)×)?10([⁻⁰¹²³⁴-⁹]+)$/, (_, digits, power) => (digits ?? 1) + 'e' + Array.from(power, c => '-0123456789'['⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c)]).join(''))
    return plain && !isNaN(plain) ? +plain : undefined
  }
  // sort sorts the rows of a table by a column: numbers, then words, then nothing, whichever way.
  const sort = (table, column, order) => {
    const way = order == 'descending' ? -1 : 1, body = table.tBodies[0], more = body.querySelector('.more')
    const rows = publishedRows(table).map(row => ({ row, number: numberOf(row.cells[column]), words: wordsOf(row.cells[column]).replace(/^[–-]$/, '') }))
    const numbers = rows.some(({ number }) => number != null)
    const rank = ({ number, words }) => number != null ? 0 : words ? 1 : 2 // numbers, then words, then nothing
    if (order != 'none') {
      rows.sort((a, b) => rank(a) - rank(b) || (rank(a) ? (numbers ? 1 : way) * collator.compare(a.words, b.words) : way * (a.number - b.number)))
    }
    body.append(...rows.map(({ row }) => row), ...more ? [more] : [])
    const heads = [...table.tHead.rows[0].cells]
    heads.forEach((head, i) => {
      if (i == column && order != 'none') head.setAttribute('aria-sort', order); else head.removeAttribute('aria-sort')
    })
    table.sorted = order == 'none' ? undefined : { column, order, name: heads[column].textContent }
  }
  // takeTable makes a table ready for its reader: headers become buttons, and rows that name something are reached by keys.
  const takeTable = table => {
    if (table.taken) return
    table.taken = true
    const rows = publishedRows(table), drawn = drawnIn(table.closest('.output'))
    for (const head of rows.length > 1 && table.tHead ? table.tHead.querySelectorAll('th') : []) {
      const button = figures.html('button', { type: 'button', className: 'sort' })
      button.append(...head.childNodes)
      head.append(button)
    }
    let first = true
    for (const row of drawn.length ? rows : []) {
      const named = thingsOf(row, drawn)
      if (!named.size) continue
      row.tabIndex = first ? 0 : -1
      first = false
      for (const el of named) if (el.dataset.path) row.style.setProperty('--path', `var(--s${(el.dataset.path - 1) % 6})`)
    }
  }
  const next = { undefined: 'ascending', ascending: 'descending', descending: 'none' }
  const click = e => {
    const head = e.target.closest?.('.output .data thead th'), table = head?.closest('table')
    if (!head) return
    takeTable(table)
    if (head.querySelector('.sort')) sort(table, head.cellIndex, next[head.getAttribute('aria-sort') ?? undefined])
  }

  // drawnIn returns what the drawings of an output show.
  const drawnIn = output => [...output.querySelectorAll('svg.net')].map(svg => {
    const by = name => new Map([...svg.querySelectorAll(`[data-${name}]`)].map(el => [el.dataset[name], el])), paths = by('path')
    return { nodes: by('node'), links: by('link'), paths, ways: new Map([...paths.values()].map(el => [(el.getAttribute('aria-label') ?? el.querySelector('title').textContent).replace(/^path \d+: /, ''), el])) }
  })

  // thingsOf returns what a row names of that: nodes, links between those that it names one after the other, and paths. Of what is no
  // number, a cell names nodes if all that it says are such.
  const thingsOf = (row, drawn) => {
    const things = new Set()
    for (const { nodes, links, paths, ways } of drawn) {
      const all = []
      for (const cell of row.cells) {
        if (cell.matches('.num')) {
          if (row.closest('table').tHead?.rows[0].cells[cell.cellIndex]?.textContent == 'path') things.add(paths.get(cell.textContent))
          continue
        }
        const route = [...cell.querySelectorAll('.at')], text = cell.textContent.replace(/["()[\]]/g, '').trim()
        const words = route.length ? route.map(at => at.textContent) : nodes.has(text) ? [text] : text.split(/\s*(?:-\d+)?[>→–]\s*|,?\s+(?:to\s+)?/)
        if (!words.every(word => nodes.has(word))) continue
        all.push(...words)
        things.add(ways.get(words.join(' > ')))
      }
      all.forEach((u, i) => {
        things.add(nodes.get(u))
        things.add(links.get(u + ' ' + all[i + 1]) ?? links.get(all[i + 1] + ' ' + u))
      })
    }
    things.delete(undefined)
    return things
  }
  let named = []
  const name = els => {
    for (const el of named) el.classList.remove('named')
    named = [...els]
    for (const el of named) el.classList.add('named')
  }
  const rowOf = e => e.target.closest?.('.output:has(svg.net) .data tbody tr:not(.more)')
  const over = e => {
    const row = rowOf(e), thing = e.target.closest?.('.output:has(.data) svg.net :is([data-node], [data-link], [data-path])')
    if (row) {
      if (row == named[0]) return
      const things = thingsOf(row, drawnIn(row.closest('.output')))
      name(things.size ? [row, ...things] : [])
    } else if (thing) {
      const output = thing.closest('.output'), drawn = drawnIn(output)
      name([...output.querySelectorAll('.data tbody tr:not(.more)')].filter(row => thingsOf(row, drawn).has(thing)))
    } else if (named.length) name([])
  }
  const rove = e => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[e.key], row = by && e.target.matches?.('.output .data tbody tr') && e.target
    if (!row) return
    const rows = [...row.parentNode.children].filter(row => row.hasAttribute('tabindex')), to = rows[rows.indexOf(row) + by]
    e.preventDefault()
    if (!to) return
    row.tabIndex = -1
    to.tabIndex = 0
    to.focus()
  }

  whenReplaced(pairs => {
    for (const [old, fresh] of pairs('table.data')) {
      if (!old.taken) continue
      takeTable(fresh)
      const { column, order, name } = old.sorted ?? {}
      if (order && fresh.tHead?.rows[0].cells[column]?.textContent == name) sort(fresh, column, order)
    }
  })

  const enter = e => {
    const table = e.target.closest?.('.output .scroll')?.querySelector('.data')
    if (table) takeTable(table)
    over(e)
  }
  addEventListener('pointerover', enter)
  addEventListener('focusin', enter)
  addEventListener('keydown', rove)
  addEventListener('click', click)
  for (const e of self.touches ?? []) if (e.type == 'click') click(e) // what came before this script, see boot.js
}
