// Package draw turns networks and numbers into SVG text: node-link drawings, charts and heat maps.
//
// The same input gives the same bytes on every machine: coordinates are rounded to two decimals,
// and nothing depends on map order, fonts or the screen. Widths of texts are estimated at 0.6 em a
// character, which holds for the usual monospace fonts and is generous for the others.
//
// Elements carry classes and no colours: [Style] gives the classes a look through CSS variables,
// which a page may set, and [Standalone] makes a file of a drawing. The variables, with their values for a page in the
// dark, are those of site/style.css: --paper, which the drawing lies on, --ink, --muted, --line, --accent, --fault and
// --mark, --s0 to --s7 for series, paths and labels, --q0 to --q8 for shades, and --sans and --mono, families of fonts. Where
// a page sets none, those for the light hold. Series have a contrast of at least 3:1 to the paper and stay apart for
// colour-blind readers (the simulations of Machado, Oliveira and Fernandes 2009; dashes and shapes tell what colour does).
//
// In drawings of networks a line has one meaning: colored and wide, a path, which arrows direct; bold, highlighted links;
// dashed in red, broken; dotted in the accent, only in the larger network; as wide and dark as it is, a load; paler, farther away or of
// another tree. [Key] names those that a drawing has.
package draw
