package draw

import (
	"strconv"
	"strings"
)

// Fluid is the part of [Style] that makes a drawing smaller where there is no room for its width.
const Fluid = `max-width:100%;height:auto;`

// The least size of a text, in units of a drawing, and the pixels that a page gives such a unit where there is room: a text has at least 11.
const (
	leastText = 9.0
	enlarge   = 1.25
)

// shownWidth returns how wide, in pixels, a page shows a drawing where there is room.
func shownWidth(units float64) string { return num(enlarge * units) }

// Larger returns a drawing that a page shows larger by a factor where there is room.
func Larger(svg string, factor float64) string {
	before, rest, _ := strings.Cut(svg, ` width="`)
	width, after, ok := strings.Cut(rest, `"`)
	pixels, err := strconv.ParseFloat(width, 64)
	if !ok || err != nil || strings.Contains(before, ">") {
		return svg
	}
	return before + ` width="` + num(factor*pixels) + `"` + after
}

// Style is the style sheet of every drawing of this package; the package comment lists the
// variables that it uses. A page includes it once, [Standalone] puts it into a file.
const Style = `svg.net,svg.chart{display:block;` + Fluid + `margin:0 auto;overflow:visible;font:11px/1.2 var(--sans,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif);fill:var(--ink,#1a1a1a);stroke-linejoin:round;stroke-linecap:round}
.net text,.chart text{stroke:none}
.net .row,.chart .tick,.chart .axis-title,.chart .legend{fill:var(--muted,#5f6368)}
.net .node text,.net .label{font-family:var(--mono,ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace)}
.link,.path{fill:none}
.link{stroke:var(--line,#878c93);stroke-width:1.2}
.dense .link{stroke-width:.8;stroke-opacity:.6}
.crowded .link{stroke-width:.5;stroke-opacity:.45}
.quiet .link{stroke-opacity:.4}
.space .link{stroke-width:1.5}
.space .node text:not(.in){paint-order:stroke;stroke:var(--paper,#fffdf8);stroke-width:2px}
.net .link.ghost{stroke:var(--accent,#c4320a);stroke-width:1.2;stroke-opacity:.6;stroke-dasharray:1 3}
.space .link.wrap{stroke-width:1.1}
.axis3 .link{stroke-width:2.2}
.net .label{paint-order:stroke;stroke:var(--paper,#fffdf8);stroke-width:2px}
.shape{fill:var(--paper,#fffdf8);stroke:var(--ink,#1a1a1a);stroke-width:1.2}
.dense .shape{stroke-width:1}
.crowded .shape{stroke-width:.6}
.net .link.high{stroke-width:2.2;stroke-opacity:1}
.net .hop{stroke-width:1.8;stroke-opacity:.8}
.net .thin{stroke-width:1}
.net .rest{stroke-opacity:1}
.net .link.sized{stroke-width:inherit}
.path{stroke-width:2.6}
.dense .path{stroke-width:2.2}
.load{fill:none;stroke-linecap:butt}
.busiest{fill:none;stroke:var(--accent,#c4320a);stroke-opacity:.55}
.message{stroke:var(--paper,#fffdf8);stroke-width:1}
.arrow{stroke:var(--paper,#fffdf8);stroke-width:.8}
.node.on .shape{stroke-width:2.4}
.net .src .shape{fill:var(--accent,#c4320a);stroke:var(--accent,#c4320a)}
.net .dst .shape{stroke:var(--accent,#c4320a);stroke-width:2.4}
.ring{fill:none;stroke:var(--accent,#c4320a);stroke-width:1.2}
.net :is(.src,.dst) text:not(.in){paint-order:stroke;stroke:var(--paper,#fffdf8);stroke-width:3px}
.src text,.dst text{fill:var(--accent,#c4320a);font-weight:600}
.src text.in{fill:var(--paper,#fffdf8)}
.group{fill:none;stroke-opacity:.16}
.deep text.in{fill:var(--paper,#fffdf8)}
.marked .shape{fill:var(--mark,#ffe08a);stroke-width:2}
.net .fault .shape{stroke:var(--fault,#b3123a);stroke-dasharray:3 2}
.cross{fill:none;stroke:var(--fault,#b3123a);stroke-width:1.8}
.fault text{fill:var(--fault,#b3123a);text-decoration:line-through}
.net .link.dead{stroke:var(--fault,#b3123a);stroke-opacity:.55;stroke-dasharray:2 3}
.bang{stroke:none;fill:var(--fault,#b3123a)}
.clash path{fill:none;stroke:var(--fault,#b3123a)}
.halo{fill:none;stroke:var(--paper,#fffdf8);stroke-width:5;stroke-opacity:.85}
.clash path.head{fill:var(--fault,#b3123a);stroke:none}
.clash text,.net .clash{fill:var(--fault,#b3123a)}
.net .value{fill:var(--ink,#1a1a1a)}
.net .value.deep{fill:var(--paper,#fffdf8)}
.net .cell{fill:none;stroke-linecap:butt}
.near .shape{stroke-width:2.4}
.net .link.self{stroke:var(--accent,#c4320a);stroke-width:3.5;stroke-opacity:1;outline:none}
.net .link.near{stroke:var(--ink,#1a1a1a);stroke-opacity:1}
.net .node{outline:none}
.node:focus-visible .shape{stroke:var(--accent,#c4320a);stroke-width:3}
.chart .title{font-size:13px;font-weight:600}
.axis{fill:none;stroke:var(--muted,#5f6368)}
.grid{fill:none;stroke:var(--line,#878c93);stroke-opacity:.28;stroke-width:.8}
.grid.minor{stroke-opacity:.13}
.chart .tick{font-variant-numeric:tabular-nums}
.series{fill:none;stroke-width:1.9}
.series.dots{stroke-width:5.5}
.series.faint{stroke-opacity:.35}
.whisker{fill:none;stroke-width:1.2}
.band{stroke:none;fill-opacity:.17}
.front{fill:none;stroke:var(--ink,#1a1a1a);stroke-opacity:.6}
.lead{fill:none;stroke-opacity:.55}
.dot.open{fill:var(--paper,#fffdf8);stroke-width:1.5}
.bar{stroke:none;fill-opacity:.85}
.dash1{stroke-dasharray:7 4}.dash2{stroke-dasharray:2 4}.dash3{stroke-dasharray:10 3 2 3}
.chart .name{font-weight:600}
.chart .cell{fill:none;stroke-linecap:butt}
.chart .value{fill:var(--ink,#1a1a1a)}
.chart .value.deep{fill:var(--paper,#fffdf8)}
` + colours + `@media print{svg.net,svg.chart{break-inside:avoid}}
`

