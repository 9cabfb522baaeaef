package build

import (
	"slices"

	"topobook/notebooks/markdown"
	"topobook/notebooks/output"
)

// A paper is its notebooks as one reads them: the main page, and then its chapters, if it has any.
type paper []*computed

// papersOf groups notebooks, which stand in the order of [Load], by paper; the front page, which may be nil, is none.
func papersOf(all []*computed) (front *computed, papers []paper) {
	if all[0].book.Slug == markdown.Index {
		front, all = all[0], all[1:]
	}
	for _, c := range all {
		if c.book.PartOf == "" {
			papers = append(papers, nil)
		}
		last := &papers[len(papers)-1]
		*last = append(*last, c)
	}
	return front, papers
}

// listed returns the papers that are in lists, and those that stand apart.
func listed(papers []paper) (in, apart []paper) {
	for _, p := range papers {
		if p[0].book.Apart {
			apart = append(apart, p)
		} else {
			in = append(in, p)
		}
	}
	return in, apart
}

// claims returns the claims of all pages of the paper.
func (p paper) claims() []output.Claim {
	var list []output.Claim
	for _, c := range p {
		list = append(list, c.claims()...)
	}
	return list
}

// entry returns the paper as a list shows it, with its chapters.
func (p paper) entry() bookEntry {
	entry := bookEntry{Meta: p[0].book.Meta, Claims: tallyOf(p.claims()), Picture: thumbnail(p[0].results)}
	for _, c := range p[1:] {
		entry.Chapters = append(entry.Chapters, bookEntry{Meta: c.book.Meta, Claims: c.tallies(c.book.Slug + ".html")})
	}
	return entry
}

// tallies counts the claims of the notebook by verdict, with links to the first of each on its page.
func (c *computed) tallies(page string) []tally {
	claims := c.claims()
	tallies := tallyOf(claims)
	for i, t := range tallies {
		if first := slices.IndexFunc(claims, func(claim output.Claim) bool { return claim.Verdict == t.Verdict }); first >= 0 {
			tallies[i].Link = page + "#" + claims[first].Anchor()
		}
	}
	return tallies
}

// place fills in where page i of the paper stands: its chapters, and the pages before and after.
func (p paper) place(page *notebookPage, i int, next *pageLink) {
	page.Chapter, page.Next = i, next
	switch {
	case p[0].book.Apart:
	case i == 0 && len(p) > 1:
		page.Claims = tallyOf(p.claims())
		for i, t := range page.Claims {
			page.Claims[i].Link = "ledger.html#" + p[0].book.Slug + "-" + t.Verdict
		}
	default:
		page.Claims = p[i].tallies("")
	}
	if len(p) == 1 {
		return
	}
	entry := p.entry()
	page.Set = append([]bookEntry{entry}, entry.Chapters...)
	switch i {
	case 0:
	case 1:
		page.Previous = &pageLink{"Main page", p[0].book.Meta}
	default:
		page.Previous = &pageLink{"Previous chapter", p[i-1].book.Meta}
	}
	switch {
	case i == 0:
		page.Next = &pageLink{"First chapter", p[1].book.Meta}
	case i+1 < len(p):
		page.Next = &pageLink{"Next chapter", p[i+1].book.Meta}
	}
}
