// Starts Web Workers, and is what runs in one: the engine's kernel side. The builder joins it to wasm_exec.js and
// build/wasmpack/unpack.js; the page loads that file, and so does each worker. What starts a worker comes to it as its first
// message: module, the compiled program; book, a notebook to begin with; and port, the other end where that is not the page. Where
// there is no module the next message has it, or the packed program, and then the worker answers with what it has compiled.

// newWorker starts a worker, or returns the one that site/boot.js has started. Its script comes from a blob, as it is at hand: what a browser
// fetches by an address it may lose while another edition's service worker takes over, and a sandboxed frame may not fetch. Where a policy
// wants the address the page leaves script out, when that worker has failed.
// A kernel gets the other end of a helper that its page starts, and ends: in Firefox a worker that starts others may never go on, nor end.
self.newWorker = boot => {
  if (!self.document) {
    const { port1, port2 } = new MessageChannel()
    postMessage({ type: 'help' }, [port2])
    return Object.assign(port1, { early: [], terminate: () => { port1.close(); postMessage({ type: 'rest' }) } })
  }
  const { started, exec, script, module, book, port } = boot
  delete boot.started
  if (started) return started
  const worker = new Worker(script ?? exec, { name: port ? 'helper' : 'kernel' })
  const helpers = []
  const rest = () => { for (const helper of helpers.splice(0)) helper.terminate() }
  worker.terminate = () => {
    rest()
    Worker.prototype.terminate.call(worker)
  }
  worker.addEventListener('message', e => {
    const { type } = e.data
    if (type != 'help' && type != 'rest') return
    e.stopImmediatePropagation()
    if (type == 'rest') return rest()
    helpers.push(newWorker({ ...topobook.kernel, started: undefined, port: e.ports[0] }))
  })
  worker.early = [] // what it says before anybody listens
  worker.onmessage = e => worker.early.push(e)
  worker.onerror = e => {
    e.preventDefault()
    worker.onmessage({ data: { type: 'died', text: e.message ?? '' } })
  }
  worker.postMessage({ module, book, port }, port ? [port] : [])
  return worker
}

// bookText returns what a page carries of its notebook as one text, of which the engine makes a wire.Book (wasm/wire/book.go): to ask for each
// field of an object takes it long. It returns nothing where a text has the character that stands between two.
self.bookText = ({ slug, paper, cells = [], inputs = [], files = {}, source = '', version = 0, known }) => {
  const truth = is => is ? 1 : '', text = [
    slug, paper, source, version, truth(known), cells.length, inputs.length, Object.keys(files).length,
    ...cells.flatMap(({ id, source, inline, fold, heavy, line = 0, outline = '', picks }) =>
      [id, source, truth(inline), truth(fold), truth(heavy), line, outline, picks?.join('\x01')]),
    ...inputs.flatMap(({ cell, name, value }) => [cell, name, value]), ...Object.entries(files).flat(),
  ]
  if (!text.some(part => /\0/.test(part))) return text.join('\0')
}

if (!self.document) onmessage = ({ data: boot }) => {
  let said = '', given
  const program = boot.module ? { module: boot.module } : new Promise(done => { given = done })
  const { port } = self.boot = boot
  if (port) { // this is a helper
    self.postMessage = message => port.postMessage(message)
    port.onmessage = e => onmessage(e)
  }
  const kinds = { s: text => text, n: Number, b: () => true }
  self.postLine = line => { // see wasm/wire/codec.go
    const [type, ...fields] = line.split('\0'), message = { type }
    for (let i = 0; i < fields.length; i += 2) message[fields[i]] = kinds[fields[i + 1][0]](fields[i + 1].slice(1))
    self.postMessage(message)
  }
  self.early = [] // what arrives before the kernel listens
  onmessage = ({ data }) => {
    if (!given) return early.push(data)
    given(data)
    given = null
  }
  const log = console.log
  console.log = text => { said = (said + text).slice(0, 400); log(text) }
  const died = text => postMessage({ type: 'died', text: `${text} ${said}` })
  const go = new Go()
  go.env.GOTRACEBACK = 'system' // addresses in traces, which topobook trace reads
  go.exit = code => died(`exit ${code}`)
  const start = async () => {
    const { module, packed } = await program
    const compiled = module ?? await WebAssembly.compile(unpack(new Uint8Array(packed)))
    if (packed) postMessage({ compiled })
    return go.run(await WebAssembly.instantiate(compiled, go.importObject))
  }
  start().catch(e => died(String(e)))
}
