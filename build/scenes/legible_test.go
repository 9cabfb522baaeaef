package scenes_test

import "fmt"

// legible checks that on a page of that width no text of a drawing is smaller than 10 pixels on a phone and 11 elsewhere, none lies upon
// another, and none is cut off, once it is in view: the labels of what waits out of view are set when it comes there.
func legible(b *tab, width int) {
	b.t.Helper()
	least := 11
	if width < 736 {
		least = 10
	}
	b.resize(width)
	b.js(`for (const el of document.querySelectorAll('.output')) el.style.contentVisibility = 'visible'`)
	for _, fault := range eval[[]string](b, fmt.Sprintf(legibleScript, least)) {
		b.t.Errorf("at %d pixels: %s", width, fault)
	}
}

// legibleScript returns what is wrong, drawing by drawing.
const legibleScript = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
	const least = %v, faults = [], drawings = {}
	for (const svg of document.querySelectorAll('.output svg')) {
		const cell = svg.closest('.cell')?.id, boxes = []
		if (!cell || !svg.getBoundingClientRect().width) continue
		const name = drawings[cell] = (drawings[cell] ?? 0) + 1, fault = (text, what) => faults.push(cell + ' ' + name + ': ' + what + ': ' + text.textContent)
		const room = svg.closest('.columns > div, .output'), edge = room.getBoundingClientRect(), from = edge.left - room.scrollLeft
		for (const text of svg.querySelectorAll('text')) {
			const style = getComputedStyle(text)
			if (style.display == 'none' || !text.textContent.trim()) continue
			const at = text.getScreenCTM(), box = text.getBBox(), size = parseFloat(style.fontSize) * Math.hypot(at.a, at.b)
			if (size < least - .1) fault(text, size.toFixed(1) + ' pixels')
			const corner = (x, y) => [at.a * x + at.c * y + at.e, at.b * x + at.d * y + at.f]
			const shrink = .18 * box.height // what no letter needs
			const corners = [corner(box.x + 1, box.y + shrink), corner(box.x + box.width - 1, box.y + shrink), corner(box.x + box.width - 1, box.y + box.height - shrink), corner(box.x + 1, box.y + box.height - shrink)]
			if (corners.some(([x]) => x < from - 3 || x > from + room.scrollWidth + 3)) fault(text, 'is cut off')
			boxes.push({ text, corners })
		}
		const apart = (a, b) => [a, b].some(({ corners: [p, q, r] }) => [[q[0] - p[0], q[1] - p[1]], [r[0] - q[0], r[1] - q[1]]].some(([u, v]) => {
			const along = c => c.corners.map(([x, y]) => u * x + v * y), one = along(a), two = along(b)
			return Math.max(...one) <= Math.min(...two) || Math.max(...two) <= Math.min(...one)
		}))
		boxes.forEach((a, i) => boxes.slice(0, i).forEach(b => apart(a, b) || fault(a.text, 'lies upon ' + b.text.textContent)))
	}
	done(faults)
})))`
