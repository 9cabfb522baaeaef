package scenes_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"topobook/notebooks/link"
)

// theirs is what the code of a stranger shows once it runs.
const theirs = "ran unasked"

// A mangling changes a fragment of an address as mail, chat, other programs and attackers do.
type mangling struct {
	name   string // of the attack
	mangle func(r *rand.Rand, fragment string) string
}

// at returns a place in s, also its end.
func at(r *rand.Rand, s string) int { return r.IntN(len(s) + 1) }

// one returns one of a list.
func one[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// parts returns a function that changes the list of the parts of a fragment.
func parts(change func(r *rand.Rand, parts []string) []string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, fragment string) string {
		return strings.Join(change(r, strings.Split(fragment, "&")), "&")
	}
}

var (
	oddKeys = []string{"__proto__", "constructor", "toString", "hasOwnProperty", "then", "length", "fbclid", "utm_source", "~e", "~d", "~", "%6B", "K", "e", "d", "v", "n", "from", "id", "cell", "", "k%00", "ﬀ", "[object Object]"}

	oddValues = []string{"", "-1", "0", "1e999", "-1e999", "NaN", "Infinity", "2.5", "3.0000000000000001", "0x3", "٣", "９", "1_000", "9999999999999999999999", "-9223372036854775808", "null", "undefined", "true", "[object Object]",
		"0,0,0", "9,9", ",", "1,1,", "=", "==", "~", "~4", "~GG", "~FF~FE", "%", "%4", "%ZZ", "%ff%fe", "%00", "+", "<script>", `"><img+src=x+onerror=pwned()>`, "javascript:pwned()", strings.Repeat("9", 400), strings.Repeat("3", 5000)}

	// Marks of direction, control characters, what has no width, what is no character, and signs of two halves.
	oddCharacters = []string{"\u202e", "\u2066", "\u2069", "\u200b", "\u200f", "\ufeff", "\u00ad", "\u3164", "\u0301", "\u0000", "\u0007", "\u001b[2J", "\u007f", "\u0085", "\u2028", "\uffff", "\U000e0041", "𝔽", "é", "e\u0301", "א", "漢", "%e2%80%ae", "%1b", "%0a", "%0d%0a", " ", "\t", "<", "`", "\\"}
)

var manglings = []mangling{
	{"a link that is cut off", func(r *rand.Rand, s string) string { return s[:r.IntN(len(s))] }},
	{"a link that lost its beginning", func(r *rand.Rand, s string) string { return s[r.IntN(len(s)):] }},
	{"a link with other characters", func(r *rand.Rand, s string) string {
		b := []byte(s)
		for range 1 + r.IntN(4) {
			b[r.IntN(len(b))] = one(r, []byte("ABCxyz019-_=&~+%.,#?/"))
		}
		return string(b)
	}},
	{"a link with more or fewer characters", func(r *rand.Rand, s string) string {
		i := at(r, s)
		j := min(len(s), i+1+r.IntN(6))
		switch r.IntN(3) {
		case 0:
			return s[:i] + s[j:]
		case 1:
			return s[:j] + s[i:] // doubled
		}
		return s[:i] + one(r, []string{"A", "==", "&", "&&&", "%20", "=k", "...", "\n> "}) + s[i:]
	}},
	{"a link with characters swapped", func(r *rand.Rand, s string) string {
		b := []byte(s)
		i, j := r.IntN(len(b)), r.IntN(len(b))
		b[i], b[j] = b[j], b[i]
		return string(b)
	}},
	{"a link with parts repeated or in another order", parts(func(r *rand.Rand, parts []string) []string {
		parts = append(parts, one(r, parts))
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		return parts
	})},
	{"a link with odd values", parts(func(r *rand.Rand, parts []string) []string {
		i := r.IntN(len(parts))
		key, _, _ := strings.Cut(parts[i], "=")
		parts[i] = key + "=" + one(r, oddValues)
		return parts
	})},
	{"a link with foreign keys", parts(func(r *rand.Rand, parts []string) []string {
		return slices.Insert(parts, r.IntN(len(parts)+1), one(r, oddKeys)+"="+one(r, oddValues))
	})},
	{"a link of another version", parts(func(r *rand.Rand, parts []string) []string {
		parts = slices.DeleteFunc(parts, func(part string) bool { return strings.HasPrefix(part, "v=") })
		return append(parts, "v="+one(r, []string{"0", "-1", "1", "2", "3", "4", "99999999", "999999999999", "1.0", "+3", "x", ""}))
	})},
	{"a link with odd characters", func(r *rand.Rand, s string) string {
		for range 1 + r.IntN(3) {
			i := at(r, s)
			s = s[:i] + one(r, oddCharacters) + s[i:]
		}
		return s
	}},
	{"a link in percent escapes", func(r *rand.Rand, s string) string {
		var b strings.Builder
		for i := range len(s) {
			switch r.IntN(8) {
			case 0:
				fmt.Fprintf(&b, "%%%02X", s[i])
			case 1:
				fmt.Fprintf(&b, "%%25%02x", s[i])
			default:
				b.WriteByte(s[i])
			}
		}
		return b.String()
	}},
}

// An attempt is a fragment of an address, and the attack that it is part of.
type attempt struct{ attack, fragment string }

