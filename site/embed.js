// One cell in a frame of another page: at ?embed=CELL&k=3 a page shows that cell with the inputs that it depends on, a line that leads
// to the page, and tells its height to the page around it. The cell stands in the query, which hosts and the service worker leave
// alone, so that the fragment has what it has on every page: the inputs, or the place that a browser without scripts shows.
if (self.document) self.embed = (id, book) => {
  const cell = document.getElementById('cell-' + id), { body } = document
  if (!cell) return document.documentElement.classList.remove('embed')

  const line = document.querySelector('.top'), open = document.createElement('a')
  open.textContent = 'Open'
  const lead = () => {
    const inputs = self.topobook?.inputs?.() ?? location.search.replace(/^\?embed=[^&]*&?/, '')
    open.href = location.href.split(/[?#]/)[0] + '#' + (inputs || cell.id)
  }
  for (const event of ['pointerdown', 'focus']) open.addEventListener(event, lead)
  lead()
  document.head.append(Object.assign(document.createElement('base'), { target: '_blank' })) // no link leads on within the frame
  const title = document.createElement('span')
  title.textContent = document.title
  line.prepend(title, open)

  // What is neither the cell nor one of its inputs, nor around them, is hidden.
  const { picks = [] } = book.cells.find(data => data.id == id) ?? {}
  const names = new Set(picks.flatMap(group => group.split(' ')))
  const hideRest = () => {
    const inputs = [...document.querySelectorAll('.controls [data-input]')].filter(label => names.has(label.dataset.input) && !cell.contains(label))
    const kept = [cell, title, open, document.getElementById('status'), ...inputs.map(label => label.closest('.player') ?? label)]
    for (const one of kept) {
      for (let el = one; el != body; el = el.parentNode) {
        for (const near of el.parentNode.children) if (near.localName != 'dialog') near.hidden = !kept.some(other => near.contains(other))
      }
    }
  }
  for (let fold = cell.closest('details'); fold; fold = fold.parentNode.closest('details')) fold.open = true // what is in depth
  hideRest()
  cell.querySelector('.code').open = false
  new MutationObserver(hideRest).observe(body, { childList: true, subtree: true }) // new controls, and notices
  document.documentElement.dataset.embedded = id
  if (parent != self) {
    new ResizeObserver(() => { // a block: WebKit calls an arrow's expression in the place of the arrow, and so finds another source of the message
      parent.postMessage({ topobook: 'height', height: Math.ceil(body.getBoundingClientRect().height) }, '*')
    }).observe(body)
  }
}
