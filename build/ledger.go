package build

import (
	"fmt"

	"topobook/notebooks"
)

// A ledgerPage is what ledger.html shows: the claims of all papers.
type ledgerPage struct {
	frame
	Books    []ledgerBook
	Verdicts []string
	Claims   []tally // of all papers
}

// A ledgerBook is the claims of one paper.
type ledgerBook struct {
	bookEntry
	Groups []ledgerGroup // one for each verdict that occurs
}

// A ledgerGroup is the claims of one paper that have one verdict.
type ledgerGroup struct {
	ID      string // anchor on the ledger
	Verdict string
	Claims  []ledgerClaim
}

// A ledgerClaim is a claim with the place where it is verified.
type ledgerClaim struct {
	notebooks.Claim
	Link string
}

// ledger returns the content of the ledger page.
func ledger(f frame, books []*computed) ledgerPage {
	page := ledgerPage{frame: f, Verdicts: verdicts}
	var all []notebooks.Claim
	for _, c := range books {
		claims := c.claims()
		all = append(all, claims...)
		entry := ledgerBook{bookEntry: bookEntry{Meta: c.book.Meta, Claims: tallyOf(claims)}}
		for _, verdict := range verdicts {
			group := ledgerGroup{ID: c.book.Slug + "-" + verdict, Verdict: verdict}
			for _, claim := range claims {
				if claim.Verdict == verdict {
					link := c.book.Slug + ".html#" + claim.Anchor()
					group.Claims = append(group.Claims, ledgerClaim{claim, link})
				}
			}
			if len(group.Claims) > 0 {
				entry.Groups = append(entry.Groups, group)
			}
		}
		page.Books = append(page.Books, entry)
	}
	page.Claims = tallyOf(all)
	return page
}

// computed is a notebook with the results of its cells.
type computed struct {
	book    *Notebook
	results []notebooks.Result // in page order
}

// claims returns the claims of the notebook in page order.
func (c *computed) claims() []notebooks.Claim {
	var list []notebooks.Claim
	for _, result := range c.results {
		list = append(list, result.Claims...)
	}
	return list
}

// checkClaims returns an error if two claims of the site have the same id.
func checkClaims(books []*computed) error {
	seen := map[string]string{}
	for _, c := range books {
		for _, claim := range c.claims() {
			if other, ok := seen[claim.ID]; ok {
				return fmt.Errorf("%s: claim %s: %s has it too", c.book.File, claim.ID, other)
			}
			seen[claim.ID] = c.book.File
		}
	}
	return nil
}
