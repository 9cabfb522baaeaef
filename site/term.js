// The definition of a term shows beside it: under the pointer, with the focus, and by the first touch, from where a link leads to the glossary.
// It stays while the pointer is on it, and Escape takes it away (WCAG 1.4.13). Definitions are those of the glossary's page.
{
  const note = html('div', { id: 'term-note', className: 'term-note', role: 'note', hidden: true })
  let page, shown, later
  const entries = href => page ??= fetch(href).then(response => {
    if (!response.ok) throw Error(response.status)
    return response.text()
  }).then(text => new DOMParser().parseFromString(text, 'text/html')).then(doc => {
    if (!doc.querySelector('.foot')) throw Error('arrived damaged')
    return doc
  }).catch(e => {
    page = undefined
    throw e
  })

  // definition returns what stands below the heading of a term, without links, as the note has one.
  const definition = (doc, id) => {
    const head = doc.getElementById(id), parts = [html('strong', {}, ...head.childNodes)]
    for (let el = head.nextElementSibling; el && !el.matches('h2, h3, section'); el = el.nextElementSibling) parts.push(el)
    const all = html('div', {}, ...parts.map(el => document.importNode(el.cloneNode(true), true)))
    for (const link of all.querySelectorAll('a')) link.replaceWith(...link.childNodes)
    return [...all.children]
  }
  const place = term => {
    const boxes = term.getClientRects(), box = boxes[0], { width, height } = note.getBoundingClientRect(), room = document.documentElement.clientWidth
    note.style.left = scrollX + Math.max(8, Math.min(room - width - 8, box.left)) + 'px'
    const above = box.top - height - 6, below = boxes[boxes.length - 1].bottom + 6, top = document.querySelector('.top').getBoundingClientRect().bottom
    note.style.top = scrollY + (below + height > innerHeight && above > Math.max(0, top) ? above : below) + 'px'
  }
  const hide = () => {
    clearTimeout(later)
    shown?.removeAttribute('aria-describedby')
    shown = undefined
    note.hidden = true
  }
  const show = async (term, byTouch) => {
    clearTimeout(later)
    if (shown == term) return
    hide()
    shown = term
    const { href, hash } = term
    try {
      const parts = definition(await entries(href.split('#')[0]), decodeURIComponent(hash.slice(1)))
      if (shown != term) return
      note.replaceChildren(...parts)
      if (byTouch) note.append(html('p', {}, html('a', { href }, 'In the glossary')))
      document.body.append(note)
      note.hidden = false
      term.setAttribute('aria-describedby', note.id)
      place(term)
    } catch (e) {
      if (shown == term) shown = undefined
      if (byTouch) location.href = href // it is a link after all
    }
  }
  const soon = (call, wait) => {
    clearTimeout(later)
    later = setTimeout(call, wait)
  }
  const over = e => {
    if (e.pointerType == 'touch') return
    const term = e.target.closest?.('.term')
    if (term) return term == shown ? clearTimeout(later) : soon(() => show(term), 120)
    if (note.contains(e.target)) return clearTimeout(later)
    if (shown && shown == document.activeElement) return
    soon(hide, shown ? 250 : 0)
  }
  addEventListener('pointerover', over)
  addEventListener('focusin', e => {
    const term = e.target.closest?.('.term')
    if (term?.matches(':focus-visible')) show(term); else if (!note.contains(e.target)) hide()
  })
  addEventListener('keydown', e => {
    if (e.key != 'Escape' || !shown) return
    e.stopPropagation()
    hide()
  }, true)
  let touched
  addEventListener('pointerdown', e => {
    touched = e.pointerType == 'touch'
    if (shown && !note.contains(e.target) && e.target.closest?.('.term') != shown) hide()
  }, true)
  addEventListener('click', e => {
    const term = e.target.closest?.('.term')
    if (!term || !touched || term == shown) return
    e.preventDefault()
    show(term, true)
  })
  findIn.term = (term, type, byTouch) => {
    touched = byTouch
    if (byTouch ? type == 'click' : term.matches(type == 'focusin' ? ':focus-visible' : ':hover')) show(term, byTouch)
  }
}
