// Package markdown reads notebooks, and renders them with the results of their cells.
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
// which is YAML, and of which only the title is required; url may stand in place of doi. Notebooks with an order come
// first, then the others by title. A line read: says, under the byline, what of the paper was read where it was not the
// print; short: is the title in lists. A line bibliography: names the file beside the notebook that has the works which
// it cites, in BibTeX (refs.bib) or CSL JSON (refs.json); chapters cite from that of their main page, or their own.
//
// index.md is the front page.
//
// A long paper is a main page, as above, and chapters, each a notebook of its own. The front matter
// of a chapter, in the file kary-ntree-routing.md here, has only these lines:
//
//	---
//	part-of: kary-ntree
//	title: Routing, up and down
//	short: Routing
//	order: 2
//	summary: One sentence for the list of chapters.
//	---
//
// The name of its file starts with that of the main page and a hyphen; the main page has what there is
// to say of the paper, and the order is the place among its chapters. Lists of chapters have the
// short title, if there is one; on a main page it names the paper above the titles of its chapters.
// The pages of a paper lead to each other, the main page ends with the list of its chapters, and all
// have the paper's name in front of the ids of their claims, so that an id stands on one of them.
//
// After the front matter comes CommonMark with tables and typographic quotes, without raw HTML
// (comments are dropped), and with these additions:
//
//   - Sections open with ## and ###; every ## is in the table of contents.
//   - A cell is a fence whose info is starlark {#id fold helper heavy error exercise caption="…"}. The id is required
//     (lower-case letters, digits and hyphens). With fold the code is collapsed at first; with heavy
//     the cell runs on a button, and is pre-computed here; with error it is meant to fail, and the
//     page shows how. With helper it only serves other cells, and shows nothing: it does not stand where it is written but, folded,
//     in the section "Programs of this page" at the end, below its caption. A caption is plain text with formulas and references. What has a caption and an
//     output is numbered: Table 1 if the output is tables and nothing else, otherwise Figure 1. A caption over nothing is a fault, but that of a helper.
//   - [@fig:net] and [@tab:sizes] become links to the figure or table with that id, such as "Figure 3";
//     several stand in one bracket as [@fig:net; @tab:sizes].
//   - [@petrini97] cites the work with that key of the bibliography, [@petrini97, p. 12] a place in it, and
//     [@petrini97; @dally04] two. They become numbers in brackets, which lead to the list "References"
//     at the end of the page: what it cites, in that order, in the style of the IEEE.
//   - An image, ![what it shows](plot.png), is a PNG, JPEG, GIF, WebP or SVG file of the notebook's folder,
//     of at most 5 MB; what it shows is for who does not see it, and is required. Alone in its paragraph
//     it may have a caption and an id, ![what it shows](plot.png "The caption."){#id}, and with a
//     caption it is a figure with a number. Ids are those of cells and images together.
//   - A link to another file of the folder, [the data](table.csv), downloads it: at most 20 MB. One to another
//     notebook, [there](other.md#a-section), leads to its page. The site has only files that a page shows or leads to.
//   - A fence whose info is data {name="fabric.graphml"} is a file that the notebook carries in itself;
//     the page shows it folded. Cells load and read it by its name.
//   - A cell with exercise is one that readers solve: its source is what they start from, in which ... stands for what is to be
//     written. Behind it, outside of lists, quotes and ::: blocks, stand fences whose info names its id, all with for="id":
//     check {for="id"} has code that uses the names of the exercise and of the notebook, and calls
//     expect(condition, "what is missing") at least once; the exercise is solved if all conditions hold, otherwise it is open.
//     Names that a check gives values begin with _. A hint, hint {for="id"}, is Markdown; there may be several, of which the
//     page shows one after the other, folded. A solution, solution {for="id"}, is another source of the cell, folded too unless site.yaml has a line
//     solutions: shown, or none, which leaves it out. The start must not pass the check, and the solution must. No other
//     cell uses what an exercise gives a value.
//   - A cell whose output is claims and nothing else, and that has no caption, stands with the others of its section ## in one strip at the
//     end of that, which says how many have which verdict, and is folded unless one is refuted.
//   - Code that starts with "= ", as in `= k**n`, is an inline value: it shows what its expression
//     is. Values are cells too, named v1, v2, … in page order.
//   - $…$ is a formula and $$…$$, in lines of its own, a displayed one, in TeX. A dollar sign is \$.
//     In the statement and the note of a claim $…$ is a formula too; the page has those that stand in its
//     published outputs, and shows another one, of what a reader computed, as TeX.
//   - A footnote of one paragraph, [^name] and [^name]: text, is a note in the margin of wide screens
//     and a box in the text of narrow ones. So is a block between the lines "::: aside" and ":::".
//   - Between "::: depth TITLE" and ":::", which has no ## and no other depth in it, stands what readers may leave out. It is folded until they open it, search the
//     page for what is in it, follow a link to that, or print the page. So are what stands between "::: hint" or "::: answer" and ":::".
//   - Between "::: question" and ":::" stand a question, a list of answers that begin with [ ] or, if they are right, with [x], and what is
//     right and why, which the page shows once its reader has chosen. No cell stands in it.
//   - Between "::: goals" and ":::" stands what readers learn from the page, what they need for it, and the time that it takes.
//   - Between "::: columns" and ":::" each heading ### starts a column. In index.md the list of notebooks stands where the
//     lines "::: notebooks" and ":::" are, else at its end.
//
// Cells load functions from files, load("lib.star", "f"), and read data from files, read("table.csv"). A file that is not
// such a fence stands in the folder of the notebook, not in one below it; its name, of letters, digits, dots, hyphens
// and underscores, stands in the code as a string. So do those that a loaded file loads and reads. The page carries them all, 256 kB at
// most, and ends with a section that shows them.
//
// Every fault is reported with its file, line and column.
//
// While a notebook is being written its text is what [Split] makes blocks of, [Draft] reads it with its faults, and
// [Notebook.BlocksHTML] renders it for a page that a stranger's text must not harm.
package markdown
