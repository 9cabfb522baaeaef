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
  await Promise.all([
    ...PAGES.map(full).map(async url => keepPage(url, await fetch(url, { cache: 'reload' }))),
    ...ASSETS.map(full).map(asset),
  ])
  for (const url of ENGINE.map(full)) { // an engine that did not change needs no second download
    if (await caches.match(url)) await asset(url)
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
addEventListener('message', event => event.waitUntil(Promise.all(event.data.filter(url => hashed.has(url)).map(asset))))

addEventListener('fetch', event => {
  const { request } = event, url = request.url.split(/[?#]/)[0]
  if (request.method != 'GET' || !url.startsWith(registration.scope)) return
  event.respondWith(hashed.has(url) ? asset(url) : page(event, url))
})

// intact tells whether a response has the file that the builder made: its name says the hash. Hosts, proxies
// and login pages answer other things, with status 200 too.
async function intact(url, response) {
  if (!response?.ok) return false
  const sum = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer())
  return url.includes(`.${Array.from(new Uint8Array(sum, 0, 8), byte => byte.toString(16).padStart(2, '0')).join('')}.`)
}

// asset returns a file with its hash in its name: what is kept, by an earlier edition too, or else what the
// network has. What is not intact is not kept.
async function asset(url) {
  const cache = await caches.open(PREFIX + VERSION), kept = await cache.match(url)
  if (await intact(url, kept)) return kept
  let response
  for (const source of [() => caches.match(url), () => fetch(url), () => fetch(url, { cache: 'reload' })]) {
    response = await source()
    if (!await intact(url, response)) continue
    await cache.put(url, response.clone()).catch(() => {}) // no room: it comes from the network again
    return response
  }
  return response
}

// keepPage keeps a response if it is a page of this site, to its end, and not what stands in for it.
async function keepPage(url, response) {
  if (!response.ok || response.redirected || !/html/.test(response.headers.get('Content-Type'))) return
  if (!(await response.clone().text()).includes('</footer>')) return
  const cache = await caches.open(PREFIX + VERSION)
  await cache.put(url, response.clone()).catch(() => {})
}

async function page(event, url) {
  const cache = await caches.open(PREFIX + VERSION)
  const kept = await cache.match(url) || await cache.match(url + '.html') || await cache.match(url.replace(/\/?$/, '/index.html'))
  const fresh = fetch(event.request).then(async response => {
    await keepPage(url, response)
    return response
  })
  if (!kept) return fresh
  event.waitUntil(fresh.catch(() => {}))
  const late = new Promise(done => setTimeout(done, PATIENCE, kept))
  return Promise.race([fresh.then(r => r.status < 500 ? r : kept).catch(() => kept), late]).then(r => r.clone())
}
