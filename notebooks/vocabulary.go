package notebooks

import "sync"

// Vocabulary returns every builtin, group by group, in the order of the reference.
func Vocabulary() []Word {
	words := InputBuiltins()
	for _, group := range [][]Word{
		networkWords(),
		kyklosWords(),
		sidesWords(),
		productWords(),
		faultWords(),
		nodeWords(),
		measureWords(),
		connectWords(),
		distanceWords(),
		symmetryWords(),
		treesWords(),
		routeWords(),
		routingWords(),
		faultRoutingWords(),
		walkWords(),
		trafficWords(),
		simWords(),
		scheduleWords(),
		scheduleDrawings(),
		exportWords(),
		outputWords(),
		claimWords(),
		glueWords(),
		rootWords(),
	} {
		words = append(words, group...)
	}
	return words
}

// index has the builtins by name, once it is asked for.
var index struct {
	sync.Once
	builtins map[string]Word
}

// FindWord returns the builtin of the given name, and whether there is one.
func FindWord(name string) (Word, bool) {
	index.Do(func() {
		index.builtins = map[string]Word{}
		for _, builtin := range Vocabulary() {
			index.builtins[builtin.Name] = builtin
		}
	})
	builtin, ok := index.builtins[name]
	return builtin, ok
}

// HighlightCode is [Highlight] for cells that have all builtins at hand.
func HighlightCode(src string) string {
	return Highlight(src, func(name string) bool {
		_, ok := FindWord(name)
		return ok || universeNames[name]
	})
}
