// A stranger's code runs when its reader has had time to see what asks: not by a press that was meant for what stood there before, and in a
// frame, which a page around it may have covered, only after a window of its own has asked again.
if (self.document?.getElementById('notice')) {
  const notice = document.getElementById('notice')
  let timer
  const wake = () => {
    notice.dataset.fresh = ''
    clearTimeout(timer)
    timer = setTimeout(() => { delete notice.dataset.fresh }, 800)
  }
  new MutationObserver(() => {
    wake()
    if (self != top || document.activeElement != document.body || !notice.querySelector('[data-do^=run-]')) return
    notice.tabIndex = -1
    notice.focus() // it comes into view, and the next Tab leads to its answers
  }).observe(notice, { childList: true })
  addEventListener('focus', wake)
  addEventListener('visibilitychange', wake, true)
  addEventListener('click', e => {
    if (!e.target.closest?.('[data-do^=run-]') || self == top && !('fresh' in notice.dataset)) return
    e.stopImmediatePropagation()
    if (self != top && !open(location.href)) warn(`Open the page in a window of its own to run this code: ${location.href}`)
  }, true)
}
