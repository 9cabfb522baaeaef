// What puts outputs and controls of results in their places. It is not the engine's, which takes long for what is a call for each element.
if (self.document) {
  // putOutput puts HTML in an output. It returns whether the output is another one to a reader then, and undefined where nothing was to do:
  // published tells that the output is the builder's, which stays if it is the same to the letter.
  self.putOutput = (output, html, published) => {
    const fresh = figures.html('template', { innerHTML: html }), { content } = fresh, formulas = topobook.book.math
    if (formulas) for (const tex of content.querySelectorAll('.tex')) if (formulas[tex.textContent]) topobook.setFormula(tex, formulas[tex.textContent])
    if (published && output.innerHTML == fresh.innerHTML) return
    const changed = !published || output.querySelector('svg') != null || output.textContent != content.textContent
    output.replaceChildren(content) // what is scrolled stays so: nothing asks for the layout in between
    return changed
  }

  // morph makes the element have like want in place: attributes, text, and children one by one; where the children do not pair up they
  // are replaced. keep leaves what shows the values of fields alone.
  self.morph = (have, want, keep) => {
    for (const { name, value } of want.attributes) if (have.getAttribute(name) != value) have.setAttribute(name, value)
    for (const name of have.getAttributeNames()) if (!want.hasAttribute(name) && !name.startsWith('data-armed')) have.removeAttribute(name)
    const mine = [...have.children], theirs = [...want.children]
    if (keep && have.localName == 'output') return
    if (mine.length && mine.length == theirs.length && mine.every((el, i) => el.localName == theirs[i].localName)) mine.forEach((el, i) => morph(el, theirs[i], keep))
    else if (have.innerHTML != want.innerHTML) have.innerHTML = want.innerHTML
  }
}
