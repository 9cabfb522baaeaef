// Keeps the site readable offline. The builder writes the lists, and joins this script to build/wasmpack/unpack.js; every path is
// relative to this script. What is kept is what pages ask for in a message (see site/boot.js), and what they load.
const VERSION = '%VERSION%'
const PAGES = ['%PAGES%'] // HTML: from the network, or from the cache if that is slow or gone
const ASSETS = ['%ASSETS%'] // files with their hash in their name: styles, fonts, scripts
const PROGRAMS = ['%PROGRAMS%'] // the same, which are kept unpacked: a browser keeps what it compiles of those
const PREFIX = 'topobook ' + registration.scope + ' ' // caches are shared by the whole origin
const PATIENCE = 3000 // ms

const full = path => new URL(path, registration.scope).href
const plainOf = url => url.replace(/wasm$/, 'plain.wasm')
const pages = new Set(PAGES.map(full)), hashed = new Set(ASSETS.map(full)), programs = new Set(PROGRAMS.map(full))
const plains = new Map(PROGRAMS.map(path => [plainOf(full(path)), full(path)]))
const own = () => caches.open(PREFIX + VERSION)

// What an earlier edition kept is kept on. That edition stays until all of this one comes: a host may be half-way. Then it has some time, if
// there is one, for what is under way: Chromium, on a busy machine, now and then holds back pages for minutes that are opened while another takes over.
addEventListener('install', event => event.waitUntil((async () => {
  for (const key of (await caches.keys()).filter(key => key.startsWith(PREFIX))) {
    for (const { url } of await (await caches.open(key)).keys()) await keep(plains.get(url) ?? url)
  }
  if (registration.active) await new Promise(done => setTimeout(done, PATIENCE))
  await skipWaiting()
})()))

addEventListener('activate', event => event.waitUntil((async () => {
  for (const key of await caches.keys()) {
    if (key.startsWith(PREFIX) && key != PREFIX + VERSION) await caches.delete(key)
  }
  await clients.claim()
})()))

// A page asks to keep files. They come one after another, so that what its reader waits for goes before them.
let line = Promise.resolve()
addEventListener('message', event => event.waitUntil(line = line.then(async () => {
  for (const url of event.data) await keep(url).catch(() => {}) // no connection
})))

addEventListener('fetch', event => {
  const { request } = event, url = request.url.split(/[?#]/)[0]
  if (request.method != 'GET' || !url.startsWith(registration.scope) || programs.has(url)) return
  const answer = plains.has(url) ? plain(url) : hashed.has(url) ? asset(url) : page(event, url)
  event.respondWith(answer.catch(() => fetch(request))) // a browser may keep nothing
})

// keep keeps a file of the site, unless it is kept already; it fails where that does not come.
async function keep(url) {
  if (programs.has(url)) return program(url)
  if (hashed.has(url)) return whole(url, await asset(url, 'low'))
  if (!(url = pageAt(url))) return
  const kept = async () => (await (await own()).match(url))?.text()
  let text = await kept()
  if (!text && await keepPage(url, await fetch(url, { cache: 'reload', priority: 'low' }))) text = await kept()
  if (!text) throw Error(url + ' does not come')
  for (const file of filesOf(text)) await keep(file)
}

// filesOf returns the addresses of what a page is read with.
const filesOf = text => Array.from(text.matchAll(/<(?:link|script|foreignObject[^>]*><img)[^>]*(?:href|src)="?(assets\/[\w.-]+)/g), ([, path]) => full(path))

// pageAt returns the page that is at an address, if there is one: hosts may leave out .html and index.html.
const pageAt = url => [url, url + '.html', url.replace(/\/?$/, '/index.html')].find(url => pages.has(url))

const whole = async (url, response) => { if (!await intact(url, response)) throw Error(url + ' does not come') }

const hex = async response => Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()), 0, 8), byte => byte.toString(16).padStart(2, '0')).join('')

// intact tells whether a response has the file that the builder made: its name says the hash. Hosts, proxies
// and login pages answer other things, with status 200 too.
const intact = async (url, response) => response?.ok && url.includes(`.${await hex(response.clone())}.`)

// asset returns a file with its hash in its name: what is kept, by an earlier edition too, or else what the
// network has. What is not intact is not kept.
async function asset(url, priority = 'auto') {
  const cache = await own(), kept = await cache.match(url)
  if (await intact(url, kept)) return kept
  let response
  for (const source of [() => caches.match(url), () => fetch(url, { priority }), () => fetch(url, { cache: 'reload', priority })]) {
    response = await source()
    if (!await intact(url, response)) continue
    await cache.put(url, response.clone()).catch(() => {}) // no room: it comes from the network again
    return response
  }
  return response
}

// program keeps a program unpacked, with the hash of that.
const coming = new Map()
async function program(url) {
  const cache = await own(), to = plainOf(url)
  for (const source of [cache, caches]) {
    const kept = await source.match(to)
    if (!kept || kept.headers.get('Hash') != await hex(kept.clone())) continue
    return source == cache || cache.put(to, kept)
  }
  for (const mode of ['default', 'reload']) {
    const response = await fetch(url, { cache: mode, priority: 'low' })
    if (!await intact(url, response)) continue
    const bytes = unpack(new Uint8Array(await response.arrayBuffer())), headers = { 'Content-Type': 'application/wasm', 'Content-Length': bytes.length }
    return cache.put(to, new Response(bytes, { headers: { ...headers, Hash: await hex(new Response(bytes)) } }))
  }
  throw Error(url + ' does not come')
}

// plain returns a program unpacked if it is kept. To look at its bytes takes time: what is wrong shows when it is compiled, and goes
// when it is asked for again.
async function plain(url) {
  const kept = await (await own()).match(url)
  return kept?.headers.has('Hash') ? kept : new Response(null, { status: 404 })
}

// keepPage keeps a response if it is a page of this edition, to its end, and tells whether it is a page of the site that can be read: one of another
// edition if its files are there. Hosts may lead from an address to that without .html.
async function keepPage(url, response) {
  if (!response.ok || !isHTML(response) || response.redirected && pageAt(response.url) != url) return false
  const { headers } = response, text = await response.text(), others = filesOf(text).filter(file => !hashed.has(file) && !programs.has(file))
  if (!text.includes('</footer>')) return false
  if (!others.length) await (await own()).put(url, new Response(text, { headers })).catch(() => {}) // no room: it comes from the network again
  for (const file of others) if (!await intact(file, await fetch(file))) return false
  return true
}

const isHTML = response => /html/.test(response.headers.get('Content-Type'))

// stands tells whether a reader is to see what a host answers in place of a page that is kept: where networks ask who is there, and not what is
// lost, or arrived damaged.
const stands = async response => response.type == 'opaqueredirect' || [401, 403, 407, 511].includes(response.status) ||
  response.ok && isHTML(response) && /^\s*<(?!.*assets\/boot\.)/s.test(await response.text())

async function page(event, url) {
  const known = pageAt(url), kept = known && await (await own()).match(known), answer = fetch(event.request)
  if (!kept) {
    if (known) event.waitUntil(answer.then(response => keepPage(known, response.clone())).catch(() => {}))
    return answer // as it comes
  }
  const fresh = answer.then(async response => await keepPage(known, response.clone()) || await stands(response.clone()) ? response : kept)
  event.waitUntil(fresh.catch(() => {}))
  const late = new Promise(done => setTimeout(done, PATIENCE, kept))
  return Promise.race([fresh.catch(() => kept), late])
}
