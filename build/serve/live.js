{
  let built, shown = ''
  const box = document.createElement('pre')
  box.id = 'fault'
  box.setAttribute('role', 'alert')
  box.style = 'position: fixed; inset: auto 0 0; z-index: 99; margin: 0; padding: 1rem; max-height: 60vh; overflow: auto;' +
    'white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 monospace; color: #fff; background: #8c1d18'
  new EventSource('_changes').onmessage = ({ data }) => {
    const now = JSON.parse(data)
    if (built && built != now.built) return location.reload()
    built = now.built
    if (shown == now.fault) return
    shown = box.textContent = now.fault
    if (shown) document.body.append(box)
    else box.remove()
  }
}
