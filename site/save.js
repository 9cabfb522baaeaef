// What a reader takes along from a cell: its drawings and tables, as files and in the clipboard, and the cell itself as a frame for
// another page. The page calls showSaving for each cell that it shows (wasm/page/save.go), and makes the files of networks itself.
if (self.document) {
  // cellsInView returns the ids of the cells that the reader sees, and some beside, with spaces between.
  const inView = new Set(), watch = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target)
  })
  const watched = new WeakSet(), watchCells = () => {
    for (const el of document.querySelectorAll('[data-cell]')) {
      if (!watched.has(el)) watch.observe(el)
      watched.add(el)
    }
  }
  watchCells()
  self.cellsInView = () => {
    if (topobook.book.playground) watchCells() // where cells come and go
    return [...inView].map(el => el.dataset.cell).join(' ')
  }

  const margin = 12 // around a saved drawing, as package draw's Standalone has it
  const largest = 8192 // pixels of a picture's side: more than that is too much for some browsers

  const asked = Object.create(null), isNetwork = name => asked[name] ??= topobook.isNetwork(name) // the engine, of which that takes long
  const labelled = (el, label) => { el.setAttribute('aria-label', label); return el }
  const partsOf = ({ output }) => {
    const parts = [...output.querySelectorAll('svg:not(.sample), table')]
    return [...parts.filter(part => part.localName == 'svg'), ...parts.filter(part => part.localName != 'svg')]
  }

  // showSaving puts the buttons for what a cell shows beside it.
  self.showSaving = cell => {
    const { output } = cell, parts = partsOf(cell)
    const networks = parts.map(part => part.dataset.network && isNetwork(part.dataset.network))
    const made = parts.map((part, i) => part.localName + networks[i]).join() + !output.firstChild
    let bar = cell.querySelector('.save')
    if (bar?.made == made) return
    bar?.remove()
    if (!output.firstChild || !cell.matches('.cell')) return // the check of an exercise is none
    bar = figures.html('div', { className: 'save', made })
    const button = (text, label, onclick) => bar.append(labelled(figures.html('button', { type: 'button', textContent: text, onclick }), label))
    const choice = (text, label, options, choose) => {
      const el = labelled(figures.html('select', {}, figures.html('option', { value: '', textContent: text })), label)
      for (const [value, title] of options) el.append(figures.html('option', { value, textContent: value, title }))
      el.onchange = () => {
        const { value } = el
        el.selectedIndex = 0
        choose(value)
      }
      bar.append(el)
    }
    const count = {} // by kind
    parts.forEach(({ localName }, i) => {
      const nth = count[localName] = (count[localName] ?? 0) + 1
      const part = () => partsOf(cell)[i] // as it is by then
      const name = () => `${topobook.slug}-${cell.dataset.cell}` + (nth > 1 ? `-${nth}` : '')
      if (localName == 'svg') {
        button('SVG', 'Save the drawing as SVG', () => saveSVG(part(), name()))
        button('PNG', 'Save the drawing as PNG', () => savePNG(part(), name()))
        if (networks[i]) choice('network', 'Save the network as', topobook.formats, format => topobook.saveNetwork(part().dataset.network, format))
      } else {
        button('CSV', 'Save the table as CSV', () => saveCSV(part(), name()))
        choice('copy', 'Copy the table as', [['tab-separated', 'for a spreadsheet'], ['Markdown', 'for a text']],
          how => copy(how == 'Markdown' ? markdown(part()) : separated(part()), 'The table'))
      }
    })
    if (framing()) button('Embed', 'Embed this cell in another page', () => embedCode(cell))
    cell.querySelector('.output-figure').append(bar)
  }

  // download hands a file to the reader.
  const download = (name, type, content) => {
    const href = URL.createObjectURL(new Blob([content], { type }))
    figures.html('a', { href, download: name }).click()
    setTimeout(() => URL.revokeObjectURL(href), 10000)
    topobook.say(`Saved ${name}.`)
  }

  // keyOf returns the legend below a drawing for a file: its height, and its entries where they stand.
  const keyOf = (svg, width) => {
    const entries = [...svg.parentNode.querySelectorAll(':scope > svg + .key > span')].filter(span => span.parentNode.previousElementSibling == svg)
    let x = 0, y = 24
    const at = entries.map(span => {
      const wide = 46 + 6.2 * span.textContent.length
      if (x && x + wide > width) [x, y] = [0, y + 18]
      x += wide
      return [x - wide, y]
    })
    const rows = top => entries.map((span, i) => {
      const g = figures.svg('g', { transform: `translate(${at[i][0]} ${top + at[i][1] - 10})` })
      g.append(...span.firstChild.cloneNode(true).childNodes, figures.svg('text', { x: 31, y: 10 }, span.textContent))
      return g
    })
    return { height: entries.length ? y + 6 : 0, rows }
  }

  // drawing returns a drawing as a file that needs no page: as published, without what the page put on it, with its style in light
  // colours and paper under and around it.
  const drawing = async svg => {
    const sheet = document.querySelector('link[rel=stylesheet], style') // the style of drawings stands in front of the first font
    const css = sheet.href ? await (await fetch(sheet.href)).text() : sheet.textContent
    const style = css.slice(0, css.indexOf('@font-face')).replace('max-width:100%;height:auto;', '').replace(/var\(--\w+,([^()]*)\)/g, '$1')
    hideTip() // of spots.js
    const copy = svg.cloneNode(true)
    for (const el of copy.querySelectorAll('[tabindex], .near, .self, .grab')) {
      for (const name of ['tabindex', 'role', 'aria-label', 'aria-description']) el.removeAttribute(name)
      el.classList.remove('near', 'self', 'grab')
    }
    copy.classList.remove('focused', 'watched', 'turns', 'seen', 'zooms', 'zoomed', 'means')
    copy.querySelector('.messages')?.remove() // of motion.js
    for (const name of ['tabindex', 'aria-description']) copy.removeAttribute(name)
    for (const el of copy.querySelectorAll('.without, .named')) el.classList.remove('without', 'named') // of chart.js
    const texts = svg.querySelectorAll('text')
    copy.querySelectorAll('text').forEach((text, i) => { // boot.js has fitted them
      text.removeAttribute('style')
      text.removeAttribute('dy')
      text.classList.remove('off')
      if (!text.classList.length) text.removeAttribute('class')
      if (texts[i].own) text.textContent = texts[i].own[1]
    })
    for (const text of copy.querySelectorAll('text.added')) text.remove() // of zoom.js
    copy.removeAttribute('style') // it fits the drawing to a page
    const { width, height } = svg.whole ?? svg.viewBox.baseVal, key = keyOf(svg, width), w = width + 2 * margin, h = height + key.height + 2 * margin
    for (const [key, value] of Object.entries({ role: 'img', width: w, height: h, viewBox: `${-margin} ${-margin} ${w} ${h}` })) copy.setAttribute(key, value)
    copy.prepend(figures.svg('style', {}, style), figures.svg('rect', { x: -margin, y: -margin, width: '100%', height: '100%', fill: '#fffdf8', stroke: 'none' }))
    copy.append(...key.rows(height))
    return { text: new XMLSerializer().serializeToString(copy), w, h }
  }

  const saveSVG = async (svg, name) => download(name + '.svg', 'image/svg+xml', (await drawing(svg)).text)

  // savePNG saves a drawing as the browser paints it, with two pixels a unit where that is not too large.
  const savePNG = async (svg, name) => {
    const { text, w, h } = await drawing(svg), scale = Math.min(2, largest / Math.max(w, h))
    const image = new Image(), src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
    await new Promise((done, fail) => Object.assign(image, { onload: done, onerror: fail, src }))
    const canvas = figures.html('canvas', { width: Math.ceil(w * scale), height: Math.ceil(h * scale) })
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
    URL.revokeObjectURL(src)
    canvas.toBlob(png => download(name + '.png', 'image/png', png))
  }

  // rows returns the texts of a table: numbers with all their digits, which a title has, and without thin spaces, and quoted what
  // a spreadsheet would take for a formula.
  const rows = table => Array.from(table.rows, row => Array.from(row.cells, cell => {
    const text = cell.title || cell.textContent.trim(), plain = text.replace(/[\u2009\u202f]/g, '').replace('\u2212', '-')
    if (plain && !isNaN(plain)) return plain
    return text.length > 1 && /^[=+\-@]/.test(text) ? "'" + text : text
  }))
  const quoted = field => /[,"\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
  const saveCSV = (table, name) => download(name + '.csv', 'text/csv;charset=utf-8', rows(table).map(row => row.map(quoted).join() + '\r\n').join(''))
  const separated = table => rows(table).map(row => row.map(field => field.replace(/[\t\r\n]+/g, ' ')).join('\t') + '\n').join('')

  // markdown returns a table as GitHub's Markdown has it. One without a head has an empty one.
  const markdown = table => {
    const line = fields => `| ${fields.join(' | ')} |\n`, body = [...table.tBodies].flatMap(part => [...part.rows])
    const texts = Array.from(table.rows, row => Array.from(row.cells, cell => cell.textContent.trim().replace(/[\\`*_<>[\]|]/g, '\\$&').replace(/[\t\r\n]+/g, ' ')))
    const columns = Math.max(...texts.map(row => row.length))
    const rule = Array.from({ length: columns }, (_, i) => ({ num: '---:', mid: ':---:' })[body[0]?.cells[i]?.className] ?? '---')
    const head = table.tHead ? texts.shift() : Array(columns).fill('')
    return [head, rule, ...texts].map(line).join('')
  }

  // copy puts a text in the clipboard; where the browser does not allow that, a dialog shows it.
  const copy = (text, what) => {
    const byHand = () => show('Copy', figures.html('p', { textContent: 'The browser does not let this page copy: do it from here.' }), field(text, what))
    return navigator.clipboard ? navigator.clipboard.writeText(text).then(() => topobook.say(`${what} is in the clipboard.`), byHand) : byHand()
  }
  const field = (value, label) => labelled(figures.html('textarea', { value, readOnly: true, rows: 4, onfocus: e => e.target.select() }), label)

  // show shows a dialog.
  const show = (title, ...content) => {
    const heading = figures.html('h2', { id: 'dialog-title', textContent: title })
    const form = figures.html('form', { method: 'dialog' }, figures.html('button', { textContent: 'Close' }))
    const dialog = figures.html('dialog', { className: 'take', onclose: () => dialog.remove() }, heading, ...content, form)
    dialog.setAttribute('aria-labelledby', heading.id)
    document.body.append(dialog)
    dialog.showModal()
  }

  // framing tells whether the page has an address at which a frame finds it.
  const framing = () => !self.carried && !topobook.book.playground && !document.documentElement.classList.contains('embed') && /^http/.test(location)

  // embedCode shows what puts a cell on another page, with the inputs as they are: see embed.js.
  const embedCode = cell => {
    const id = cell.dataset.cell, { picks = [] } = topobook.book.cells.find(data => data.id == id)
    const names = new Set(picks.flatMap(group => group.split(' ')))
    const inputs = topobook.inputs().split('&').filter(part => names.has(part.split('=')[0].replace('~', '')))
    const src = location.href.split(/[?#]/)[0] + '?' + [`embed=${id}`, ...inputs].join('&') + '#' + cell.id
    const escaped = text => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt()};`)
    const code = `<iframe src="${escaped(src)}" title="${escaped(document.title)}" style="width: 100%; height: ${cell.querySelector('.output-figure').offsetHeight + 130}px; border: 0" loading="lazy"></iframe>`
    const tag = name => `<${name}>` // the end of a script may not stand here: a notebook in one file has this text in one
    const script = `${tag('script')}
addEventListener('message', e => {
  if (e.data?.topobook != 'height') return
  for (const frame of document.querySelectorAll('iframe')) if (frame.contentWindow == e.source) frame.style.height = e.data.height + 'px'
})
${tag('/script')}`
    const part = (text, label, says) => [figures.html('p', { textContent: says }), field(text, label),
      figures.html('p', {}, figures.html('button', { type: 'button', textContent: 'Copy', onclick: () => copy(text, label) }))]
    show('Embed this cell in another page', ...part(code, 'The code of the frame', 'Put this where the cell is to stand. It starts with the values that you see.'),
      ...part(script, 'The script', 'A frame tells how high it wants to be. This, once in the page, follows it:'),
      ...cell.matches('[data-edited], [data-edited-upstream]') ? [figures.html('p', { textContent: 'The code that you have changed is not in it: others see the published one.' })] : [])
  }
}
