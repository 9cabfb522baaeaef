package markdown

import (
	"strings"
	"testing"
)

// typesetting is shared by the tests, as it takes a while to start.
var typesetting = NewTypesetter()

func TestFormulaBars(t *testing.T) {
	for _, tt := range []struct{ tex, want string }{
		{`\overline G`, `<mover><mrow><mi>G</mi></mrow><mo stretchy="true">‾</mo></mover>`},
		{`\underline{x}`, `<munder><mrow><mi>x</mi></mrow><mo stretchy="true">_</mo></munder>`},
		{`\overline{\overline G}`, `<mover><mrow><mover><mrow><mi>G</mi></mrow><mo stretchy="true">‾</mo></mover></mrow><mo stretchy="true">‾</mo></mover>`},
	} {
		got, err := typesetting.set(tt.tex, false)
		if err != nil || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, %v, want %s in it", tt.tex, got, err, tt.want)
		}
	}
	for _, tex := range []string{`\cancel{x}`, `\xcancel{x}`, `\overline{\cancel x}`} {
		if got, err := typesetting.set(tex, false); err == nil {
			t.Errorf("%s: got %s, want an error", tex, got)
		}
	}
}
