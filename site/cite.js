// How the paper that a page explains is cited, and how the page itself is, or a claim: a line and BibTeX to copy, and a link that computes
// everything again and compares.
{
  let dialog
  const copy = (text, status) => navigator.clipboard?.writeText(text).then(() => { status.textContent = 'Copied.' }, () => { status.textContent = 'Copy it by hand.' }) ?? (status.textContent = 'Copy it by hand.')
  const field = (label, text, status) => {
    const area = html('textarea', { readOnly: true, value: text, spellcheck: false })
    area.rows = Math.min(12, text.split('\n').reduce((rows, line) => rows + Math.ceil((line.length || 1) / 62), 0))
    area.setAttribute('aria-label', label)
    area.addEventListener('focus', () => area.select())
    const button = html('button', { type: 'button', textContent: 'Copy ' + label, onclick: () => copy(text, status) })
    return html('div', { className: 'citation' }, area, button)
  }
  const slugHere = () => document.body.dataset.notebook

  // what returns the slug and, if one is meant, what to say of a claim.
  const what = claim => {
    if (!claim) return { slug: slugHere() }
    const id = claim.querySelector('.id'), link = id.closest('a') ?? claim.querySelector('a:has(.id)'), verdict = ['holds', 'fails', 'restricted', 'slip', 'undecided'].find(name => claim.classList.contains(name))
    return { slug: link?.href.match(/([\w-]+)\.html/)?.[1] ?? slugHere(), id: id.textContent, verdict }
  }
  // choice returns a field in which a claim of the page is chosen in place of the page. Its claims have no buttons of their own: these would
  // stand in outputs, which the engine compares with its own.
  const choice = (button, claim) => {
    const claims = [undefined, ...document.querySelectorAll('.output .claim')]
    if (button.closest('.claim') || claims.length == 1) return ''
    const select = html('select', {}, ...claims.map(claim => html('option', { textContent: claim?.querySelector('.id').textContent ?? 'this page' })))
    select.selectedIndex = claims.indexOf(claim)
    select.onchange = () => ask(button, claims[select.selectedIndex])
    return html('label', {}, 'What is cited: ', select)
  }
  const open = async (button, claim) => {
    const { base, check, pages } = await readJSON(paths.cite), { slug, id, verdict } = what(claim), { paper, page } = pages[slug]
    const url = (base || full('.')) + slug + '.html' + (id ? '#claim-' + id : '')
    const filled = text => text.replace('%CLAIM%', () => id ? `, claim ${id} (${verdict})` : '').replace('%KEY%', () => id ? ':' + id.replace(/.*\//, '') : '').replace('%URL%', () => url)
    const status = html('p', { role: 'status' })
    const again = dialog?.open
    dialog?.remove()
    dialog = html('dialog', { className: 'take cites' }, html('h2', {}, id ? 'Cite a claim' : 'Cite'), choice(button, claim))
    dialog.setAttribute('aria-label', 'Cite')
    const add = (title, { text, bibtex }) => dialog.append(html('h3', {}, title), field('the text', filled(text), status), field('BibTeX', filled(bibtex), status))
    add(id ? 'This claim, as it was checked here' : 'This page', page)
    const data = JSON.parse(document.getElementById('notebook')?.textContent ?? '{}')
    if (slug == data.slug) {
      dialog.append(html('p', {}, 'This link has a digest of all outputs as they are published: who opens it computes them again, and is told whether they are the same.'),
        field('the link', url.split('#')[0] + '#' + check + data.digest, status))
    }
    if (paper) add('The paper', paper)
    dialog.append(status, html('form', { method: 'dialog' }, html('button', { textContent: 'Close' })))
    dialog.addEventListener('close', () => button.focus())
    document.body.append(dialog)
    dialog.showModal()
    if (again) dialog.querySelector('select').focus()
  }
  const ask = (button, claim = button.closest('.claim')) => open(button, claim ?? undefined).catch(e => {
    const status = document.getElementById('status')
    if (status) status.textContent = `The citation did not come (${e.message}): press again to try again.`
  })
  addEventListener('click', e => {
    const button = e.target.closest?.('[data-cite]')
    if (button) ask(button)
  })
  findIn.cite = ask
}
