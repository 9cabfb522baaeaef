// The ledger: a box, a list of papers and the verdicts choose which claims show. What is chosen stands in the address, as in
// #q=hot+spot&paper=kyklos&verdict=fails, so that it can be linked. Claims that hold are folded by chapter, and unfold where some are sought.
(() => {
  const find = id => document.getElementById(id), box = find('find'), paper = find('paper'), found = find('found')
  const folded = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[’'`]/g, '').replace(/[\s-‑]+/g, ' ')
  const claims = Array.from(document.querySelectorAll('.book .claim'), at => ({ at, text: folded(at.textContent), book: at.closest('.book').id, verdict: at.closest('.verdicts').id }))
  const groups = document.querySelectorAll('.book, .verdicts, .book details')
  const verdictOf = () => document.querySelector('.filter :checked').id.replace(/^show-(all)?/, '')

  const show = () => {
    const words = folded(box.value).split(' ').filter(Boolean), book = paper?.value ?? '', verdict = verdictOf()
    let count = 0
    for (const claim of claims) {
      const is = (!book || claim.book == book) && (!verdict || claim.verdict == claim.book + '-' + verdict) && words.every(word => claim.text.includes(word))
      claim.at.hidden = !is
      count += is
    }
    for (const group of groups) {
      group.hidden = !group.querySelector('.claim:not([hidden])')
      if (group.localName != 'details' || !!words.length == !!group.opened) continue
      group.opened = words.length > 0 // by this script
      group.open = group.opened
    }
    const all = !words.length && !book && !verdict
    found.textContent = all ? '' : count ? `${count} of ${claims.length} claims match${count == 1 ? 'es' : ''}.` : 'No claim matches: try fewer words, or all papers and verdicts.'
    const state = Object.entries({ q: words.length ? box.value.trim() : '', paper: book, verdict }).filter(([, value]) => value)
    return new URLSearchParams(state).toString()
  }
  const change = () => {
    const state = show()
    if (state || location.hash.includes('=')) history.replaceState(null, '', state ? '#' + state : location.pathname + location.search)
  }
  // follow shows what the address says: a choice, or a place, which may be folded away.
  const follow = () => {
    const hash = location.hash.slice(1)
    if (hash.includes('=')) {
      const state = new URLSearchParams(hash)
      box.value = state.get('q') ?? ''
      if (paper) paper.value = [...paper.options].some(option => option.value == state.get('paper')) ? state.get('paper') : ''
      ;(find('show-' + state.get('verdict')) ?? find('show-all')).checked = true
      return show()
    }
    const to = hash && find(decodeURIComponent(hash))
    if (to?.closest('[hidden]')) clear()
    const fold = to?.closest('details')
    if (!fold) return
    fold.open = true
    to.scrollIntoView()
  }
  const clear = () => {
    box.value = ''
    if (paper) paper.value = ''
    find('show-all').checked = true
    show()
  }
  box.addEventListener('input', change)
  paper?.addEventListener('change', change)
  document.querySelector('.filter').addEventListener('change', change)
  box.addEventListener('keydown', e => {
    if (e.key != 'Escape' || e.isComposing) return
    box.value = ''
    change()
  })
  addEventListener('keydown', e => {
    if (e.key != '/' || e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, textarea, select, [contenteditable]')) return
    e.preventDefault()
    box.select()
    box.focus()
  })
  addEventListener('hashchange', follow)
  if (location.hash) follow(); else show() // the browser may have kept what was chosen
})()
