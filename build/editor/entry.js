// What site/editor.js uses of CodeMirror, as one global name.
export { EditorState, StateEffect, StateField } from '@codemirror/state'
export { Decoration, EditorView, keymap } from '@codemirror/view'
export { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
export { StreamLanguage, bracketMatching, indentOnInput, indentService, indentUnit, syntaxHighlighting } from '@codemirror/language'
export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, completionKeymap, completionStatus, startCompletion } from '@codemirror/autocomplete'
export { search, searchKeymap } from '@codemirror/search'
export { lintKeymap, setDiagnostics } from '@codemirror/lint'
export { Tag, tagHighlighter } from '@lezer/highlight'
