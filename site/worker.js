// Starts Web Workers, and is what runs in one: the engine's kernel side. The builder joins it to wasm_exec.js and
// build/wasmpack/unpack.js; the page loads that file, and so does each worker. What starts a worker comes to it as its first
// message: module, the compiled program; exec, the address of this file; script, a blob of it; and book, a notebook to begin with.
// Where there is no module the next message has it, or the packed program, and then the worker answers with what it has compiled.

// newWorker starts a worker, or returns the one that site/boot.js has started. A sandboxed frame, whose origin is "null", may start
// a worker from a blob only; policies may want the address.
self.newWorker = boot => {
  const { started } = boot
  delete boot.started
  if (started) return started
  const worker = new Worker(origin == 'null' ? URL.createObjectURL(boot.script) : boot.exec)
  worker.early = [] // what it says before anybody listens
  worker.onmessage = e => worker.early.push(e)
  worker.onerror = e => {
    e.preventDefault()
    worker.onmessage({ data: { type: 'died', text: e.message ?? '' } })
  }
  worker.postMessage(boot)
  return worker
}

// A worker from a blob has the policy of its page, and starts others from what that gave it.
if (!self.document) self.trustedTypes?.createPolicy('default', { createScriptURL: url => url })

if (!self.document) onmessage = ({ data: boot }) => {
  let said = '', given
  const program = boot.module ? { module: boot.module } : new Promise(done => { given = done })
  self.boot = boot // for further workers
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
    boot.module = module ?? await WebAssembly.compile(unpack(new Uint8Array(packed)))
    if (packed) postMessage({ compiled: boot.module })
    return go.run(await WebAssembly.instantiate(boot.module, go.importObject))
  }
  start().catch(e => died(String(e)))
}
