package notebooks

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// linkVersion is the version of the links that [EncodeLink] makes.
const linkVersion = 1

// The sizes that a link may have.
const (
	maxFragment = 32 << 10  // bytes of the fragment
	maxEdits    = 256 << 10 // bytes of the sources of all edited cells
	maxVersion  = 8         // digits of the version
)

// A State is how a notebook differs from the published one.
type State struct {
	Version int
	Inputs  map[string]string // by name: values as text, of inputs that are not at their defaults
	Edits   map[string]string // by cell id: sources of cells that are not as published
	Digest  string            // of all outputs, see [Digest]; may be empty
}

// The keys of a link that are not names of inputs. An input of such a name has a ~ before it.
const (
	editsKey   = "e"
	digestKey  = "d"
	versionKey = "v"
)

// EncodeLink returns the fragment, without the number sign, that [DecodeLink] makes state of:
// k=5&src=0,0,0&e=…&d=…&v=1. It is meant to be read and changed by hand, and has only characters
// that mail and chat leave alone: letters, digits and - . _ , @ ~ + = &.
func EncodeLink(doc *Document, state State) string {
	var b strings.Builder
	for _, input := range sortedKeys(state.Inputs) {
		key := input
		if key == editsKey || key == digestKey || key == versionKey {
			key = "~" + key
		} else {
			key = escapeLink(key)
		}
		b.WriteString(key + "=" + escapeLink(state.Inputs[input]) + "&")
	}
	if len(state.Edits) > 0 {
		b.WriteString(editsKey + "=" + packEdits(doc, state.Edits) + "&")
	}
	if state.Digest != "" {
		b.WriteString(digestKey + "=" + state.Digest + "&")
	}
	b.WriteString(versionKey + "=" + strconv.Itoa(linkVersion))
	return b.String()
}

// linkDecoders are how links of each version are read.
var linkDecoders = map[int]func(doc *Document, parts []linkPart) (State, error){
	1: decodeLink1,
}

// A linkPart is a key and its value, as they stand in the link.
type linkPart struct{ key, value string }

// DecodeLink reads a fragment, with or without the number sign. It trusts nothing: what is too
// large, not understood, or about inputs and cells that are not there, is an error.
func DecodeLink(doc *Document, fragment string) (State, error) {
	fragment = strings.TrimPrefix(fragment, "#")
	if len(fragment) > maxFragment {
		return State{}, fmt.Errorf("the link: has %d bytes, want at most %d", len(fragment), maxFragment)
	}
	version := 1
	var parts []linkPart
	for text := range strings.SplitSeq(fragment, "&") {
		if text == "" {
			continue
		}
		key, value, ok := strings.Cut(text, "=")
		if !ok || key == "" {
			return State{}, fmt.Errorf("the link: has %q, want name=value", short(text))
		}
		var err error
		if key, err = unescapePercent(key); err == nil {
			value, err = unescapePercent(value)
		}
		if err != nil {
			return State{}, err
		}
		if slices.ContainsFunc(parts, func(p linkPart) bool { return p.key == key }) {
			return State{}, fmt.Errorf("the link: has %s twice, want it once", short(key))
		}
		parts = append(parts, linkPart{key, value})
		if key == versionKey {
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || len(value) > maxVersion {
				return State{}, fmt.Errorf("the link: has version %q, want 1 to %d", short(value), linkVersion)
			}
			version = n
		}
	}
	decode, ok := linkDecoders[version]
	if !ok {
		return State{}, fmt.Errorf("the link: has version %d, want 1 to %d: it comes from a newer page, reload this one", version, linkVersion)
	}
	return decode(doc, parts)
}

// decodeLink1 reads links of version 1.
func decodeLink1(doc *Document, parts []linkPart) (State, error) {
	state := State{Version: 1, Inputs: map[string]string{}, Edits: map[string]string{}}
	var inputs []linkPart
	for _, part := range parts {
		switch part.key {
		case versionKey:
		case digestKey:
			state.Digest = part.value
			if strings.Trim(state.Digest, linkLetters+"-_") != "" {
				return State{}, fmt.Errorf("the link: has a digest %q, want letters, digits, - and _", short(part.value))
			}
		case editsKey:
			edits, err := unpackEdits(doc, part.value)
			if err != nil {
				return State{}, err
			}
			state.Edits = edits
		default:
			inputs = append(inputs, part)
		}
	}
	known, err := linkInputs(doc, state.Edits)
	if err != nil {
		return State{}, err
	}
	for _, part := range inputs {
		key := part.key
		if rest, ok := strings.CutPrefix(key, "~"); !ok || rest != editsKey && rest != digestKey && rest != versionKey {
			if key, err = unescapeLink(part.key); err != nil {
				return State{}, err
			}
		} else {
			key = rest
		}
		value, err := unescapeLink(part.value)
		if err != nil {
			return State{}, err
		}
		if !slices.Contains(known, key) {
			return State{}, fmt.Errorf("the link: sets %s, but there is no such input%s", short(key), didYouMean(key, known))
		}
		if _, twice := state.Inputs[key]; twice {
			return State{}, fmt.Errorf("the link: has %s twice, want it once", short(key))
		}
		if len(value) > maxText {
			return State{}, fmt.Errorf("the link: sets %s to %d bytes, want at most %d", key, len(value), maxText)
		}
		state.Inputs[key] = value
	}
	return state, nil
}

// linkInputs returns the names of the inputs of the document with its edits, sorted.
func linkInputs(doc *Document, edits map[string]string) ([]string, error) {
	rest := maps.Clone(edits)
	var names, ids []string
	for _, cell := range doc.Cells {
		if source, ok := edits[cell.ID]; ok {
			cell.Source = source
			delete(rest, cell.ID)
		}
		ids = append(ids, cell.ID)
		names = append(names, parse(cell).inputNames()...)
	}
	for _, id := range sortedKeys(rest) {
		return nil, fmt.Errorf("the link: edits cell %s, but there is no such cell%s", short(id), didYouMean(id, ids))
	}
	sort.Strings(names)
	return names, nil
}
