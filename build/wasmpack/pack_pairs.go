package wasmpack

// joinPairs replaces the most frequent pair of tokens by a new token, and again, until there are 256
// tokens. It returns the tokens that are left, and the pairs. The new tokens count from first.
func joinPairs(tokens []byte, first int) (joined, pairs []byte) {
	for next := first; next < 256; next++ {
		var uses [1 << 16]int
		best := 0
		for i := 1; i < len(tokens); i++ {
			pair := int(tokens[i-1])<<8 | int(tokens[i])
			if uses[pair]++; uses[pair] > uses[best] {
				best = pair
			}
		}
		if uses[best] < 2 {
			break
		}
		a, b := byte(best>>8), byte(best)
		kept := tokens[:0]
		for i := 0; i < len(tokens); i++ {
			if i+1 < len(tokens) && tokens[i] == a && tokens[i+1] == b {
				kept = append(kept, byte(next))
				i++
			} else {
				kept = append(kept, tokens[i])
			}
		}
		tokens, pairs = kept, append(pairs, a, b)
	}
	return tokens, pairs
}
