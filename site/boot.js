// A page is plain HTML until its reader shows interest; then this script fetches the engine. A page that is nothing without it
// says so by data-start: what to do where it does not start.
(() => {
  const root = document.documentElement, here = document.currentScript, store = 'topobook-theme'
  root.classList.replace('no-js', 'js')
  try { if (localStorage[store]) root.dataset.theme = localStorage[store] } catch {}
  const [, framed, inputs] = location.search.match(/^\?embed=([\w-]+)&?(.*)/) ?? [] // see embed.js
  if (framed) {
    root.classList.add('embed')
    if (!location.hash.includes('=')) location.replace('#' + inputs) // before there is the place that it would scroll to, with the page around it
  }

  const url = path => new URL(path, document.baseURI).href
  const offline = () => { try { return navigator.serviceWorker } catch {} } // a sandboxed frame may not even ask
  const place = () => { try { return document.getElementById(decodeURIComponent(location.hash.slice(1))) } catch {} }
  const barred = location.protocol == 'file:' ? 'This page cannot compute here: a browser does not let a file load the engine. Open it from a web server.' :
    origin == 'null' ? `This page cannot compute here: the frame or its host does not let it load the engine. Open it at ${location.href}` : ''

  // load returns a file that has its hash in its name. In insecure contexts, where nothing computes a hash, unpack must find what is damaged.
  // A notebook in one file carries what is loaded: see standalone.js.
  const load = self.carried ?? (async (path, cache) => {
    const response = await fetch(url(path), { cache })
      .catch(() => { throw Error(barred || 'no connection, and it is not kept for offline use yet') })
    if (!response.ok) throw Error(`${response.status} ${path}`)
    const bytes = await response.arrayBuffer(), sum = await self.crypto?.subtle?.digest('SHA-256', bytes)
    if (sum && !path.includes(Array.from(new Uint8Array(sum, 0, 8), byte => byte.toString(16).padStart(2, '0')).join(''))) {
      throw Error(path + ' arrived damaged')
    }
    return bytes
  })

  const compile = packed => WebAssembly.compile(unpack(new Uint8Array(packed)))
  const keepOffline = paths => offline()?.ready.then(r => r.active.postMessage(paths.map(url)))

  // full returns the program of the engine with everything.
  const full = async path => {
    const packed = await load(path, 'default').catch(() => load(path, 'reload'))
    keepOffline([path])
    return compile(packed)
  }

  // withScript runs a script of the site, or one that a notebook in one file carries, once.
  const scripts = {}
  const withScript = path => scripts[path] ??= new Promise((done, fail) => {
    const carried = self.carried && document.getElementById(path).textContent
    const element = Object.assign(document.createElement('script'), carried ? { textContent: carried } : { src: url(path), onload: done })
    element.onerror = () => { delete scripts[path]; fail(Error('cannot load ' + path)) }
    document.head.append(element)
    if (carried) done()
  })

  // Drawings that the builder moved into files (build/weight.go), of which the page shows images, come into the page before their
  // reader reaches them, and all before the engine starts.
  const images = () => [...document.querySelectorAll('svg > foreignObject > img')]
  const bring = image => image.brought ??= load(image.getAttribute('src'), 'default').then(bytes => {
    const text = new TextDecoder().decode(bytes)
    if (image.isConnected) image.parentNode.outerHTML = text.replace(/^.*?<\/style>|<\/svg>$/gs, '')
  }).catch(() => { delete image.brought }) // the image stays

  // run starts the engine, and returns a promise of its end.
  const run = async (book, cache) => {
    const [exec, packed] = await Promise.all([load(book.exec, cache), load(book.engine, cache), ...images().map(bring)])
    if (!self.newWorker) await withScript(book.exec)
    const module = await compile(packed), go = new Go(), blob = new Blob([exec], { type: 'text/javascript' })
    go.env.GOTRACEBACK = 'system' // addresses in traces, which topobook trace reads
    topobook.kernel = { module, exec: self.carried ? URL.createObjectURL(blob) : url(book.exec), script: blob }
    const instance = await WebAssembly.instantiate(module, go.importObject)
    return { end: go.run(instance) }
  }

  const setUp = () => {
    document.getElementById('theme')?.addEventListener('click', () => {
      const dark = (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) == 'dark'
      root.dataset.theme = dark ? 'light' : 'dark'
      try { localStorage[store] = root.dataset.theme } catch {}
    })
    if (here.dataset.sw) offline()?.register(here.dataset.sw).catch(() => {})
    if (!getComputedStyle(root).getPropertyValue('--paper')) { // the style is damaged, and the browser may keep it so
      document.querySelector('link[rel=stylesheet]').href += '?' + Date.now()
    }
    for (const box of document.querySelectorAll('.output, .columns > div, .display, .editor')) { // for the keyboard
      if (box.scrollWidth <= box.clientWidth || box.querySelector('[tabindex]')) continue
      for (const [name, value] of [['tabindex', 0], ['role', 'group'], ['aria-label', 'Scrolls sideways']]) box.setAttribute(name, value)
    }
    const near = new IntersectionObserver(seen => seen.forEach(at => at.isIntersecting && bring(at.target)), { rootMargin: '200%' })
    for (const image of images()) near.observe(image)
    addEventListener('beforeprint', () => images().forEach(image => { image.loading = 'eager' }))
    const data = document.getElementById('notebook'), status = document.getElementById('status')
    const warn = text => { // for a while where a reader sees it who has scrolled on
      const line = status ?? document.body.appendChild(Object.assign(document.createElement('p'), { id: 'status' }))
      line.textContent = text
      line.dataset.toast = ''
      setTimeout(() => { delete line.dataset.toast }, 10000)
    }
    if (!document.querySelector('.foot')) warn('This page did not arrive whole: load it again.') // the foot ends every page
    if (!data) return
    const read = () => { // the code that the page shows does not stand there twice
      const book = JSON.parse(data.textContent)
      for (const cell of book.cells) cell.source ??= document.querySelector(`#cell-${cell.id} .source`).textContent
      return book
    }
    if (framed) {
      const book = read(), whole = () => root.classList.remove('embed')
      withScript(book.exec).then(() => embed(framed, book)).catch(whole)
    }
    const opens = document.querySelector('a.open')?.getAttribute('href')
    for (const code of opens ? document.querySelectorAll('.cell > .code') : []) {
      const cell = code.parentNode.dataset.cell
      code.append(Object.assign(document.createElement('a'), { href: `${opens}&cell=${cell}`, textContent: 'Open in playground' }))
    }
    addEventListener('click', e => { // a page opens in the playground with the values that its reader has chosen
      const link = e.target.closest?.('a[href*="playground.html#from="]')
      if (link && location.hash.includes('=')) link.hash = (link.from ??= link.hash) + '&' + location.hash.slice(1)
    })

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
      window.topobook = { early: [] }
      for (const s of ['click', 'keydown']) addEventListener(s, keep, true)
      const slow = setTimeout(() => { status.textContent = 'Starting the engine…' }, 150)
      try {
        const book = topobook.book = read()
        topobook.full = () => full(book.full)
        topobook.editor = () => withScript(book.editor).then(() => { keepOffline([book.editor]) })
        const { end } = await run(book, 'default').catch(() => run(book, 'reload')) // what the browser kept may be damaged
        end.then(() => warn('The engine failed: load the page again to go on.'))
        keepOffline([book.engine, book.exec])
        if (status.textContent.startsWith('Starting')) status.textContent = ''
      } catch (e) {
        warn(e.message == barred ? barred : `The engine did not start (${e.message}): ${here.dataset.start ?? 'what you see are the published results.'}`)
        listen('addEventListener')
      } finally {
        clearTimeout(slow)
        for (const s of ['click', 'keydown']) removeEventListener(s, keep, true)
      }
    }
    listen('addEventListener')
    const edited = () => { try { return localStorage['topobook-edits:' + location.pathname] } catch {} } // see wasm/page/keep.go
    if ('start' in here.dataset || edited() || location.hash.includes('=') || (location.hash && !place())) start()
  }
  if (document.readyState == 'loading') addEventListener('DOMContentLoaded', setUp); else setUp()
})()
