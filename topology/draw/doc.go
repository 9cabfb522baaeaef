// Package draw turns networks and numbers into SVG text: node-link drawings, charts and heat maps.
//
// The same input gives the same bytes on every machine: coordinates are rounded to two decimals,
// and nothing depends on map order, fonts or the screen. Widths of texts are estimated at 0.6 em a
// character, which holds for the usual monospace fonts and is generous for the others.
//
// Elements carry classes and no colours: [Style] gives the classes a look through CSS variables,
// which a page may set, and [Standalone] makes a file of a drawing. The variables, with values that
// have a contrast of at least 3:1 to the paper and stay apart for colour-blind readers (the
// simulations of Machado, Oliveira and Fernandes 2009; dashes and shapes tell what colour does):
//
//	variable        light    dark
//	--paper         #fffdf8  #14171c   what the drawing lies on
//	--ink           #1a1a1a  #e8e6e1   text, outlines
//	--muted         #5f6368  #a3a8b0   axis text, names of levels
//	--line          #878c93  #6b727c   links, axes
//	--accent        #c4320a  #ff9166   source, destination, focus
//	--fault         #b3123a  #ff6b81   what is broken
//	--mark          #ffe08a  #6b5310   the inside of marked nodes
//	--s0 (blue)     #1f4bd1  #6c9cf5   series, paths and labels
//	--s1 (ochre)    #b5690a  #c8922a
//	--s2 (green)    #0b5a50  #37d8ac
//	--s3 (pink)     #d4559f  #d9609f
//	--s4 (sea)      #3a907c  #e0d24a
//	--s5 (sky)      #2d8ae2  #c4ebfc
//	--s6 (violet)   #45178a  #976fd6
//	--s7 (brown)    #5c3a0c  #b99aa0
//	--q0 … --q8     #eef1f6 #d3def0 #b6cae9 #97b3e1 #7699d8 #557ecb #3a62b8 #27489a #16307a
//	     dark:      #1d222b #212e44 #263c60 #2c4c7e #365f9c #4a76b6 #678fca #8eaedb #bcd1ee
//	--sans, --mono  font families
package draw
