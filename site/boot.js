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

  // Where the browser has Trusted Types, what becomes markup or the address of a script passes here (see the policy of the page): markup
  // brings no other program and no other page along, scripts are those of the site, and one that is written into the page is data.
  const active = /<(script|iframe|object|embed|base|meta|link|form(?! method="dialog"))\b/i
  self.trustedTypes?.createPolicy('default', {
    createHTML: (text, type, sink) => sink == 'DOMParser parseFromString' || !active.test(text) ? text : null, // a parsed document runs nothing
    createScriptURL: address => new URL(address, document.baseURI).origin == location.origin || address.startsWith('blob:') ? address : null,
    createScript: text => (JSON.parse(text || 'null'), text), // the data of a notebook
  })

  const url = path => new URL(path, document.baseURI).href
  const offline = () => { try { return navigator.serviceWorker } catch {} } // a sandboxed frame may not even ask
  const place = () => { try { return document.getElementById(decodeURIComponent(location.hash.slice(1))) } catch {} }
  const restores = () => { // what a link says, or edits: see wasm/page/keep.go
    const key = 'topobook-edits:' + location.pathname
    try { return location.hash.includes('=') || localStorage[key] || sessionStorage[key] } catch {}
  }
  const barred = location.protocol == 'file:' ? 'This page cannot compute here: a browser does not let a file load the engine. Open it from a web server.' :
    origin == 'null' ? `This page cannot compute here: the frame or its host does not let it load the engine. Open it at ${location.href}` : ''

  // load returns a file, checked against the hash in its name. A page that its author is served has names without one, and in insecure
  // contexts nothing computes hashes: there unpack must find what is damaged. A host may stop in the middle: then it is given up.
  // A notebook in one file carries what is loaded: see standalone.js.
  const load = self.carried ?? (async (path, cache) => {
    const giveUp = new AbortController(), { signal } = giveUp, parts = []
    let response, timer
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => giveUp.abort(), 15000)
    }
    try {
      wait()
      response = await fetch(url(path), { cache, signal })
      if (!response.ok) throw Error(`${response.status} ${path}`)
      for (const reader = response.body.getReader(); ;) {
        const { done, value } = await reader.read()
        if (done) break
        parts.push(value)
        wait()
      }
    } catch (e) {
      if (signal.aborted) throw Error(`the host has stopped sending ${path}`)
      throw response?.ok ? Error(path + ' arrived damaged') : response ? e : Error(barred || 'no connection, and it is not kept for offline use yet')
    } finally {
      clearTimeout(timer)
    }
    const bytes = await new Blob(parts).arrayBuffer(), sum = await self.crypto?.subtle?.digest('SHA-256', bytes)
    if (sum && /\.[\da-f]{16}\./.test(path) && !path.includes(Array.from(new Uint8Array(sum, 0, 8), byte => byte.toString(16).padStart(2, '0')).join(''))) {
      throw Error(path + ' arrived damaged')
    }
    return bytes
  })

  // loadWhole does, too, where what the browser has kept of the file is damaged.
  const loadWhole = self.loadWhole = path => load(path, 'default').catch(() => load(path, 'reload'))

  // keep has the service worker keep files, also one that takes over later.
  const wanted = new Set()
  const keep = (...paths) => {
    for (const path of paths) wanted.add(url(path))
    if (prepared) offline()?.ready.then(r => r.active.postMessage([...wanted]))
  }

  // kept returns the program that the service worker keeps unpacked, or nothing: browsers keep what they have compiled of such a one. A worker
  // compiles it, so that the page stays free, and stays until the browser has kept that. What is asked of a service worker can be lost while
  // another edition's takes over.
  const kept = path => new Promise(done => {
    if (!offline()?.controller || !WebAssembly.compileStreaming) return done()
    const late = setTimeout(done, 4000), from = url(path.replace(/wasm$/, 'plain.wasm'))
    const code = `fetch("${from}").then(r => (postMessage('comes'), WebAssembly.compileStreaming(r))).then(postMessage, () => postMessage(null))`
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { name: 'compiler' })
    worker.onmessage = worker.onerror = ({ data }) => {
      clearTimeout(late)
      if (data != 'comes') done(data)
    }
    setTimeout(() => worker.terminate(), 60000)
  })

  // compile returns the program of a file. The worker that is to run it unpacks and compiles it, unless there is nothing to do, or it is silent.
  const compile = (worker, program) => new Promise((done, fail) => {
    if (program instanceof WebAssembly.Module) {
      worker.postMessage({ module: program })
      return done(program)
    }
    const here = () => WebAssembly.compile(unpack(new Uint8Array(program))).then(module => { worker.postMessage({ module }); done(module) }, fail)
    if (worker.early.some(e => e.data.type == 'died')) return here()
    const late = setTimeout(here, 4000)
    worker.onmessage = e => {
      if (!e.data.compiled && e.data.type != 'died') return worker.early.push(e)
      clearTimeout(late)
      if (e.data.compiled) done(e.data.compiled); else worker.early.push(e), here()
    }
    worker.postMessage({ packed: program })
  })

  // start starts a worker that runs the program of a file, and returns that program.
  const start = async (path, kernel, book, cache) => {
    const program = kept(path).catch(() => {}).then(module => module ?? load(path, cache))
    program.catch(() => {}) // for now
    if (kernel.then) kernel = await kernel
    const worker = newWorker({ ...kernel, module: undefined, started: undefined, book })
    worker.knows = book
    try {
      kernel.module = await compile(worker, await program)
      kernel.started = worker // newWorker hands it out
      return kernel.module
    } catch (e) {
      worker.terminate()
      throw e
    }
  }

  // withScript runs a script of the site that has come whole, as far as scripts may look at it here, or one that a notebook in one file carries, once.
  const scripts = {}
  const withScript = (path, come) => scripts[path] ??= (come ?? (self.carried || barred ? Promise.resolve() : loadWhole(path))).then(() => new Promise((done, fail) => {
    const carried = self.carried && document.getElementById(path).textContent
    const element = Object.assign(document.createElement('script'), carried ? { textContent: carried } : { src: url(path), onload: done })
    element.onerror = () => fail(Error('cannot load ' + path))
    document.head.append(element)
    if (carried) done()
  })).catch(e => { delete scripts[path]; throw e })

  // Drawings that the builder moved into files (build/weight.go), of which the page shows images, come into the page before their
  // reader reaches them, and all before the engine starts.
  const images = () => [...document.querySelectorAll('svg > foreignObject > img')]
  const bring = image => image.brought ??= loadWhole(image.getAttribute('src')).then(bytes => {
    const text = new TextDecoder().decode(bytes)
    const svg = image.closest('svg:not(img)')
    if (!image.isConnected) return
    image.parentNode.outerHTML = text.replace(/^.*?<\/style>|<\/svg>$/gs, '')
    svg.scale = 0
    fits.unobserve(svg) // all that come at once are fitted in one go, after one layout
    fits.observe(svg)
  }).catch(() => { delete image.brought }) // the image stays

  // scripted returns what starts workers, once the script is there that does.
  const scripted = async (path, cache) => {
    const script = URL.createObjectURL(new Blob([await load(path, cache)], { type: 'text/javascript' }))
    if (!self.newWorker) await withScript(path, Promise.resolve())
    if (!self.newWorker) {
      delete scripts[path]
      throw Error(path + ' arrived damaged')
    }
    return topobook.kernel = { exec: self.carried ? script : url(path), script }
  }

  // run starts the engine, and returns a promise of its end: in a worker the kernel, which gets the notebook, and here the page.
  const run = async (book, cache) => {
    const program = start(book.engine, scripted(book.exec, cache), book.playground ? undefined : book, cache)
    const [module] = await Promise.all([program, ...images().map(bring)])
    if (!restores() && !book.playground) await results.firstOutputs(book, topobook.kernel.started)
    const go = new Go()
    go.env.GOTRACEBACK = 'system' // addresses in traces, which topobook trace reads
    const instance = await WebAssembly.instantiate(module, go.importObject)
    const listens = new Promise(done => { topobook.listens = done }), end = go.run(instance)
    await Promise.race([listens, end]) // until then events are held
    return { end }
  }

  // inFrame returns a function that calls another before the next frame, or soon where none comes, as in a tab behind others: once however
  // often it was called.
  const inFrame = self.inFrame = call => {
    let frame, timer
    const now = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      timer = undefined
      call()
    }
    return () => {
      if (timer) return
      frame = requestAnimationFrame(now)
      timer = setTimeout(now, 100)
    }
  }

  // fit sets the labels of drawings that are shown small larger, and leaves out those that would then lie upon others: nodes that are picked
  // come first. What is left out shows under the pointer, as the style sheet says. All is measured before anything changes, as a browser lays
  // out the page anew for each measure after a change.
  const fit = drawings => drawings.map(measured).forEach(drawing => drawing && label(drawing))
  const measured = svg => {
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width, least = phone.matches ? 10 : 11
    if (!scale || svg.scale == scale) return
    svg.scale = scale
    const texts = [...svg.querySelectorAll('text')]
    for (const text of texts) text.own ??= [parseFloat(text.closest('[font-size]')?.getAttribute('font-size') ?? getComputedStyle(text).fontSize), text.textContent]
    if (!svg.fitted && texts.every(text => text.own[0] * scale > least - .05)) return
    svg.fitted = true
    const shapes = texts.some(text => text.matches('.row, .in')) ? [...svg.querySelectorAll('.shape')] : []
    return { svg, scale, least, texts, boxes: new Map(shapes.map(shape => [shape, shape.getBBox()])) }
  }
  const label = ({ svg, scale, least, texts, boxes }) => {
    const taken = []
    // place returns the middle of a text, half its width and height, and the direction in which it runs.
    const place = (text, size) => {
      const moved = text.getAttribute('transform')?.match(/-?[\d.]+/g)?.map(Number) ?? [text.getAttribute('x'), text.getAttribute('y'), 0].map(Number)
      const anchor = text.closest('[text-anchor]')?.getAttribute('text-anchor'), mono = text.closest('.node') || text.matches('.label')
      const half = (text.textContent.length * (mono ? .3 : .27) + .15) * size, turn = moved[2] * Math.PI / 180, [x, y] = [Math.cos(turn), Math.sin(turn)]
      const along = anchor == 'middle' ? 0 : anchor == 'end' ? -half : half, up = .35 * text.own[0]
      return { x: moved[0] + along * x + up * y, y: moved[1] + along * y - up * x, half, high: size / 2, way: [x, y] }
    }
    const apart = (a, b) => [a, b].some(({ way: [x, y] }) => [[x, y], [-y, x]].some(([u, v]) => {
      const reach = c => Math.abs(u * c.way[0] + v * c.way[1]) * c.half + Math.abs(v * c.way[0] - u * c.way[1]) * c.high
      return Math.abs(u * (a.x - b.x) + v * (a.y - b.y)) > reach(a) + reach(b)
    }))
    const { width, height } = svg.whole ?? svg.viewBox.baseVal
    const inside = ({ x, y, half, high, way: [u, v] }) => {
      const [across, along] = [Math.abs(u) * half + Math.abs(v) * high, Math.abs(v) * half + Math.abs(u) * high].map(x => x - 2)
      return x >= across && x + across <= width && y >= along && y + along <= height
    }
    const shapes = scale < 1 ? [...boxes.values()].map(b => ({ x: b.x + b.width / 2, y: b.y + b.height / 2, half: b.width / 2, high: b.height / 2, way: [1, 0] })) : []
    const first = text => text.matches('.src *, .dst *') ? 0 : text.matches('.on *, .marked *, .fault *, .legend, .axis-title') ? 1 : text.matches('.row') ? 2 : 3
    const sizeOf = text => Math.max(svg.matches('.zoomed') ? Math.min(text.own[0], 16 / scale) : text.own[0], least / scale)
    const rows = texts.filter(text => text.matches('.row'))
    for (const text of rows) text.textContent = text.own[1]
    const wide = rows.some(text => shapes.some(shape => !apart(place(text, sizeOf(text)), shape))) // then all are shortened
    for (const text of texts.sort((a, b) => first(a) - first(b))) {
      const [own, words] = text.own, size = sizeOf(text), row = text.matches('.row'), shape = text.matches('.in') && boxes.get(text.parentNode.querySelector('.shape'))
      text.style.fontSize = size != own ? size + 'px' : ''
      text.setAttribute('dy', size != own && !row ? .35 * (size - own) : 0)
      const fits = row && wide ? [words.match(/^level (\S+)$/)?.[1], words] : [words]
      const shown = fits.find(words => {
        if (words == null) return
        if (text.textContent != words) text.textContent = words
        const at = place(text, size), high = Math.abs(at.way[1]) > .5 ? shape.width : shape.height
        if (shape && (2 * at.half > (high == shape.width ? shape.height : shape.width) || .8 * size > high)) return
        if (size != own && !inside(at)) return
        if (row && shapes.some(shape => !apart(at, shape)) || taken.some(other => !apart(at, other))) return
        taken.push(at)
        return true
      })
      if (shown == null) text.textContent = words
      text.classList.toggle('off', shown == null)
    }
  }
  const refit = drawings => {
    for (const svg of drawings) svg.scale = 0
    fit(drawings)
  }
  const phone = matchMedia('(max-width: 46rem)')
  phone.addEventListener('change', () => refit([...document.querySelectorAll('svg.watched')]))
  const fits = new ResizeObserver(seen => fit(seen.map(({ target }) => target)))
  const fitAll = () => document.querySelectorAll('svg:is(.net, .chart):not(.watched)').forEach(svg => {
    svg.classList.add('watched')
    if (svg.matches('.chart:not(.key)')) svg.tabIndex = 0 // see chart.js
    fits.observe(svg)
  })

  // What is folded opens to what a link leads to, to the printer and, where browsers do not search in it, to a search.
  const folded = '.depth,.fold,.strip,.note'
  const reveal = at => {
    let opened = false
    for (let box = at; box = box?.closest('details:not([open])'); box = box.parentNode) box.open = opened = true
    if (at?.matches('.claim')) at.tabIndex = -1 // for the focus
    return opened || at && !at.getClientRects().length
  }
  const unfold = () => {
    const all = [...document.querySelectorAll(`:is(${folded}):not([open])`)]
    for (const box of all) box.open = true
    return all
  }
  const goTo = () => {
    const at = place()
    if (reveal(at)) {
      let box = at.getClientRects().length ? at : at.querySelector('.output') ?? at
      while (!box.getClientRects().length) box = box.parentNode // to its question, if it is in an answer that nobody has chosen
      box.scrollIntoView()
    }
    if (at?.matches('.claim')) at.focus({ preventScroll: true })
  }
  const foldsOpen = () => {
    let printed = []
    goTo()
    addEventListener('hashchange', goTo)
    addEventListener('click', e => {
      const link = e.target.closest?.('a[href*="#"]')
      if (link && link.pathname == location.pathname) try { reveal(document.getElementById(decodeURIComponent(link.hash.slice(1)))) } catch {}
    }, true)
    addEventListener('beforeprint', () => {
      printed = unfold()
      fit(printed.flatMap(box => [...box.querySelectorAll('svg.watched')]))
    })
    addEventListener('afterprint', () => { for (const box of printed) box.open = false })
    addEventListener('keydown', e => {
      if (!('onbeforematch' in root) && (e.key == 'F3' || e.key == 'f' && (e.ctrlKey || e.metaKey))) unfold()
    })
  }

  // recount makes the words above the claims of a section count what its cells show now.
  const recount = () => document.querySelectorAll('.strip .tallies > *').forEach(tally => {
    const verdict = tally.className, number = tally.children[1], count = tally.closest('.strip').querySelectorAll('.claim.' + verdict).length
    if (number.textContent == count) return
    tally.hidden = !count
    number.textContent = count
    tally.lastChild.data = ' ' + (count < 2 ? verdict : verdict.replace(/(hold|fail)s/, '$1').replace('slip', 'slips'))
  })

  // scrolls lets the keyboard scroll what is too wide. What is folded is looked at when it opens: to measure it, a browser lays it out.
  const scrolls = within => {
    const wide = box => !box.closest('details:not([open])') && box.scrollWidth > box.clientWidth && !box.querySelector('[tabindex]')
    for (const box of [...within.querySelectorAll('.output, .columns > div, .display, .editor')].filter(wide)) {
      for (const [name, value] of [['tabindex', 0], ['role', 'group'], ['aria-label', 'Scrolls sideways']]) box.setAttribute(name, value)
    }
  }

  // steer keeps the controls of a page in reach while something is in view that they steer, unless they would cover it.
  const steer = ({ cells }) => {
    const panel = document.querySelector('.prose > .cell:first-of-type > .controls'), seen = new Set()
    const names = [...panel?.querySelectorAll('[data-input]') ?? []].map(input => input.dataset.input)
    if (!names.length) return
    const place = () => panel.matches(':active') || panel.classList.toggle('away', !seen.size || panel.offsetHeight > innerHeight / 4)
    const eye = new IntersectionObserver(all => {
      for (const { target, isIntersecting } of all) seen[isIntersecting ? 'add' : 'delete'](target)
      place()
    }, { rootMargin: '-15% 0px -5%' })
    for (const { id, picks } of cells) {
      const output = picks?.some(name => names.includes(name)) && document.querySelector(`#cell-${id} .output`)
      if (output) eye.observe(output)
    }
    panel.addEventListener('pointerup', () => setTimeout(place))
    addEventListener('resize', place)
  }

  // prepare lets the service worker keep what the reader is likely to want next, once the page has nothing else to do: this page,
  // those around it, and the engine.
  let prepared = false
  const prepare = book => {
    const { saveData, type, effectiveType } = navigator.connection ?? {}, metered = type == 'cellular' || /2g/.test(effectiveType)
    if (prepared || saveData) return
    prepared = true
    const around = metered ? [] : [...document.querySelectorAll('.home, .chapters a, .chapter-list a, .next a, .papers a')]
    const engine = book && (!metered || self.topobook?.kernel?.module) ? [book.exec, book.engine] : []
    if (here.dataset.sw && offline()) {
      const loaded = performance.getEntriesByType('resource').map(entry => entry.name)
      keep(location.href.split(/[?#]/)[0], ...loaded, ...images().map(image => image.src), ...engine, ...around.map(link => link.href.split('#')[0]))
      offline().addEventListener('controllerchange', () => keep())
      offline().register(here.dataset.sw).catch(() => {})
    } else if (!self.carried && location.protocol != 'file:') {
      for (const path of engine) document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'fetch', crossOrigin: 'anonymous', href: url(path) }))
    }
  }
  const warn = self.warn = text => { // for a while where a reader sees it who has scrolled on
    const line = document.getElementById('status') ?? document.body.appendChild(Object.assign(document.createElement('p'), { id: 'status' }))
    line.textContent = text
    line.dataset.toast = ''
    setTimeout(() => { delete line.dataset.toast }, 10000)
  }
  // What is found and explained needs find.js, which comes when it is first wanted: by the box in the header, a term, or a citation.
  const finds = call => withScript(here.dataset.find).then(() => {
    keep(here.dataset.find)
    return call()
  })
  const seek = e => {
    const at = e.target.closest?.('#search,.term,[data-cite]'), { type } = e
    if (!at || self.finder) return
    if (type == 'pointerover') at.finger = e.pointerType == 'touch'
    if (type == 'click' && at.finger && at.href) e.preventDefault()
    finds(() => finder(at, type, at.finger)).catch(cause => {
      if (e.defaultPrevented) location.href = at.href
      else if (type != 'pointerover' && !at.matches('.term')) warn(`${at.id ? 'The search' : 'The citation'} did not come (${cause.message}): click again to try again.`)
    })
  }
  const slash = e => {
    const box = document.getElementById('search')
    if (e.key != '/' || !box || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.('input,textarea,select,[contenteditable]')) return
    e.preventDefault()
    box.select()
    box.focus()
  }
  const citable = () => {
    for (const id of document.querySelectorAll('.claim .id')) {
      if (id.nextElementSibling?.matches('[data-cite]')) continue
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Cite' })
      button.dataset.cite = ''
      button.setAttribute('aria-label', 'Cite ' + id.textContent)
      id.after(button)
    }
  }

  const whenIdle = call => setTimeout(() => self.requestIdleCallback ? requestIdleCallback(call, { timeout: 10000 }) : call(), 2000)

  const setUp = () => {
    document.getElementById('theme')?.addEventListener('click', () => {
      const dark = (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) == 'dark'
      root.dataset.theme = dark ? 'light' : 'dark'
      try { localStorage[store] = root.dataset.theme } catch {}
    })
    const cites = document.querySelector('.ledger'), adopt = () => {
      fitAll()
      recount()
      if (cites) citable()
    }
    adopt()
    for (const output of document.querySelectorAll('main')) new MutationObserver(inFrame(adopt)).observe(output, { childList: true, subtree: true })
    for (const s of ['pointerover', 'focusin', 'click']) addEventListener(s, seek, true)
    addEventListener('keydown', slash)
    if (!getComputedStyle(root).getPropertyValue('--paper')) { // the style is damaged, and the browser may keep it so
      document.querySelector('link[rel=stylesheet]').href += '?' + Date.now()
    }
    scrolls(document)
    addEventListener('toggle', e => scrolls(e.target), true)
    foldsOpen()
    const near = new IntersectionObserver(seen => seen.forEach(at => at.isIntersecting && bring(at.target)), { rootMargin: '200%' })
    for (const image of images()) near.observe(image)
    addEventListener('beforeprint', () => images().forEach(image => { image.loading = 'eager' }))
    const data = document.getElementById('notebook'), status = document.getElementById('status')
    if (!document.querySelector('.foot')) warn('This page did not arrive whole: load it again.') // the foot ends every page
    let starting = false, begun = false
    addEventListener('load', () => whenIdle(() => { if (!starting) prepare(data && JSON.parse(data.textContent)) }))
    if (!data) return
    addEventListener('scroll', () => steer(JSON.parse(data.textContent)), { once: true })
    const read = () => { // the code that the page shows does not stand there twice
      const book = JSON.parse(data.textContent)
      for (const cell of book.cells) cell.source ??= document.querySelector(`#cell-${cell.id} .source`).textContent
      return book
    }
    if (framed) {
      const book = read(), whole = () => root.classList.remove('embed')
      withScript(book.exec).then(() => embed(framed, book)).catch(whole)
      if (book.names && !document.getElementById('cell-' + framed)) finds(() => moved(book, location.hash, framed)).catch(() => {})
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

    // Charts and tables need no engine, only what comes with it: chart.js and table.js.
    const first = ['pointerover', 'focusin', 'click', 'keydown'], touch = e => {
      if (!e.target.closest?.('svg.chart,.scroll')) return
      if (!self.touches) withScript(JSON.parse(data.textContent).exec).then(() => first.forEach(s => removeEventListener(s, touch, true)), () => { delete self.touches })
      self.touches ??= []
      if (e.type == 'click' || e.type == 'keydown') touches.push(e)
    }
    first.forEach(s => addEventListener(s, touch, true))

    const live = '.input,.play,.code,.editor,.bar button,[data-node],[data-run],svg.space,.motion'
    const isSign = e => e.type == 'keydown' ? e.key == '?' : e.target.closest?.(e.type == 'pointerover' ? '.input,.play,[data-node],svg.space,.motion' : live)
    const signs = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'input']
    const held = ['click', 'keydown', 'input', 'change']
    const notice = e => { if (isSign(e)) begin() }
    const hold = e => { if (isSign(e)) topobook.early.push(e) }
    const listen = on => {
      for (const s of signs) window[on](s, notice, true)
    }
    const begin = async () => {
      if (begun) return // by a touch, while a link was looked at
      starting = begun = true
      listen('removeEventListener')
      setTimeout(() => root.classList.add('live')) // while there is nothing to do: the page is laid out anew
      window.topobook = { early: [], fit: svg => refit([svg]) }
      for (const s of held) addEventListener(s, hold, true)
      const slow = setTimeout(() => { status.textContent = 'Starting the engine…' }, 150)
      try {
        const book = topobook.book = read()
        topobook.full = async () => {
          const { kernel } = topobook
          await start(book.full, kernel, undefined, 'default').catch(() => start(book.full, kernel, undefined, 'reload'))
          keep(book.full)
        }
        topobook.editor = () => withScript(book.editor).then(() => { keep(book.editor) })
        if (!self.WebAssembly) throw Error('this browser does not run WebAssembly')
        const { end } = await run(book, 'default').catch(e => { // what the browser kept may be damaged
          if (/stopped/.test(e.message)) status.textContent = `The engine does not come (${e.message}): asking again …`
          return run(book, 'reload')
        })
        end.then(() => warn('The engine failed: load the page again to go on.'))
        whenIdle(() => { prepare(book) })
        if (/^Starting|again …$/.test(status.textContent)) status.textContent = ''
      } catch (e) {
        warn(e.message == barred ? barred : `The engine did not start (${e.message}): ${here.dataset.start ?? 'what you see are the published results; change a value to try again.'}`)
        begun = false
        listen('addEventListener')
      } finally {
        clearTimeout(slow)
        for (const s of held) removeEventListener(s, hold, true)
      }
    }
    listen('addEventListener')
    // A link may name what is on another page of the paper by now: see moved.js.
    const led = async () => {
      const book = JSON.parse(data.textContent), known = ['d', 'v', ...book.inputs.map(input => input.name)], { hash } = location
      const lost = hash.includes('=') ? hash.slice(1).split('&').some(part => !known.includes(part.split('=')[0])) : hash && !place()
      return book.names && lost && finds(() => moved(book, hash)).catch(() => {}) // the engine may have changed the address by then
    }
    addEventListener('hashchange', led)
    try { if (sessionStorage['topobook-moved']) finds(() => arrived(JSON.parse(data.textContent))) } catch {}
    if ('start' in here.dataset || restores() || (location.hash && !place())) led().then(gone => gone || begin())
  }
  if (document.readyState == 'loading') addEventListener('DOMContentLoaded', setUp); else setUp()
})()
