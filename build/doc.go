// Package build turns the notebooks, the files of site/ and the browser program into a static site.
//
// A notebook is one Markdown file. It opens with its front matter:
//
//	---
//	title: k-ary n-trees
//	paper: k-ary n-trees: High Performance Networks for Massively Parallel Architectures
//	authors: F. Petrini, M. Vanneschi
//	venue: IPPS
//	year: 1997
//	doi: 10.1109/IPPS.1997.580853
//	order: 1
//	summary: One sentence for the list of papers.
//	---
//
// of which title, summary and order are required, and url may stand in place of doi; a value may
// stand in double quotes. Then comes
// CommonMark with tables and typographic quotes, without raw HTML (comments are dropped) and
// without images, and with these additions:
//
//   - Sections open with ## and ###; every ## is in the table of contents.
//   - A cell is a fence whose info is starlark {#id fold heavy error caption="…"}. The id is required
//     (lower-case letters, digits and hyphens). With fold the code is collapsed at first; with heavy
//     the cell runs on a button, and is pre-computed here; with error it is meant to fail, and the
//     page shows how. A caption is plain text with formulas.
//   - Code that starts with "= ", as in `= k**n`, is an inline value: it shows what its expression
//     is. Values are cells too, named v1, v2, … in page order.
//   - $…$ is a formula and $$…$$, in lines of its own, a displayed one, in TeX. A dollar sign is \$.
//   - A footnote of one paragraph, [^name] and [^name]: text, is a note in the margin of wide screens
//     and a box in the text of narrow ones. So is a block between the lines "::: aside" and ":::".
//
// Every fault is reported with its file, line and column, and stops the build.
package build