// colours gives path0 to path5 and s0 to s7 the colours of the series, and q0 to q8 the ramp.
const colours = `.s0,.path0{stroke:var(--s0,#1f4bd1)}.s1,.path1{stroke:var(--s1,#b5690a)}.s2,.path2{stroke:var(--s2,#0b5a50)}.s3,.path3{stroke:var(--s3,#d4559f)}.s4,.path4{stroke:var(--s4,#3a907c)}.s5,.path5{stroke:var(--s5,#2d8ae2)}.s6{stroke:var(--s6,#45178a)}.s7{stroke:var(--s7,#5c3a0c)}
.path0 .shape{stroke:var(--s0,#1f4bd1)}.path1 .shape{stroke:var(--s1,#b5690a)}.path2 .shape{stroke:var(--s2,#0b5a50)}.path3 .shape{stroke:var(--s3,#d4559f)}.path4 .shape{stroke:var(--s4,#3a907c)}.path5 .shape{stroke:var(--s5,#2d8ae2)}
.f0{fill:var(--s0,#1f4bd1)}.f1{fill:var(--s1,#b5690a)}.f2{fill:var(--s2,#0b5a50)}.f3{fill:var(--s3,#d4559f)}.f4{fill:var(--s4,#3a907c)}.f5{fill:var(--s5,#2d8ae2)}.f6{fill:var(--s6,#45178a)}.f7{fill:var(--s7,#5c3a0c)}
.v0 .shape{fill:var(--q0,#eef1f6)}.v1 .shape{fill:var(--q1,#d3def0)}.v2 .shape{fill:var(--q2,#b6cae9)}.v3 .shape{fill:var(--q3,#97b3e1)}.v4 .shape{fill:var(--q4,#7699d8)}.v5 .shape{fill:var(--q5,#557ecb)}.v6 .shape{fill:var(--q6,#3a62b8)}.v7 .shape{fill:var(--q7,#27489a)}.v8 .shape{fill:var(--q8,#16307a)}
.q0{stroke:var(--q0,#eef1f6)}.q1{stroke:var(--q1,#d3def0)}.q2{stroke:var(--q2,#b6cae9)}.q3{stroke:var(--q3,#97b3e1)}.q4{stroke:var(--q4,#7699d8)}.q5{stroke:var(--q5,#557ecb)}.q6{stroke:var(--q6,#3a62b8)}.q7{stroke:var(--q7,#27489a)}.q8{stroke:var(--q8,#16307a)}
`

// Standalone returns svg, a drawing of this package, as a file that needs no page: with its name space, its style, and paper
// under and around it. CSS variables become the values that colors has of them by name, as ink for --ink, or else their light
// ones, because many programs that read SVG do not support them. Text that is not a drawing of this package is returned as it is.
func Standalone(svg string, colors map[string]string) string {
	head, body, ok := strings.Cut(svg, ">")
	if !ok || !strings.HasPrefix(head, "<svg ") {
		return svg
	}
	var p writer
	p.write(`<svg xmlns="http://www.w3.org/2000/svg" `)
	p.write(withMargin(strings.TrimPrefix(head, "<svg ")))
	p.write("><style>")
	p.write(withoutVariables(strings.Replace(Style, Fluid, "", 1), colors))
	p.write(`</style><rect x="-12" y="-12" width="100%" height="100%" fill="` + withoutVariables("var(--paper,#fffdf8)", colors) + `" stroke="none"/>`)
	p.write(body)
	return p.String()
}

// withMargin returns the attributes of a drawing with 12 units more on all sides, and with a size.
func withMargin(attrs string) string {
	const name = `viewBox="0 0 `
	before, rest, ok := strings.Cut(attrs, name)
	size, after, _ := strings.Cut(rest, `"`)
	width, height, _ := strings.Cut(size, " ")
	w, errW := strconv.ParseFloat(width, 64)
	h, errH := strconv.ParseFloat(height, 64)
	if !ok || errW != nil || errH != nil {
		return attrs
	}
	after, _, _ = strings.Cut(after, ` width="`) // it is that of a page
	return before + `width="` + num(w+24) + `" height="` + num(h+24) +
		`" viewBox="-12 -12 ` + num(w+24) + " " + num(h+24) + `"` + after
}

// withoutVariables replaces every var(--name,value) of css by what colors has of the name, or by its value. Values hold no
// parentheses.
func withoutVariables(css string, colors map[string]string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(css, "var(--")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		use, after, _ := strings.Cut(rest, ")")
		name, value, _ := strings.Cut(use, ",")
		if color := colors[name]; color != "" {
			value = color
		}
		b.WriteString(value)
		css = after
	}
}
