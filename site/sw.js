// Keeps the site readable offline. The builder writes the three lists; every path is relative to this script.
const VERSION = '%VERSION%'
const PAGES = ['%PAGES%'] // HTML: from the network, or from the cache if that is slow or gone
const ASSETS = ['%ASSETS%'] // small files with their hash in their name: styles, fonts, scripts
const ENGINE = ['%ENGINE%'] // large files with their hash in their name, kept when first used
const PREFIX = 'topobook ' + registration.scope + ' ' // caches are shared by the whole origin
const PATIENCE = 3000 // ms

const full = path => new URL(path, registration.scope).href
const hashed = new Set([...ASSETS, ...ENGINE].map(full))

addEventListener('install', event => event.waitUntil((async () => {
  const cache = await caches.open(PREFIX + VERSION)
  await Promise.all([...PAGES, ...ASSETS].map(async path => {
    const kept = hashed.has(full(path)) && await caches.match(full(path))
    const response = kept || await fetch(full(path), { cache: hashed.has(full(path)) ? 'default' : 'reload' })
    if (response.ok) await cache.put(full(path), response)
  }))
  for (const path of ENGINE) { // an engine that did not change needs no second download
    const kept = await caches.match(full(path))
    if (kept) await cache.put(full(path), kept)
  }
  await skipWaiting()
})()))

addEventListener('activate', event => event.waitUntil((async () => {
  for (const key of await caches.keys()) {
    if (key.startsWith(PREFIX) && key != PREFIX + VERSION) await caches.delete(key)
  }
  await clients.claim()
})()))

// A page that started the engine before this script was in charge asks to keep it.
addEventListener('message', event => event.waitUntil((async () => {
  const cache = await caches.open(PREFIX + VERSION)
  for (const url of event.data.filter(url => hashed.has(url))) {
    if (!await cache.match(url)) await cache.add(url)
  }
})()))

addEventListener('fetch', event => {
  const { request } = event, url = request.url.split(/[?#]/)[0]
  if (request.method != 'GET' || !url.startsWith(registration.scope)) return
  event.respondWith(hashed.has(url) ? fromCache(request, url) : fromNetwork(event, url))
})

async function fromCache(request, url) {
  const cache = await caches.open(PREFIX + VERSION), kept = await cache.match(url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await cache.put(url, response.clone())
  return response
}

async function fromNetwork(event, url) {
  const cache = await caches.open(PREFIX + VERSION)
  const kept = await cache.match(url) || await cache.match(url + '.html') || await cache.match(url.replace(/\/?$/, '/index.html'))
  const fresh = fetch(event.request).then(async response => {
    if (response.ok && !response.redirected) await cache.put(url, response.clone())
    return response
  })
  if (!kept) return fresh
  event.waitUntil(fresh.catch(() => {}))
  const late = new Promise(done => setTimeout(done, PATIENCE, kept))
  return Promise.race([fresh.then(r => r.status < 500 ? r : kept).catch(() => kept), late]).then(r => r.clone())
}
