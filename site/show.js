// What results of cells change on the page. What each step of a slider needs is done here and not by the engine, which takes long for what is a
// call for each element: it hears of the rest (wasm/page/worker.go).
if (self.document) {
  const cells = new Map() // by id the elements of cells, with what the engine says of each: its output, picks, plain
  const updated = new Set() // cells whose outputs have become others to a reader
  const steady = CSS.supports('overflow-anchor', 'auto') // the browser keeps what is in view where it is

  // adopt returns the element of a cell, which it notes with what the engine says of the cell, or null.
  const adopt = (id, inline, picks) => {
    const root = document.querySelector(`[data-cell="${id}"]`)
    if (root) {
      Object.assign(root, { output: inline ? root : root.querySelector('.output'), picks })
      cells.set(id, root)
    }
    return root
  }

  // hearing returns what hears the messages of a kernel: it notes which cell runs, and shows the result of a cell that is plain, which was
  // done at last and shows nothing but its output. Of what is left the engine hears.
  let running, since
  const hearing = engine => {
    running = ''
    return event => {
      const { type, state, cell, html = '', controls = '', absent } = event.data, root = cells.get(cell)
      if (type == 'result' && state == 'running') {
        [running, since] = [cell, performance.now()]
        return
      }
      if (type == 'result' && running == cell || type == 'idle' && !absent) running = '' // absent cells go on in another engine
      if (type == 'result' && state == 'done' && root?.plain) {
        putOutput(root, html)
        if ((root.made ?? '') == controls) return
      }
      engine(event)
    }
  }

  // putOutput puts HTML in the output of a cell where that differs. The focus stays on the spot of a drawing that has it, and what is scrolled
  // stays scrolled.
  const putOutput = (root, html) => {
    const { output, html: before } = root, published = before == null // the builder's stays if it is the same to the letter
    if (html == before) return
    root.html = html
    const fresh = figures.html('template', { innerHTML: html }), { content } = fresh, formulas = topobook.book.math
    if (formulas) for (const tex of content.querySelectorAll('.tex')) if (formulas[tex.textContent]) setFormula(tex, formulas[tex.textContent])
    if (published && output.innerHTML == fresh.innerHTML) return
    if (!published || output.querySelector('svg') || output.textContent != content.textContent) updated.add(root)
    const spot = spotOf(output), release = hold()
    output.replaceChildren(content) // what is scrolled stays so: nothing asks for the layout in between
    prepareDrawings(root)
    if (spot) output.querySelector(spot)?.focus({ preventScroll: true })
    if (root != output && topobook.isNetwork) showSaving(root) // else the engine does that for all cells when it has started
    release()
  }

  // setFormula puts MathML in the place of its TeX. The policy of the page bars the styles that some of it has as attributes.
  const setFormula = (tex, mathml) => {
    const { content } = Object.assign(document.createElement('template'), { innerHTML: mathml.replaceAll(' style="', ' data-style="') })
    for (const el of content.querySelectorAll('[data-style]')) {
      el.style.cssText = el.dataset.style
      delete el.dataset.style
    }
    tex.replaceWith(content)
  }

  // firstOutputs has a kernel compute what the reader has changed while the engine was on its way, and returns a promise of its first
  // outputs, which it shows in one frame. The engine starts after that, and hears then of all that the kernel has said (takeOver in
  // wasm/page/worker.go); it starts at once where nothing is changed, or the kernel has more to say or is slow.
  const firstOutputs = (book, kernel) => new Promise(done => {
    delete topobook.asked
    const values = book.inputs.flatMap(({ name, value }) => {
      const label = document.querySelector(`[data-input="${CSS.escape(name)}"]`), chosen = label && valueOf(label)
      if (!label || chosen == value) return []
      echo(label)
      return [[name, chosen]]
    })
    if (!values.length) return done()
    for (const { id, inline, picks = [] } of book.cells) adopt(id, inline, picks.join(' '))
    for (const [name, value] of values) kernel.postMessage({ type: 'set', name, value })
    kernel.postMessage({ type: 'run', run: 1, view: cellsInView().split(' ') })
    const outputs = new Map(), show = inFrame(() => {
      for (const [root, html] of outputs) putOutput(root, html)
      outputs.clear()
      setTimeout(done) // after the frame
    })
    topobook.asked = { values: values.flat(), end: () => outputs.clear() }
    kernel.onmessage = e => {
      kernel.early.push(e)
      const { type, state, cell, html = '' } = e.data, root = cells.get(cell)
      if (type == 'ready' || state == 'running') return
      if (!root || state != 'done') return done()
      if (!outputs.size) setTimeout(show, 10) // with those that take no longer: a frame takes ten times that
      outputs.set(root, html)
    }
    setTimeout(done, 1000)
  })

  // spotOf returns a selector of the spot of a drawing within an output that has the focus.
  const spotOf = output => {
    const { activeElement: at } = document, spot = output.contains(at) && at.closest('[data-node], [data-link]')
    if (spot) return ['node', 'link'].filter(kind => spot.dataset[kind]).map(kind => `[data-${kind}="${CSS.escape(spot.dataset[kind])}"]`)[0]
  }

  // hold returns a function that scrolls back to where it was what the reader sees: the first block that begins in view or, if there is none,
  // the one that fills it. Browsers do so themselves, but for those of WebKit: elsewhere it does nothing.
  const hold = () => {
    if (steady || !scrollY) return () => {}
    const top = el => el.getBoundingClientRect().top
    let held, edge // of what sticks to the top
    for (let y = 0; y < innerHeight; y += 24) {
      const at = document.elementFromPoint(innerWidth / 2, y)?.closest('.prose > *, .cell > *')
      if (!at || at.matches('.controls')) continue
      if (!held) [held, edge] = [at, y - 24]
      if (top(at) >= edge) {
        held = at
        break
      }
    }
    const before = held && top(held)
    return () => { if (held && top(held) != before) scrollBy(0, top(held) - before) }
  }

  // valueOf returns the value that a control shows, as the kernel takes it.
  const fieldOf = label => label.querySelector('input, select')
  const valueOf = label => {
    const { type, checked, value } = fieldOf(label)
    return type == 'checkbox' ? String(checked) : value
  }

  // showValue makes a control show a value; a slider, one that it can have.
  const showValue = (label, value) => {
    const field = fieldOf(label), before = field.value
    if (field.type == 'checkbox') field.checked = value == 'true'
    else if (before != value) {
      field.value = value
      if (field.type == 'range' && field.value != value) field.value = before
    }
    echo(label)
  }

  // echo writes the value of a slider beside it.
  const echo = label => {
    const output = label.querySelector('output')
    if (output) output.textContent = valueOf(label)
  }

  // putControls makes the controls of a cell those in html. A control that stays is changed in place, so that one which the reader is using
  // goes on: the value of a field in which the reader types is the reader's, and so is that of one in ahead, names of what has another value
  // by now. It returns the values of the others, each after its name.
  const putControls = (root, html, ahead) => {
    if ((root.made ?? '') == html) return []
    root.made = html
    const controls = root.querySelector('.controls'), fresh = figures.html('div', { innerHTML: html }), active = document.activeElement
    const want = [...fresh.querySelectorAll('[data-input]')], have = [...controls.querySelectorAll('[data-input]')]
    const plays = within => within.querySelectorAll('.play').length, kind = label => label.dataset.input + ' ' + label.dataset.kind
    const values = want.filter(label => !ahead.includes(label.dataset.input)).flatMap(label => [label.dataset.input, valueOf(label)])
    if (want.map(kind).join() != have.map(kind).join() || plays(fresh) != plays(controls)) {
      const name = controls.contains(active) && active.closest('[data-input]')?.dataset.input
      controls.replaceChildren(...fresh.childNodes)
      cells.forEach(prepareDrawings) // other nodes may be picked now
      if (name) for (const label of document.querySelectorAll(`[data-input="${CSS.escape(name)}"]`)) fieldOf(label).focus({ preventScroll: true })
      return values
    }
    have.forEach((label, i) => {
      const late = ahead.includes(label.dataset.input), note = want[i].querySelector('.note')
      label.querySelector('.note')?.remove()
      if (note) label.append(note.cloneNode(true))
      morph(label, want[i], late)
      if (!late && !(label.contains(active) && active.matches('textarea, select, input:not([type=range], [type=checkbox])'))) showValue(label, valueOf(want[i]))
    })
    return values
  }

  // morph makes the element have like want in place: attributes, text, and children one by one; where the children do not pair up they
  // are replaced. keep leaves what shows the values of fields alone.
  const morph = (have, want, keep) => {
    for (const { name, value } of want.attributes) if (have.getAttribute(name) != value) have.setAttribute(name, value)
    for (const name of have.getAttributeNames()) if (!want.hasAttribute(name) && !name.startsWith('data-armed')) have.removeAttribute(name)
    const mine = [...have.children], theirs = [...want.children]
    if (keep && have.localName == 'output') return
    if (mine.length && mine.length == theirs.length && mine.every((el, i) => el.localName == theirs[i].localName)) mine.forEach((el, i) => morph(el, theirs[i], keep))
    else if (have.innerHTML != want.innerHTML) have.innerHTML = want.innerHTML
  }

  // takeUpdated returns how many outputs have become others since it was called last.
  const takeUpdated = () => {
    const { size } = updated
    updated.clear()
    return size
  }

  self.results = { cells, adopt, firstOutputs, hearing, running: () => running, runningFor: () => performance.now() - since, hold, putOutput, setFormula, putControls, valueOf, showValue, echo, takeUpdated }
}