// mangled returns attempts of each kind on each of the fragments, always the same.
func mangled(seed uint64, each int, fragments ...string) []attempt {
	r := rand.New(rand.NewPCG(seed, 0))
	var all []attempt
	for _, m := range manglings {
		for i := range each {
			all = append(all, attempt{m.name, m.mangle(r, fragments[i%len(fragments)])})
		}
	}
	return all
}

// packedNotebook returns a notebook of a link that says what size it has and holds data, whatever that is.
func packedNotebook(size uint64, data []byte) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err)
	}
	_, _ = w.Write(data)
	_ = w.Close()
	packed := binary.AppendUvarint(nil, size)
	packed = append(binary.AppendUvarint(packed, uint64(b.Len())), b.Bytes()...)
	sum := fnv.New32a()
	sum.Write(packed)
	return "n=1" + base64.RawURLEncoding.EncodeToString(append(sum.Sum(nil), packed...))
}

// textOf returns data as a text stands in a packed notebook.
func textOf(text string) []byte {
	return append(binary.AppendUvarint(nil, uint64(len(text))), text...)
}

// notebookBombs are notebooks of links that become large, or take long to read.
func notebookBombs() []attempt {
	const attack = "a link with a notebook that becomes large"
	var all []attempt
	pack := func(size int, data []byte) { all = append(all, attempt{attack, packedNotebook(uint64(size), data)}) }
	whole := func(text string) { pack(len(textOf(text)), textOf(text)) }
	zeros := make([]byte, 20<<20)
	pack(100, zeros) // more than it says
	pack(1<<20, zeros)
	pack(len(zeros), zeros)
	pack(1<<62, zeros)
	pack(0, nil)
	whole(strings.Repeat("x", 300<<10))
	whole(strings.Repeat("```starlark\n1\n```\n\n", 1100))
	whole(strings.Repeat("> ", 20000) + "x")
	whole(strings.Repeat("[", 60000))
	whole(strings.Repeat("*a ", 40000))
	whole(strings.Repeat("- ", 20000) + "x")
	whole(strings.Repeat("$", 60001))
	whole(strings.Repeat("| a ", 20000) + "|\n" + strings.Repeat("|---", 20000) + "|\n")
	whole("---\n" + strings.Repeat("a: {", 20000) + "\n---\n")
	whole("```starlark\n" + strings.Repeat("(", 60000) + "\n```\n")
	whole("```starlark\n" + strings.Repeat("-", 60000) + "1\n```\n")
	whole("```starlark\n" + strings.Repeat("if True:\n ", 5000) + "\n```\n")
	files := textOf("# Files\n")
	for i := range 101 {
		files = append(append(files, textOf(fmt.Sprintf("f%03d.csv", i))...), textOf("a")...)
	}
	pack(len(files), files)
	evil := slices.Concat(textOf("# Files\n"), textOf("../../etc/passwd"), textOf("a"))
	pack(len(evil), evil)
	return all
}

// editBombs are links whose edits become large.
func editBombs(encode func(edits map[string]string) string, cells []string) []attempt {
	const attack = "a link with edits that become large"
	every := func(source string) string {
		edits := map[string]string{}
		for _, cell := range cells {
			edits[cell] = source
		}
		return encode(edits)
	}
	one := func(source string) string { return encode(map[string]string{"sum": source}) }
	ran := `text("` + theirs + `")`
	return []attempt{
		{attack, every(strings.Repeat("\n", 65000))},
		{attack, every(ran + strings.Repeat("\n#", 10000))},
		{attack, one(strings.Repeat("\n", 65000))},
		{attack, one(strings.Repeat("\n", 66000))},
		{attack, one(strings.Repeat(" ", 65000) + ran)},
		{attack, one(ran + " #" + strings.Repeat("x", 60000))},
		{attack, one(strings.Repeat("(", 60000))},
		{attack, one(strings.Repeat("not ", 16000) + "x")},
		{attack, one(strings.Repeat("x = 1; ", 9000))},
		{attack, one(strings.Repeat("if x:\n ", 9000))},
		{attack, one(strings.Repeat(`"`, 65001))},
	}
}

// tooLong are links that are longer than one may be, up to what browsers take.
func tooLong(fragments ...string) []attempt {
	var all []attempt
	for _, size := range []int{32 << 10, 33 << 10, 100_000, 1_000_000} {
		for _, fragment := range fragments {
			all = append(all, attempt{"a link that is too long", (fragment + "&" + strings.Repeat("x", size))[:size]},
				attempt{"a link that is too long", strings.Repeat(fragment+"&", 1+size/len(fragment))[:size]})
		}
	}
	return all
}

// strangersNotebook returns the notebook of a stranger as a link has it.
func strangersNotebook(t *visit) string {
	t.Helper()
	packed, err := link.EncodeNotebook("---\ntitle: Mine\n---\n\n```starlark {#a}\nk = slider(2, 1, 9)\ntext(\""+theirs+"\", k)\n```\n\n```starlark {#b}\ntext(k * k)\n```\n", map[string]string{"a.csv": "a,b\n1,2\n"})
	if err != nil {
		t.Fatal(err)
	}
	return "n=" + packed
}
