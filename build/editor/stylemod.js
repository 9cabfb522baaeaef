// The package style-mod, but for where it puts styles: a style element is barred by the policy of the playground, a
// constructed style sheet is not.
import { StyleModule } from './node_modules/style-mod/src/style-mod.js'

const sheet = new CSSStyleSheet, known = new Set
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

StyleModule.mount = (root, modules) => { // all editors have the same modules
  if (modules.every(module => known.has(module))) return
  modules.forEach(module => known.add(module))
  sheet.replaceSync(modules.map(module => module.getRules()).join('\n'))
}
export { StyleModule }
