// Starts Web Workers, and is what runs in one: the engine's kernel side. The builder joins it to wasm_exec.js and
// build/wasmpack/unpack.js; the page loads that file, and so does each worker. What starts a worker comes to it as its first
// message: module, the compiled program; exec, the address of this file; and script, a blob of it.

// A sandboxed frame, whose origin is "null", may start a worker from a blob only; policies may want the address.
self.newWorker = boot => {
  const worker = new Worker(origin == 'null' ? URL.createObjectURL(boot.script) : boot.exec)
  worker.postMessage(boot)
  return worker
}

if (!self.document) onmessage = ({ data: boot }) => {
  let said = ''
  self.boot = boot // for further workers
  self.early = [] // what arrives before the kernel listens
  onmessage = e => early.push(e.data)
  const log = console.log
  console.log = text => { said = (said + text).slice(0, 400); log(text) }
  const died = text => postMessage({ type: 'died', text: `${text} ${said}` })
  const go = new Go()
  go.env.GOTRACEBACK = 'system' // addresses in traces, which topobook trace reads
  go.exit = code => died(`exit ${code}`)
  WebAssembly.instantiate(boot.module, go.importObject).then(instance => go.run(instance)).catch(e => died(String(e)))
}
