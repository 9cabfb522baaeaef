// Reads bibliographies and sets lists of references in the style ieee.csl. README.md says how to bundle it.
import { plugins } from '@citation-js/core'
import '@citation-js/plugin-bibtex'
import { parse as parseFile } from '@citation-js/plugin-bibtex/lib-mjs/input/file.js'
import { parse as parseEntries } from '@citation-js/plugin-bibtex/lib-mjs/input/entries.js'
import CSL from 'citeproc'
import style from './ieee.csl'
import locale from './locales-en-US.xml'

// TeX that the parser does not know.
Object.assign(plugins.config.get('@bibtex').constants.commands, { AA: 'Å', aa: 'å', '': ' ', ',': '\u2009', LaTeX: 'LaTeX', TeX: 'TeX', slash: '/' })

// OTHERS stands for the authors that "and others" leaves out, until the list is set.
const OTHERS = '\ue000'

// GENRES are the names of kinds of works in BibTeX and BibLaTeX in words.
const GENRES = { phdthesis: 'PhD thesis', mastersthesis: 'Master’s thesis', mathesis: 'Master’s thesis', bathesis: 'Bachelor’s thesis', techreport: 'Tech. Rep.', resreport: 'Research Rep.' }

// TOKENS are the parser's names in the words of a sentence.
const TOKENS = { lbrace: '{', rbrace: '}', comma: 'a comma', equals: '=', label: 'a key', identifier: 'a name', number: 'a number', quote: '"', EOF: 'the end of the file', otherEntryType: 'a kind of entry', dataEntryType: 'a kind of entry' }

// read returns the works of a BibTeX file, or of a list in CSL JSON. It throws { line, col, key, message }, of
// which the parts that are not known are missing.
function read(text, json) {
  const works = json ? JSON.parse(text) : readBibTeX(text)
  const seen = new Set()
  for (const key of keys(works)) {
    if (seen.has(key)) throw { key, message: 'is the key of more than one work' }
    seen.add(key)
  }
  return plugins.input.chain(works, { forceType: '@csl/list+object', generateGraph: false })
}

function readBibTeX(text) {
  let entries
  try {
    entries = parseFile(text)
  } catch (err) {
    const [, line, col] = / at line (\d+) col (\d+)/.exec(err.message) || []
    const [, want, got] = /^expected "(\w+)", got "?(\w+)/.exec(err.message) || []
    const message = want ? `got ${TOKENS[got] || got}, want ${TOKENS[want] || want}` : err.message.split(' at line')[0]
    throw { line: Number(line), col: Number(col), message }
  }
  try {
    return parseEntries(entries)
  } catch {
    for (const entry of entries) { // which one is it?
      try {
        parseEntries([entry])
      } catch (err) {
        throw { key: entry.label, message: err.message.split(/ at line|\n/)[0] }
      }
    }
    throw { message: 'cannot be read' }
  }
}

// keys returns the names by which works are cited.
const keys = works => works.map(work => String(work.id))

let engine // of the style, once a list has been asked for
let cited = new Map() // the works of the list that is being set, by key

// list returns the works with the given keys as HTML, without their numbers. It throws { key, message }.
function list(works, keys) {
  cited = new Map(works.filter(work => keys.includes(String(work.id))).map(work => [String(work.id), prepared(work)]))
  if (!engine) {
    engine = new CSL.Engine({ retrieveLocale: () => locale, retrieveItem: key => cited.get(key) }, style, 'en-US')
    engine.opt.development_extensions.wrap_url_and_doi = true
  }
  engine.updateItems([]) // forget the works of the last list
  engine.updateItems(keys)
  return engine.makeBibliography()[1].map(entry => {
    const text = entry.replace(/^[^]*?<div class="csl-right-inline">/, '').replace(/<\/div>\s*<\/div>\s*$/, '')
    return text.trim().replace(RegExp(`,? and ${OTHERS}|,? ${OTHERS}`), ' <i>et al.</i>')
  })
}

// prepared returns a work as the style takes it.
function prepared(work) {
  const key = String(work.id)
  const result = { ...work, id: key, genre: GENRES[work.genre] || work.genre }
  for (const [field, value] of Object.entries(work)) {
    if (['abstract', 'annote', 'note', 'keyword', 'URL', 'DOI'].includes(field)) continue
    const left = /\\[a-zA-Z]+/.exec(texts(value).join(' '))
    if (left) throw { key, message: `${field}: ${left[0]} is TeX that is not known here` }
    if (Array.isArray(value)) {
      result[field] = value.map(name => name.family == 'others' && !name.given ? { family: OTHERS } : name)
    }
  }
  if (work.URL && !/^https?:\/\//i.test(work.URL)) throw { key, message: `URL: got "${work.URL}", want an address that starts with https://` }
  return result
}

// texts returns all strings in a value.
const texts = value => typeof value == 'string' ? [value] : value && typeof value == 'object' ? Object.values(value).flatMap(texts) : []

globalThis.bibliography = { read, keys, list }
