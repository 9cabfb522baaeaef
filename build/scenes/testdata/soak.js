// What a reader who tries everything does on a page. Each act takes numbers r() in [0, 1), and returns what it did, or nothing where the page has no such thing.
(() => {
	const all = selector => [...document.querySelectorAll(selector)].filter(el => !el.closest('dialog, [hidden]'))
	const one = (list, r) => list[Math.floor(r() * list.length)]
	const set = (field, value) => {
		field.focus()
		field.value = value
		field.dispatchEvent(new Event('input', { bubbles: true }))
		field.dispatchEvent(new Event('change', { bubbles: true }))
		return field.closest('[data-input]').dataset.input + ' = ' + value
	}
	const press = button => (button.click(), 'press ' + (button.id || button.dataset.do) + ' ' + (button.closest('section')?.dataset.cell ?? ''))
	const write = (area, source) => {
		if (area.editor) area.editor.dispatch({ changes: { from: 0, to: area.editor.state.doc.length, insert: source } })
		else {
			area.value = source
			area.dispatchEvent(new Event('input', { bubbles: true }))
		}
	}
	const changes = [
		source => source + '\n# looked at',
		source => source + '\nbroken(',
		source => source + '\nfor i in range(1 << 40):\n    pass',
		source => source.replace(/\d+/, n => +n + 1),
		source => source.replace(/\d+/g, n => n - 1),
		() => '',
		() => 'fail("on purpose")',
		() => 'draw(torus(5, 2), caption="another")',
		source => source + '\n' + source,
	]
	const acts = {
		slide(r) {
			const field = one(all('[data-kind=slider] input'), r)
			if (!field) return
			const step = +field.step || 1, n = Math.floor((field.max - field.min) / step)
			return set(field, +field.min + step * Math.floor(r() * (n + 1)))
		},
		choose(r) {
			const field = one(all('[data-input] select, [data-input] input:is([type=checkbox], [type=radio])'), r)
			if (!field) return
			if (field.localName == 'select') return set(field, one([...field.options], r).value)
			field.click()
			return 'click ' + field.closest('[data-input]').dataset.input
		},
		type(r) {
			const field = one(all('[data-input] input:is([type=text], [type=number])'), r)
			return field && set(field, one(['', '0', '1', '3', '-1', '1e99', 'x', '0,0', '1 2 3', '<b>', '"'], r))
		},
		pick(r) {
			const node = one(all('svg [data-node][role=button]'), r)
			if (!node) return
			node.dispatchEvent(new MouseEvent('click', { bubbles: true }))
			return 'pick ' + node.dataset.node
		},
		edit(r) {
			const cell = one(all('section.cell:has(details.code)'), r)
			if (!cell) return
			cell.querySelector('details.code').open = true
			const area = cell.querySelector('.code-input')
			if (!area) return
			area.focus()
			const change = one(changes, r)
			write(area, change(area.value))
			cell.querySelector('[data-do=run]').click()
			return 'edit ' + cell.dataset.cell + ': ' + change
		},
		undo(r) {
			const button = one(all('[data-edited] [data-do=reset], #status [data-do=undo], #reset-page'), r)
			return button && press(button)
		},
		run(r) {
			const button = one(all('[data-do=run]'), r)
			if (!button) return
			ran.add(button.closest('section')?.dataset.cell)
			return press(button)
		},
		stop() {
			const button = one(all('#stop'), () => 0)
			return document.documentElement.hasAttribute('data-busy') && button ? press(button) : undefined
		},
		share() { return press(document.querySelector('#share')) },
		back(r) {
			const anchor = one(all('main a[href^="#"], nav a[href^="#"]'), r)
			if (!anchor) return
			const here = location.href
			anchor.click()
			if (location.href == here) return
			history.back()
			return 'follow ' + anchor.getAttribute('href') + ' and back'
		},
		fold(r) {
			const details = one(all('details'), r)
			if (!details) return
			details.open = !details.open
			return 'fold'
		},
	}
	const pause = ms => new Promise(done => setTimeout(done, ms))
	const busy = () => document.documentElement.hasAttribute('data-busy')
	window.ran = new Set() // cells that were asked for
	const done = async patience => {
		for (let ms = 0; busy() && ms < patience; ms += 10) await pause(10)
		if (busy()) document.querySelector('#stop')?.click()
	}
	// act does one, and waits until it is done; after some time it presses Stop, as a reader does.
	window.act = async (name, numbers) => {
		const did = acts[name](() => numbers.shift())
		if (did === undefined) return ''
		if (numbers.pop() < .2) return did // the next comes while this is on its way
		await done(3000)
		return did
	}
	// everything puts each slider to both of its ends and back, and runs each cell that waits to be asked, to its end.
	window.everything = async () => {
		for (const field of all('[data-kind=slider] input')) {
			for (const value of [field.max, field.min, field.value]) {
				set(field, value)
				await done(60000)
			}
		}
		for (const button of all('[data-do=run]').filter(el => el.checkVisibility())) {
			ran.add(button.closest('section')?.dataset.cell)
			press(button)
			await done(60000)
		}
	}
	// settle lets what runs end, and takes back what has no end.
	window.settle = async () => {
		for (const cell of all('section.cell')) if (cell.querySelector('.code-input')?.value.includes('1 << 40')) cell.querySelector('[data-do=reset]').click()
		for (let ms = 0; busy() && ms < 20000; ms += 10) await pause(10)
		if (!busy()) return
		document.querySelector('#stop').click()
		document.querySelector('#reset-page').click()
	}
})()
