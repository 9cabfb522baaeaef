// A page is plain HTML until its reader shows interest; then this script fetches the engine.
(() => {
  const root = document.documentElement, here = document.currentScript, store = 'topobook-theme'
  root.classList.replace('no-js', 'js')
  try { if (localStorage[store]) root.dataset.theme = localStorage[store] } catch {}

  const setUp = () => {
    document.getElementById('theme')?.addEventListener('click', () => {
      const dark = (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) == 'dark'
      root.dataset.theme = dark ? 'light' : 'dark'
      try { localStorage[store] = root.dataset.theme } catch {}
    })
    if (here.dataset.sw) navigator.serviceWorker?.register(here.dataset.sw).catch(() => {})
    const data = document.getElementById('notebook'), status = document.getElementById('status')
    if (!data) return

    const live = '.input,.play,.code,.editor,.bar button,[data-node],[data-run]'
    const wanted = e => e.type == 'keydown' ? e.key == '?' : e.target.closest?.(e.type == 'pointerover' ? '.input,.play,[data-node]' : live)
    const signs = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'input']
    const notice = e => { if (wanted(e)) start() }
    const keep = e => { if (wanted(e)) topobook.early.push(e) }
    const listen = on => {
      for (const s of signs) window[on](s, notice, true)
    }
    const start = async () => {
      listen('removeEventListener')
      const book = JSON.parse(data.textContent), url = path => new URL(path, document.baseURI).href
      const early = []
      window.topobook = { book, early, exec: url(book.exec), worker: url(book.worker), started: performance.now() }
      for (const s of ['click', 'keydown']) addEventListener(s, keep, true)
      const slow = setTimeout(() => { status.textContent = 'Starting the engine…' }, 150)
      try {
        const loaded = new Promise((done, fail) => {
          const script = document.createElement('script')
          Object.assign(script, { src: topobook.exec, onload: done, onerror: () => fail(Error('cannot load ' + book.exec)) })
          document.head.append(script)
        })
        const packed = await fetch(url(book.engine))
          .then(r => r.ok ? r.arrayBuffer() : Promise.reject(Error(`${r.status} ${book.engine}`)))
        await loaded
        topobook.module = await WebAssembly.compile(unpack(new Uint8Array(packed)))
        const go = new Go()
        go.run(await WebAssembly.instantiate(topobook.module, go.importObject))
          .then(() => { status.textContent = 'The engine failed: load the page again to go on.' })
        navigator.serviceWorker?.ready.then(r => r.active.postMessage([book.engine, book.exec, book.worker].map(url)))
        if (status.textContent.startsWith('Starting')) status.textContent = ''
      } catch (e) {
        status.textContent = `The engine did not start (${e.message}): what you see are the published results.`
        listen('addEventListener')
      } finally {
        clearTimeout(slow)
        for (const s of ['click', 'keydown']) removeEventListener(s, keep, true)
      }
    }
    listen('addEventListener')
    if (location.hash.includes('=') || (location.hash && !document.getElementById(decodeURIComponent(location.hash.slice(1))))) start()
  }
  if (document.readyState == 'loading') addEventListener('DOMContentLoaded', setUp); else setUp()
})()
