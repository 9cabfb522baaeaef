package wasmpack

import (
	"bytes"
	"debug/gosym"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Names returns what turns the addresses in traces of a program's panics into names, which Pack drops: for each
// function a line with its number as browsers write it, its address as Go writes it but for the last four digits, its
// name, and where it is. The program is as the linker wrote it.
func Names(wasm []byte) ([]byte, error) {
	l, table, err := readNames(wasm)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for _, f := range table.Funcs {
		file, line, _ := table.PCToLine(f.Entry)
		fmt.Fprintf(&b, "wasm-function[%d] pc=0x%x %s %s:%d\n", l.first+int(f.Entry)-firstFunction, f.Entry, f.Name, file, line)
	}
	return b.Bytes(), nil
}

// Sizes returns the bytes of code that a program has of each package, by its path; "" has what the compiler and the
// linker made up. The program is as the linker wrote it.
func Sizes(wasm []byte) (map[string]int, error) {
	l, table, err := readNames(wasm)
	if err != nil {
		return nil, err
	}
	sizes := map[string]int{}
	for _, f := range table.Funcs {
		if i := int(f.Entry) - firstFunction; i < len(l.functions) {
			sizes[f.PackageName()] += len(l.functions[i])
		}
	}
	return sizes, nil
}

// readNames returns the functions of a program, and what Go's runtime knows of them.
func readNames(wasm []byte) (l layout, table *gosym.Table, err error) {
	l, err = findFunctions(wasm)
	if err != nil {
		return l, nil, err
	}
	list, err := sections(wasm)
	if err != nil {
		return l, nil, err
	}
	var image []byte
	for _, s := range list {
		if s.id == dataSection {
			if image, err = readData(s.body); err != nil {
				return l, nil, err
			}
		}
	}
	table, err = gosym.NewTable(nil, gosym.NewLineTable(image[max(0, bytes.Index(image, []byte(lineMagic))):], 0))
	if err == nil && len(table.Funcs) == 0 {
		err = errors.New("data section: want the names of functions")
	}
	return l, table, err
}

// address is one of a function in a trace: as browsers write it, or as Go does.
var address = regexp.MustCompile(`(wasm-function\[\d+\])(?::0x[0-9a-f]+)?|(pc=0x[0-9a-f]+)[0-9a-f]{4}\b`)

// Explain returns a trace with the name of the function, and where it is, behind each address that is in names.
func Explain(trace string, names []byte) string {
	known := map[string]string{}
	for line := range strings.Lines(string(names)) {
		browser, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		ours, name, _ := strings.Cut(rest, " ")
		known[browser], known[ours] = name, name
	}
	return address.ReplaceAllStringFunc(trace, func(found string) string {
		m := address.FindStringSubmatch(found)
		if name := known[m[1]+m[2]]; name != "" {
			return found + " " + name
		}
		return found
	})
}
