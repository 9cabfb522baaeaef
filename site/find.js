// What finds and explains: the box in the header (search.js), the terms of the glossary (term.js), citations (cite.js), and links whose
// page was split (moved.js). boot.js fetches all of it when one is first wanted, and hands over what its reader has done by then. The
// builder joins these files, and puts their style and the paths of what they fetch in front.
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

const html = (tag, properties, ...children) => {
  const el = Object.assign(document.createElement(tag), properties)
  el.append(...children)
  return el
}
const full = path => new URL(path, document.baseURI).href
const readJSON = async path => JSON.parse(new TextDecoder().decode(await loadWhole(path))) // see boot.js
