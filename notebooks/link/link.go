package link

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// linkVersion is the version of the links that [Encode] makes.
const linkVersion = 3

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
	Notes   []string          // what a link says that was not taken, and why
}

// The keys of a link that are not names of inputs. An input of such a name has a ~ before it.
const (
	editsKey   = "e"
	digestKey  = "d"
	versionKey = "v"
)

// Of returns how a kernel's notebook differs from the published one, with the digest of its outputs.
func Of(k *engine.Kernel) State {
	inputs, edits := k.Changes()
	return State{Version: linkVersion, Inputs: inputs, Edits: edits, Digest: Digest(k.Outputs())}
}

// Encode returns the fragment, without the number sign, that [Decode] makes state of:
// k=5&src=0,0,0&e=…&v=3&d=…, of which v is left out where there is neither e nor d. It is meant to be
// read and changed by hand, and has only characters that mail and chat leave alone: letters, digits
// and - . _ , @ ~ + = &. The digest comes last, so that a link that lost its end is known by its length.
func Encode(doc *engine.Document, state State) string {
	var parts []string
	for _, input := range engine.SortedKeys(state.Inputs) {
		key := input
		if key == editsKey || key == digestKey || key == versionKey {
			key = "~" + key
		} else {
			key = escapeLink(key)
		}
		parts = append(parts, key+"="+escapeLink(state.Inputs[input]))
	}
	if len(state.Edits) > 0 {
		parts = append(parts, editsKey+"="+packEdits(doc, state.Edits))
	}
	if len(state.Edits) > 0 || state.Digest != "" {
		parts = append(parts, versionKey+"="+strconv.Itoa(linkVersion))
	}
	if state.Digest != "" {
		parts = append(parts, digestKey+"="+state.Digest)
	}
	return strings.Join(parts, "&")
}

// A linkPart is a key and its value, as they stand in the link.
type linkPart struct{ key, value string }

// Decode reads a fragment, with or without the number sign. It trusts nothing: what is too
// large, not understood, or about cells that are not there, is an error. What is about inputs that
// are not there, as programs add to the links that pass through them, is only noted.
func Decode(doc *engine.Document, fragment string) (State, error) {
	fragment = strings.TrimPrefix(fragment, "#")
	if len(fragment) > maxFragment {
		return State{}, fmt.Errorf("the link: has %d bytes, want at most %d", len(fragment), maxFragment)
	}
	state := State{Version: 1, Inputs: map[string]string{}, Edits: map[string]string{}}
	var parts []linkPart
	for text := range strings.SplitSeq(fragment, "&") {
		if text == "" {
			continue
		}
		key, value, ok := strings.Cut(text, "=")
		if key == "" || !ok && parts == nil {
			return State{}, fmt.Errorf("the link: has %q, want name=value", dialect.Short(text))
		}
		if !ok {
			state.Notes = append(state.Notes, fmt.Sprintf("the link: has %q, want name=value", dialect.Short(text)))
			continue
		}
		var err error
		if key, err = unescapePercent(key); err == nil {
			value, err = unescapePercent(value)
		}
		if err != nil {
			return State{}, err
		}
		if slices.ContainsFunc(parts, func(p linkPart) bool { return p.key == key }) {
			return State{}, fmt.Errorf("the link: has %q twice, want it once", dialect.Short(key))
		}
		parts = append(parts, linkPart{key, value})
	}
	if err := state.decode(doc, parts); err != nil {
		return State{}, err
	}
	return state, nil
}

// decode fills s, which is empty, with what the parts of a link say.
//
// Links of versions 1 and 2 differ in their digests, see [State.Compare], those since version 3 in their edits.
func (s *State) decode(doc *engine.Document, parts []linkPart) (err error) {
	var inputs, edits []linkPart
	for _, part := range parts {
		switch {
		case part.value == "" && (part.key == versionKey || part.key == digestKey):
			s.Notes = append(s.Notes, "this link lost its end (its digest is cut off): it cannot be compared")
		case part.key == versionKey:
			s.Version, err = strconv.Atoi(part.value)
			if err != nil || s.Version < 1 || len(part.value) > maxVersion {
				return fmt.Errorf("the link: has version %q, want 1 to %d", dialect.Short(part.value), linkVersion)
			}
			if s.Version > linkVersion {
				return fmt.Errorf("the link: has version %d, want 1 to %d: it comes from a newer page, reload this one", s.Version, linkVersion)
			}
		case part.key == digestKey:
			s.Digest = part.value
			if strings.Trim(s.Digest, linkLetters+"-_") != "" {
				return fmt.Errorf("the link: has a digest %q, want letters, digits, - and _", dialect.Short(part.value))
			}
		case part.key == editsKey:
			edits = append(edits, part)
		default:
			inputs = append(inputs, part)
		}
	}
	for _, part := range edits { // the version is known now
		if err := s.unpackEdits(doc, part.value); err != nil {
			return err
		}
	}
	return s.decodeInputs(doc, inputs)
}

// decodeInputs fills the inputs of s, which has its edits.
func (s *State) decodeInputs(doc *engine.Document, inputs []linkPart) error {
	known := linkInputs(doc, s.Edits)
	for _, part := range inputs {
		var err error
		key := part.key
		if rest, ok := strings.CutPrefix(key, "~"); !ok || rest != editsKey && rest != digestKey && rest != versionKey {
			if key, err = unescapeLink(part.key); err != nil {
				return err
			}
		} else {
			key = rest
		}
		value, err := unescapeLink(part.value)
		if err != nil {
			return err
		}
		if !slices.Contains(known, key) {
			s.Notes = append(s.Notes, fmt.Sprintf("the link: sets %q, but there is no such input%s", dialect.Short(key), engine.DidYouMean(key, known)))
			continue
		}
		if _, twice := s.Inputs[key]; twice {
			return fmt.Errorf("the link: has %q twice, want it once", dialect.Short(key))
		}
		if len(value) > engine.MaxText {
			return fmt.Errorf("the link: sets %s to %d bytes, want at most %d", key, len(value), engine.MaxText)
		}
		s.Inputs[key] = value
	}
	return nil
}

// linkInputs returns the names of the inputs of the document with its edits, sorted.
func linkInputs(doc *engine.Document, edits map[string]string) []string {
	var names []string
	for _, cell := range doc.Cells {
		if source, ok := edits[cell.ID]; ok {
			cell.Source, cell.Outline = source, ""
		}
		names = append(names, dialect.Outlined(cell.ID, cell.Source, cell.Inline, cell.Outline).InputNames...)
	}
	sort.Strings(names)
	return names
}
