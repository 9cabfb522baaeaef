// Starts the engine of a notebook in one file, as boot.js does on the pages of a site. All that it needs stands in the file.
(() => {
  const root = document.documentElement, byID = id => document.getElementById(id)
  root.classList.replace('no-js', 'js')

  // compile returns the program, which the file has compressed by gzip, in base64.
  const compile = async () => {
    const zipped = Uint8Array.from(atob(byID('engine').textContent), c => c.charCodeAt(0))
    const packed = new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip')))
    return WebAssembly.compile(unpack(new Uint8Array(await packed.arrayBuffer())))
  }

  // run starts the engine, and returns a promise of its end.
  const run = async () => {
    if (!self.newWorker) throw Error('the file is not whole')
    const module = await compile(), go = new Go(), script = new Blob([byID('exec').textContent], { type: 'text/javascript' })
    go.env.GOTRACEBACK = 'system'
    topobook.full = async () => module
    topobook.kernel = { module, exec: URL.createObjectURL(script), script }
    const instance = await WebAssembly.instantiate(module, go.importObject)
    return { end: go.run(instance) }
  }

  addEventListener('DOMContentLoaded', () => {
    const status = byID('status')
    const say = text => {
      status.textContent = text
      status.toggleAttribute('data-toast', text != '')
    }
    byID('theme').addEventListener('click', () => {
      const dark = (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) == 'dark'
      root.dataset.theme = dark ? 'light' : 'dark'
    })

    const live = '.input,.play,.code,.editor,.bar button:not(#theme),[data-node],[data-run]'
    const wanted = e => e.type == 'keydown' ? e.key == '?' : e.target.closest?.(e.type == 'pointerover' ? '.input,.play,[data-node]' : live)
    const signs = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'input']
    const notice = e => { if (wanted(e)) start() }
    const keep = e => { if (wanted(e)) topobook.early.push(e) }
    const start = async () => {
      for (const s of signs) removeEventListener(s, notice, true)
      window.topobook = { early: [], book: JSON.parse(byID('notebook').textContent) }
      for (const s of ['click', 'keydown']) addEventListener(s, keep, true)
      say('Starting the engine…')
      try {
        const { end } = await run()
        end.then(() => say('The engine failed: load the page again to go on.'))
        if (status.textContent.startsWith('Starting')) say('')
      } catch (e) {
        say(`This browser does not start the engine (${e.message}): what you see are the outputs that the file was saved with.`)
      } finally {
        for (const s of ['click', 'keydown']) removeEventListener(s, keep, true)
      }
    }
    for (const s of signs) addEventListener(s, notice, true)
    if (location.hash.includes('=')) start()
  })
})()
