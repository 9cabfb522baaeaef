// The editor of cells: CodeMirror, which the builder puts in front of this with the words of the language. What knows the notebook is
// the page's program: see wasm/page/language.go. improve(area, cell, published) puts an editor
// in the place of a text area.
(() => {
  const { words } = CodeMirror, { startCompletion, completionStatus } = CodeMirror
  const keywords = words.keywords.split(' '), reserved = new Set([...keywords, ...words.reserved.split(' ')])
  const known = new Map(words.universe.map(name => [name, {}])), rest = 300 // ms without a key before what is wrong is marked
  for (const [name, [signature, summary]] of Object.entries(words.builtins)) known.set(name, { signature, summary })

  // The tokens of the language, of which what highlights is a class of the page's style, as in notebooks/dialect.
  const name = /[\p{L}_][\p{L}\p{N}_]*/u, number = /0x[\da-f]+|0o[0-7]+|0b[01]+|(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/i
  const quote = /(?:r|b|rb|br)?("""|'''|"|')/i, long = { '"': /(?:\\[^]|(?!""")[^])*("""|$)/y, "'": /(?:\\[^]|(?!''')[^])*('''|$)/y }
  const short = { '"': /(?:\\[^]|[^\\\n"])*"?/y, "'": /(?:\\[^]|[^\\\n'])*'?/y }
  const classes = Object.fromEntries(['kw', 'str', 'num', 'com', 'fn'].map(name => [name, CodeMirror.Tag.define()]))
  const language = CodeMirror.StreamLanguage.define({
    tokenTable: classes,
    startState: () => ({ open: '' }),
    token(stream, state) {
      if (!state.open) {
        if (stream.eatSpace()) return null
        if (stream.match(/#.*/)) return 'com'
        const begin = stream.match(quote), word = !begin && stream.match(name)
        if (word) return reserved.has(word[0]) ? 'kw' : known.has(word[0]) ? 'fn' : null
        if (!begin) return stream.match(number) ? 'num' : (stream.next(), null)
        if (begin[1].length == 1) {
          stream.match(new RegExp(short[begin[1]].source))
          return 'str'
        }
        state.open = begin[1]
      }
      while (!stream.eol()) {
        if (stream.match(state.open)) {
          state.open = ''
          break
        }
        if (stream.next() == '\\') stream.next()
      }
      return 'str'
    },
    languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"', "'"] }, indentOnInput: /^\s*(else:|elif |\]|\}|\))$/ },
  })

  // A line is indented as the one before, by more after a colon and within brackets.
  const indentation = CodeMirror.indentService.of((context, pos) => {
    const { state } = context, line = state.doc.lineAt(pos)
    if (context.simulatedBreak == null && line.number == 1) return 0
    const before = context.simulatedBreak == null ? state.doc.line(line.number - 1) : context.lineAt(pos, -1)
    const spaces = before.text.match(/^ */)[0].length, code = before.text.replace(/#.*/, '').trimEnd()
    const closes = /^\s*([\])}]|else:|elif )/.test(state.sliceDoc(pos, line.to)) ? 4 : 0
    return Math.max(0, spaces + (/[:([{]$/.test(code) ? 4 : 0) - closes)
  })

  // around returns what the place pos of a text is in: a comment; a string, where it begins; and calls, the innermost last, each with
  // the name of what is called and the argument that the place is in.
  const around = (text, pos) => {
    const piece = /#[^\n]*|(?:r|b|rb|br)?("""|'''|"|')|[\p{L}_][\p{L}\p{N}_]*|[=!<>]=|\S/giuy, space = /\s*/y, stack = []
    let before = ''
    for (let at = 0; at < pos;) {
      space.lastIndex = at
      space.exec(text)
      piece.lastIndex = space.lastIndex
      const match = piece.exec(text), [token, opens] = match ?? ['']
      if (!match || match.index >= pos) break
      at = piece.lastIndex
      if (token[0] == '#') {
        if (at >= pos) return { comment: true, stack }
        continue
      }
      if (opens) {
        const body = (opens.length == 3 ? long : short)[opens[0]], from = at
        body.lastIndex = at
        const inside = body.exec(text)[0]
        at = body.lastIndex
        if (pos < at || pos == at && (inside.length < opens.length || !inside.endsWith(opens))) return { string: from, stack }
      }
      const call = stack.at(-1)
      if ('([{'.includes(token)) {
        if (call) call.tokens++
        stack.push({ callee: token == '(' && name.test(before) && !reserved.has(before) ? before : '', open: token, commas: 0, tokens: 0, given: [] })
      } else if (')]}'.includes(token)) stack.pop()
      else if (call && token == ',') Object.assign(call, { commas: call.commas + 1, tokens: 0, parameter: '' })
      else if (call) {
        if (token == '=' && call.tokens == 1) call.given.push(call.parameter = before)
        if (!call.commas && !call.tokens++) call.first = token
        else if (call.commas) call.tokens++
        else call.first = ''
      }
      before = before == '.' && name.test(token) ? '.' + token : token
    }
    return { stack }
  }
  const callOf = stack => stack.findLast(call => call.callee)

  // parameters returns those of a signature, with their places in it.
  const parameters = signature => {
    const list = [], from = signature.indexOf('(') + 1
    let depth = 0, start = from
    for (let i = from; from && i < signature.length; i++) {
      const c = signature[i]
      if (depth ? false : c == ',' || c == ')') {
        const text = signature.slice(start, i), [label] = text.trim().split('=')
        if (label) list.push({ label, from: start + text.search(/\S/), to: i })
        start = i + 1
      }
      depth += '([{'.includes(c) ? 1 : ')]}'.includes(c) ? -1 : 0
    }
    return list
  }

  // signatureOf returns the signature of a function: a builtin's, or one that a cell defines.
  const signatureOf = callee => {
    if (known.has(callee)) return known.get(callee).signature
    for (const { textContent } of document.querySelectorAll('.editor code')) {
      const made = textContent.match(new RegExp(`^[ ]*def (${callee}\\([^)]*\\)):`, 'm'))
      if (made) return made[1].replace(/\s+/g, ' ')
    }
  }

  // The help below the code: of the word at the cursor, or of the call that it is in.
  let reference
  const documented = async word => { // as the reference page has it, or nothing where that does not come
    reference ??= self.carried ? Promise.resolve() : fetch('reference.html').then(r => r.text()).then(text => new DOMParser().parseFromString(text, 'text/html'))
    try {
      const page = await reference
      if (page?.querySelector('.foot')) return page.getElementById(word)
      if (page) reference = null // what the host sent in its place
    } catch { reference = null }
  }
  const asked = state => {
    const { head } = state.selection.main, text = state.doc.toString(), line = state.doc.lineAt(head)
    const from = head - line.text.slice(0, head - line.from).match(/[\p{L}\p{N}_]*$/u)[0].length
    const [word] = text.slice(from).match(/^[\p{L}\p{N}_]*/u), { comment, string, stack } = around(text, from), call = callOf(stack)
    if (comment) return {}
    const key = stack.at(-1)?.callee && /^\s*=(?!=)/.test(text.slice(from + word.length))
    const own = new RegExp(`^(def )?${word}\\b *(=[^=]|\\()`, 'm')
    if (string === undefined && text[from - 1] != '.' && !key && known.get(word)?.signature && !(own.test(text) && !/^\w+ *\(/m.test(text.match(own)[0]))) {
      return { callee: word, signature: known.get(word).signature }
    }
    if (!call || call.callee[0] == '.') return {}
    const signature = signatureOf(call.callee), list = signature ? parameters(signature) : []
    const current = list.find(p => p.label == (key && call == stack.at(-1) ? word : call.parameter)) ?? (call.parameter || key ? undefined : list[call.commas] ?? (list.at(-1)?.label[0] == '*' ? list.at(-1) : undefined))
    return { callee: call.callee, signature, current }
  }
  const help = async (box, state) => {
    const { callee, signature, current } = asked(state), shown = signature ? callee + ' ' + (current?.label ?? '') : ''
    if (box.shown == shown) return
    box.shown = shown
    box.textContent = ''
    if (!signature) return
    const code = box.appendChild(document.createElement('code'))
    code.append(signature.slice(0, current?.from ?? signature.length))
    if (current) {
      code.append(Object.assign(document.createElement('b'), { textContent: signature.slice(current.from, current.to) }), signature.slice(current.to))
    }
    const summary = known.get(callee)?.summary
    if (!summary) return
    const text = box.appendChild(Object.assign(document.createElement('p'), { textContent: summary }))
    if (box.closest('.word')?.id == callee) return text.remove() // it stands above
    const entry = await documented(callee)
    if (entry && box.shown == shown) text.replaceWith(...Array.from(entry.querySelectorAll(':scope > :not(h3, .listing)'), part => part.cloneNode(true)))
  }

  // Completion: in a string nodes and files; else parameters of the call, names of the notebook, builtins, keywords.
  let told = () => {}
  topobook.seen = (items, later) => told(items, later)
  const look = (name, prefix) => new Promise(done => {
    told([])
    told = (items, later) => done({ items, later })
    topobook.look(name, prefix)
  })
  const strings = async (context, place) => {
    const call = callOf(place.stack), prefix = context.state.sliceDoc(place.string, context.pos)
    if (!call || /\n/.test(prefix)) return null
    const file = ['read', 'load'].includes(call.callee) && !call.commas && !call.parameter
    if (!file && (!call.commas || !name.test(call.first))) return null
    const { items, later } = await look(file ? '' : call.first, prefix)
    if (later) setTimeout(() => { if (context.view?.hasFocus && context.view.state.doc.eq(context.state.doc)) startCompletion(context.view) }, 600)
    return { from: place.string, options: items.map((label, i) => ({ label, type: 'text', boost: -i / 2 })) }
  }
  const complete = cell => context => {
    const { state, pos } = context, place = around(state.doc.toString(), pos)
    if (place.comment) return null
    if (place.string !== undefined) return strings(context, place)
    const word = context.matchBefore(/[\p{L}\p{N}_]+/u), from = word?.from ?? pos
    if (!word && !context.explicit || /^\d/.test(word?.text) || state.sliceDoc(from - 1, from) == '.') return null
    const inner = around(state.doc.toString(), from).stack.at(-1), options = new Map
    const add = (label, more) => { if (!options.has(label)) options.set(label, { label, ...more }) }
    if (inner?.callee && !inner.tokens) {
      for (const { label } of parameters(signatureOf(inner.callee) ?? '')) {
        if (label[0] != '*' && !inner.given.includes(label)) add(label + '=', { type: 'property', detail: inner.callee, boost: 3 })
      }
    }
    const { names } = topobook.check(cell)
    for (const [label, of] of Object.entries(names)) add(label, { type: 'variable', detail: of == cell ? 'this cell' : 'cell ' + of, boost: 2 })
    for (const { 0: label, index } of state.doc.toString().matchAll(/(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?=[^\n]*(=| in ))/gu)) {
      if (index != from && !reserved.has(label) && !known.has(label) && around(state.doc.toString(), index).string === undefined) add(label, { type: 'variable', boost: 1 })
    }
    for (const [label, { signature, summary }] of known) {
      add(label, signature ? { type: 'function', info: () => {
        const box = document.createElement('div')
        box.append(Object.assign(document.createElement('code'), { textContent: signature }), Object.assign(document.createElement('p'), { textContent: summary }))
        return box
      } } : { type: 'function' })
    }
    for (const label of keywords) if (label != 'while') add(label, { type: 'keyword', boost: -1 })
    return { from, options: [...options.values()], validFor: /^[\p{L}\p{N}_]*$/u }
  }

  // What is wrong stands at the end of its line, too.
  const setSaid = CodeMirror.StateEffect.define()
  const said = CodeMirror.StateField.define({
    create: () => CodeMirror.Decoration.none,
    update(marks, transaction) {
      for (const effect of transaction.effects) if (effect.is(setSaid)) return effect.value
      return transaction.docChanged ? CodeMirror.Decoration.none : marks
    },
    provide: field => CodeMirror.EditorView.decorations.from(field),
  })
  const mark = (view, problem) => {
    const { doc } = view.state
    view.contentDOM.setAttribute('aria-invalid', !!problem?.line)
    if (!problem?.line) return view.dispatch(CodeMirror.setDiagnostics(view.state, []), { effects: setSaid.of(CodeMirror.Decoration.none) })
    const line = doc.line(Math.min(problem.line, doc.lines)), before = Array.from(line.text).slice(0, problem.col - 1).join('').length
    const from = Math.min(line.from + before, line.to), length = doc.sliceString(from, line.to).match(/^([\p{L}\p{N}_]+|\S?)/u)[0].length
    const message = problem.text + (problem.hint ? ` (${problem.hint})` : '')
    const at = CodeMirror.Decoration.line({ attributes: { 'data-problem': problem.text } }).range(line.from)
    view.dispatch(CodeMirror.setDiagnostics(view.state, [{ from: length ? from : Math.max(line.from, from - 1), to: from + length, severity: 'error', message }]), { effects: setSaid.of(CodeMirror.Decoration.set(at)) })
  }

  const theme = CodeMirror.EditorView.theme({
    '&.cm-editor.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit', overflow: 'visible' },
    '.cm-content': { padding: 0, caretColor: 'var(--ink)' },
    '.cm-line': { padding: 0 },
    '.num': { color: 'var(--num)' },
    '.cm-line[data-problem]::after': { content: 'attr(data-problem)', paddingLeft: '1.5em', color: 'var(--fails)' },
    '.cm-lintRange-error': { backgroundImage: 'none', background: 'color-mix(in srgb, var(--fails) 20%, transparent)', textDecoration: 'underline wavy var(--fails)', textDecorationSkipInk: 'none' },
    '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': { background: 'none', outline: '1px solid var(--muted)' },
    '&.cm-focused .cm-nonmatchingBracket': { background: 'none', outline: '1px solid var(--fails)' },
    '.cm-tooltip': { background: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--edge)', borderRadius: '6px', boxShadow: '0 4px 18px rgb(0 0 0 / .2)', zIndex: 12, maxWidth: 'calc(100vw - 2rem)', whiteSpace: 'normal' },
    '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '.8125rem', maxHeight: '13em' },
    '.cm-tooltip-autocomplete > ul > li': { padding: '.15rem .6rem .15rem .4rem', lineHeight: 1.5 },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--paper)' },
    '.cm-completionDetail': { fontStyle: 'normal', fontFamily: 'var(--sans)', color: 'var(--muted)' },
    'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
    '.cm-tooltip.cm-completionInfo': { font: '400 .8125rem/1.4 var(--sans)', padding: '.5rem .7rem', '& p': { margin: '.3rem 0 0' }, '& code': { background: 'none', padding: 0 } },
    '@media (max-width: 46rem)': { '.cm-tooltip.cm-completionInfo': { display: 'none' } }, // it would lie over the list
    '.cm-diagnostic': { font: '400 .8125rem/1.4 var(--sans)', borderLeft: '4px solid var(--fails)', padding: '.3rem .6rem' },
    '.cm-panels': { background: 'var(--panel)', color: 'var(--ink)', border: 0, font: '400 .8125rem/1.4 var(--sans)', whiteSpace: 'normal' },
    '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--rule)' },
    '.cm-textfield': { background: 'var(--raised)', border: '1px solid var(--edge)', borderRadius: '6px', font: 'inherit', color: 'inherit' },
    '.cm-button': { background: 'var(--raised)', border: '1px solid var(--edge)', borderRadius: '6px', font: 'inherit', color: 'inherit' },
    '.cm-panel.cm-search [name=close]': { color: 'inherit' },
    '.cm-searchMatch': { background: 'color-mix(in srgb, var(--accent) 25%, transparent)' },
    '.cm-searchMatch-selected': { outline: '2px solid var(--accent)' },
  })

  // Tab indents once something has been typed, and leads on before that: one who does not see the page must get out.
  const tab = back => view => {
    const { state } = view, { from, to } = state.selection.main, lines = state.doc.lineAt(from).number != state.doc.lineAt(to).number
    if (!back && completionStatus(state) == 'active') return CodeMirror.acceptCompletion(view)
    if (!lines && !view.contentDOM.typed) return false
    if (back || lines) return (back ? CodeMirror.indentLess : CodeMirror.indentMore)(view) || true
    view.dispatch(state.replaceSelection('    '), { userEvent: 'input', scrollIntoView: true })
    return true
  }

  const extensions = [
    CodeMirror.history(), language, CodeMirror.syntaxHighlighting(CodeMirror.tagHighlighter(Object.entries(classes).map(([name, tag]) => ({ tag, class: name })))),
    indentation, CodeMirror.indentUnit.of('    '), CodeMirror.EditorState.tabSize.of(4), CodeMirror.indentOnInput(), CodeMirror.bracketMatching(),
    CodeMirror.closeBrackets(), CodeMirror.search(), said, theme,
    CodeMirror.keymap.of([
      { key: 'Tab', run: tab(false), shift: tab(true) }, ...CodeMirror.completionKeymap, ...CodeMirror.closeBracketsKeymap, ...CodeMirror.lintKeymap,
      ...CodeMirror.searchKeymap, ...CodeMirror.historyKeymap, ...CodeMirror.defaultKeymap.filter(({ key }) => key != 'Mod-Enter' && key != 'Escape'),
    ]),
  ]

  // make puts an editor in the place of a text area, with the same text, cursor and focus.
  const make = (area, cell, published) => {
    if (!area.isConnected) return
    let setting = false, problem, resting
    const box = area.closest('.code').querySelector('.word-help'), focused = document.activeElement == area
    const shown = area.closest('.editor').querySelector('pre')
    const check = () => {
      resting = 0
      if (completionStatus(view.state) == 'active') return rests()
      mark(view, problem?.line ? problem : topobook.check(cell).problem)
    }
    const rests = () => {
      clearTimeout(resting)
      resting = setTimeout(check, rest)
    }
    const view = new CodeMirror.EditorView({
      doc: published, parent: area.parentNode,
      extensions: [
        CodeMirror.autocompletion({ override: [complete(cell)], icons: false, maxRenderedOptions: 60, activateOnTypingDelay: 0 }), extensions,
        CodeMirror.EditorView.contentAttributes.of({ class: 'code-input', 'aria-label': area.getAttribute('aria-label') }),
        CodeMirror.EditorView.updateListener.of(update => {
          if (update.docChanged) {
            problem = null
            if (!setting) {
              content.typed = true
              content.dispatchEvent(new InputEvent('input', { bubbles: true }))
            }
            rests()
          }
          if (update.docChanged || update.selectionSet || update.focusChanged && view.hasFocus) help(box, update.state)
        }),
        CodeMirror.EditorView.domEventHandlers({ blur: () => { if (document.activeElement != content) content.typed = false } }),
      ],
    }), content = view.contentDOM
    // A list that scrolls can have the focus, so that one can scroll it without a mouse.
    new MutationObserver(() => view.dom.querySelector('.cm-tooltip-autocomplete > ul')?.setAttribute('tabindex', 0)).observe(view.dom, { childList: true, subtree: true })
    Object.assign(content, { editor: view, typed: area.typed })
    Object.defineProperties(content, {
      value: {
        get: () => view.state.doc.toString(),
        set: text => {
          const old = view.state.doc.toString()
          if (text == old) return
          let from = 0, end = 0
          const least = Math.min(old.length, text.length)
          while (from < least && old[from] == text[from]) from++
          while (end < least - from && old.at(-1 - end) == text.at(-1 - end)) end++
          setting = true
          view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) }, userEvent: 'set' }) // its own step of undo
          setting = false
        },
      },
      problem: {
        set: is => {
          problem = is
          check()
        },
      },
    })
    const { value, selectionStart: anchor, selectionEnd: head } = area
    content.value = value // which can be undone
    view.dispatch({ selection: { anchor, head } })
    problem = area.problem
    shown.hidden = true
    topobook.improved(cell, content)
    if (focused) view.focus()
    area.remove()
    check()
    help(box, view.state)
  }

  // While a text is being composed, or the button of a mouse is down, the area stays.
  topobook.improve = (area, cell, published) => {
    if (area.waits) return
    area.waits = true
    let composing = false, later
    const wait = () => {
      clearTimeout(later)
      later = setTimeout(() => {
        if (area.matches(':active')) addEventListener('pointerup', wait, { once: true })
        else if (!composing) make(area, cell, published)
      })
    }
    area.addEventListener('compositionstart', () => { composing = true })
    area.addEventListener('compositionend', () => {
      composing = false
      wait()
    })
    wait()
  }
})()
