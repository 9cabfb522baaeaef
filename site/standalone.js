// What a notebook in one file has in place of a server, for boot.js, which follows: the program, compressed by gzip, in base64,
// and the script that starts it.
self.carried = async name => {
  const text = document.getElementById(name).textContent
  if (name == 'exec') return new TextEncoder().encode(text)
  const zipped = Uint8Array.from(atob(text), c => c.charCodeAt(0))
  return new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}
