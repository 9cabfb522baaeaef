package scenes_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"topobook/build/browser"
	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown"
)

// visible returns a condition that is true when what matches a selector can be seen.
func visible(selector string) string {
	return `document.querySelector('` + selector + `')?.checkVisibility()`
}

// check returns what the check of an exercise says on the page, and its color: the lines that can be seen.
func (b *tab) check(exercise string) (lines []string, color string) {
	b.t.Helper()
	root := `document.querySelector('#cell-` + exercise + `-check')`
	b.wait(`!document.documentElement.hasAttribute('data-busy') && ` + root + `.dataset.state != 'running'`)
	b.js(root + `.querySelector('.output').style.contentVisibility = 'visible'`) // what waits out of view has no innerText in Firefox
	lines = eval[[]string](b, root+`.innerText.split('\n').map(line => line.trim()).filter(line => line)`)
	return lines, eval[string](b, `getComputedStyle(`+root+`).borderLeftColor`)
}

// says reports what a check says other than what is wanted.
func (b *tab) says(exercise string, want ...string) {
	b.t.Helper()
	if got, _ := b.check(exercise); !slices.Equal(got, want) {
		b.t.Errorf("the check of %s says %q, want %q", exercise, got, want)
	}
}

// exercises returns the notebook with exercises.
func exercises(t testing.TB) *markdown.Notebook {
	t.Helper()
	src, err := os.ReadFile("testdata/sample/sample-exercises.md")
	if err != nil {
		t.Fatal(err)
	}
	book, err := markdown.Parse("sample-exercises.md", src)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// An exercise is solved with the keyboard: hint after hint, a wrong answer, the right one; it stays solved after a reload, and in a link.
func TestExercise(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-exercises"))
		b.says("far", "Open", "far(5) is to be the diameter of ring(5)", "far(8) is to be the diameter of ring(8)", "far(13) is to be the diameter of ring(13)")
		b.says("links", "Open") // its start fails, and says why itself
		if t.kind == "chromium" {
			silent(b)
		}
		_, open := b.check("far")

		// One hint after the other, and nothing of the solution.
		if eval[bool](b, visible(".hint + .hint > summary")+` || `+visible(".solution code")) {
			t.Error("the second hint, or the solution, is in view at first")
		}
		b.js(`document.querySelector('.hint > summary').focus()`)
		b.key(browser.Enter)
		b.wait(visible(".hint + .hint > summary"))
		b.wait(contains(".hint .value", "4"))

		// The same verdict and words as natively.
		b.ready()
		book := exercises(t)
		for _, source := range []string{"def far(n):\n    return n // 3", "def far(n):\n    return n // 2"} {
			b.edit("far", source)
			b.key(browser.Enter, browser.Control)
			b.wait(`document.querySelector('#cell-far').hasAttribute('data-edited') && !document.querySelector('#cell-far').hasAttribute('data-draft')`)
			want := natively(t, book, book.Exercises[0], source)
			last := "far(13) is to be the diameter of ring(13)"
			if want.State == markdown.Solved {
				last = "Solved"
			}
			b.wait(contains("#cell-far-check", last))
			b.says("far", append([]string{strings.ToUpper(want.State[:1]) + want.State[1:]}, want.Messages...)...)
		}
		_, solved := b.check("far")
		if solved == open {
			t.Errorf("a solved exercise has the color %s of one that is open", open)
		}
		b.hasKept("n // 2")
		b.reload()
		b.wait(contains("#cell-far-check .output", "Solved"))
		b.says("far", "Solved")
		b.says("links", "Open")

		// In a link, which proves it here and on the command line.
		address := b.share()
		state, err := link.Decode(&book.Document, address[strings.Index(address, "#"):])
		if err != nil {
			t.Fatal(err)
		}
		if got := natively(t, book, book.Exercises[0], state.Edits["far"]); got.State != markdown.Solved || len(state.Edits) != 1 {
			t.Errorf("the link has %q, which is %v, want the code that solves it", state.Edits, got)
		}
		b = t.open(address)
		b.wait(`document.querySelector('#notice [data-do=run-theirs]')`)
		b.says("far", "Open", "far(5) is to be the diameter of ring(5)", "far(8) is to be the diameter of ring(8)", "far(13) is to be the diameter of ring(13)")
		b.click("#notice [data-do=run-theirs]")
		b.wait(contains("#notice", "Reproduced"))
		b.says("far", "Solved")
	})
}

