package build

import (
	"slices"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
	"topobook/notebooks/output"
)

// A ledgerPage is what ledger.html shows: the claims of all papers.
type ledgerPage struct {
	frame
	Books    []ledgerBook
	Verdicts []string
	Claims   []tally // of all papers
	Script   string
}

// ledgerScript finds claims by word, paper and verdict.
const ledgerScript = "ledger.js"

// A ledgerBook is the claims of one paper.
type ledgerBook struct {
	bookEntry
	Groups []ledgerGroup // one for each verdict that occurs
}

// A ledgerGroup is the claims of one paper that have one verdict.
type ledgerGroup struct {
	ID      string // anchor on the ledger
	Verdict string
	Count   int
	Parts   []ledgerPart // one for each page that has some
}

// A ledgerPart is the claims of a group that stand on one page.
type ledgerPart struct {
	Chapter string // short title of the chapter, Overview for the main page of several, or empty
	Claims  []ledgerClaim
}

// A ledgerClaim is a claim with the place where it is verified.
type ledgerClaim struct {
	output.Claim
	Link string
}

// ledger returns the content of the ledger page.
func ledger(f frame, papers []paper) ledgerPage {
	page := ledgerPage{frame: f, Verdicts: output.Verdicts}
	var all []output.Claim
	for _, p := range papers {
		claims := p.claims()
		if claims == nil {
			continue
		}
		all = append(all, claims...)
		book := ledgerBook{bookEntry: p.entry()}
		for _, verdict := range output.Verdicts {
			group := ledgerGroup{ID: p[0].book.Slug + "-" + verdict, Verdict: verdict}
			for i, c := range p {
				part := ledgerPart{Claims: c.ledgerClaims(verdict)}
				switch {
				case i > 0:
					part.Chapter = c.book.Short
				case len(p) > 1:
					part.Chapter = "Overview"
				}
				if part.Claims != nil {
					group.Parts = append(group.Parts, part)
					group.Count += len(part.Claims)
				}
			}
			if group.Count > 0 {
				book.Groups = append(book.Groups, group)
			}
		}
		page.Books = append(page.Books, book)
	}
	page.Claims = tallyOf(all)
	return page
}

// ledgerClaims returns the claims of one notebook that have one verdict.
func (c *computed) ledgerClaims(verdict string) []ledgerClaim {
	var list []ledgerClaim
	for _, claim := range c.claims() {
		if claim.Verdict == verdict {
			list = append(list, ledgerClaim{claim, c.book.Slug + ".html#" + claim.Anchor()})
		}
	}
	return list
}

// computed is a notebook with the results of its cells.
type computed struct {
	book    *markdown.Notebook
	results []engine.Result // in page order
}

// light returns whether heavy cells have not been run.
func (c *computed) light() bool {
	return slices.ContainsFunc(c.results, func(r engine.Result) bool { return r.State == engine.Waiting })
}

// claims returns the claims of the notebook in page order.
func (c *computed) claims() []output.Claim {
	var list []output.Claim
	for _, result := range c.results {
		list = append(list, result.Claims...)
	}
	return list
}

// checkClaims returns an error if two claims of the site have the same id.
func checkClaims(books []*computed) error {
	places := map[string]string{}
	for _, c := range books {
		if err := c.book.PlaceClaims(c.results, places); err != nil {
			return err
		}
	}
	return nil
}
