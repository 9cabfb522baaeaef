// Runs the engine's kernel side: the page sends it the compiled module first, then the kernel's messages.
onmessage = ({ data: { module, exec } }) => {
  let said = ''
  self.boot = { module, exec, worker: location.href } // for further workers
  self.early = [] // what arrives before the kernel listens
  onmessage = e => early.push(e.data)
  const log = console.log
  console.log = text => { said = (said + text).slice(0, 400); log(text) }
  const died = text => postMessage({ type: 'died', text: `${text} ${said}` })
  importScripts(exec)
  const go = new Go()
  go.exit = code => died(`exit ${code}`)
  WebAssembly.instantiate(module, go.importObject).then(instance => go.run(instance)).catch(e => died(String(e)))
}