// natively returns the outcome of an exercise without a browser.
func natively(t testing.TB, book *markdown.Notebook, e *markdown.Exercise, source string) markdown.Outcome {
	t.Helper()
	kernel := engine.New(&book.Document, builtins.All())
	if err := kernel.Edit(e.ID, source); err != nil {
		t.Fatal(err)
	}
	if err := kernel.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	return book.Outcome(e, source, kernel.Outputs())
}

// A button puts the solution into the cell, also as the first thing that a reader does; Undo brings back what stood there.
func TestExerciseSolution(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-exercises"))
		b.js(`const all = document.querySelectorAll('.solution > summary'); all[all.length - 1].focus()`)
		b.key(browser.Enter)
		b.wait(visible("[data-do=use][data-cell=links]"))
		b.js(`document.querySelector('[data-do=use][data-cell=links]').focus()`)
		b.key(browser.Enter)
		b.wait(contains("#cell-links-check .output", "Solved"))
		b.says("links", "Solved")
		b.wait(contains("#cell-links .output", "8"))
		b.wait(`document.querySelector('#cell-links > .error').hidden`)

		b.runEdit("far", "def far(n):\n    return 4\nfar(1)", "4")
		b.says("far", "Open", "far(5) is to be the diameter of ring(5)", "far(13) is to be the diameter of ring(13)")
		b.js(`document.querySelector('.solution').open = true; document.querySelector('[data-do=use][data-cell=far]').click()`)
		b.wait(contains("#cell-far-check .output", "Solved"))
		b.click("#status [data-do=undo]")
		b.wait(contains("#cell-far-check .output", "Open"))
		b.wait(contains("#cell-far pre.source", "return 4"))
		b.says("links", "Solved")

		// A name that is gone is said in the check's words, without places in code that readers do not see.
		b.edit("far", "near = 1")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-far-check .error", "far: there is no such name"))
		b.says("far", "Open", "far: there is no such name")
	})
}

func TestPlaygroundExercise(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.playground(h, "#from=sample-exercises")
		b.wait(contains("#cell-far-check .output", "far(5)"))
		b.says("far", "Open", "far(5) is to be the diameter of ring(5)", "far(8) is to be the diameter of ring(8)", "far(13) is to be the diameter of ring(13)")
		b.js(`document.querySelector('.solution').open = true; document.querySelector('[data-do=use][data-cell=far]').click()`)
		b.wait(contains("#cell-far-check .output", "Solved"))

		// Another name, which its check and its hints have too.
		b.js(`const name = [...document.querySelectorAll('.block-name')].find(field => field.value == 'far')
			name.value = 'way'; name.dispatchEvent(new Event('change', { bubbles: true }))`)
		b.wait(contains("#cell-way-check .output", "Solved"))
		b.wait(`document.querySelector('#faults').hidden`)
		if _, text := b.download(); strings.Count(text, `{for="way"}`) != 4 || !strings.Contains(text, "{#way exercise}\ndef far(n):\n    \"\"\"The diameter of a ring of n nodes.\"\"\"\n    return n // 2\n") {
			t.Errorf("got the file\n%s\nwant the solution in a cell way with all that is for it", text)
		}

		// A check that is wrong shows as it is written, with what is wrong.
		b.writeText("```check {for=\"wax\"}\nexpect(True, \"x\")\n```")
		b.wait(contains("#faults", `check: for "wax": want the id of a cell with the attribute exercise that stands above (did you mean way?)`))
		b.wait(contains("#blocks > :last-child .block-body > .listing", "expect(True"))
	})
}
