package folder

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // so that package image knows their sizes
	_ "image/jpeg"
	_ "image/png"
	"math"
	"strconv"
	"strings"

	"topobook/notebooks/markdown"
)

// imageSize returns the width and the height of an image in CSS pixels.
func imageSize(name string, data []byte) (width, height int, err error) {
	want := markdown.ImageKind(name)
	switch want {
	case "SVG":
		width, height, err = sizeOfSVG(data)
	case "WebP":
		width, height, err = sizeOfWebP(data)
	default:
		var config image.Config
		var format string
		config, format, err = image.DecodeConfig(bytes.NewReader(data))
		if err == nil && format != strings.ToLower(want) {
			err = fmt.Errorf("it is a %s", strings.ToUpper(format))
		}
		width, height = config.Width, config.Height
	}
	if err == nil && (width < 1 || height < 1) {
		err = errors.New("it has no size")
	}
	if err != nil {
		return 0, 0, fmt.Errorf("want a whole %s file: %w", want, err)
	}
	return width, height, nil
}

// sizeOfWebP reads the header of a WebP file.
//
// Source: RFC 9649, sections 2.5 to 2.7.
func sizeOfWebP(data []byte) (width, height int, err error) {
	if len(data) < 30 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WEBP" {
		return 0, 0, errors.New("it has no header")
	}
	switch chunk := data[12:]; string(chunk[:4]) {
	case "VP8 ": // lossy: after the frame tag and the start code, 14 bits each
		return int(binary.LittleEndian.Uint16(chunk[14:]) & 0x3fff), int(binary.LittleEndian.Uint16(chunk[16:]) & 0x3fff), nil
	case "VP8L": // lossless: after the signature, 14 bits each, less one
		bits := binary.LittleEndian.Uint32(chunk[9:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1, nil
	case "VP8X": // extended: 24 bits each, less one
		low := func(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
		return low(chunk[12:]) + 1, low(chunk[15:]) + 1, nil
	}
	return 0, 0, errors.New("it has no image")
}

// pixels are the units of lengths in SVG.
var pixels = map[string]float64{"": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96}

// sizeOfSVG reads the attributes of the outermost element: width and height or, if these are not
// absolute, viewBox.
func sizeOfSVG(data []byte) (width, height int, err error) {
	decoder := xml.NewDecoder(bytes.NewReader(data))
	decoder.Strict = false
	for {
		token, err := decoder.Token()
		if err != nil {
			return 0, 0, err
		}
		root, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if root.Name.Local != "svg" {
			return 0, 0, fmt.Errorf("it is <%s>", root.Name.Local)
		}
		attrs := map[string]string{}
		for _, attr := range root.Attr {
			attrs[attr.Name.Local] = strings.TrimSpace(attr.Value)
		}
		w, wide := length(attrs["width"])
		h, high := length(attrs["height"])
		box := strings.FieldsFunc(attrs["viewBox"], func(r rune) bool { return r == ' ' || r == ',' })
		if len(box) == 4 && !(wide && high) {
			bw, okW := length(box[2])
			bh, okH := length(box[3])
			switch {
			case !okW || !okH || bw <= 0 || bh <= 0:
			case wide:
				h, high = float64(w*bh)/bw, true
			case high:
				w, wide = float64(h*bw)/bh, true
			default:
				w, h, wide, high = bw, bh, true, true
			}
		}
		if !wide || !high || w > 1e5 || h > 1e5 {
			return 0, 0, errors.New("want width and height, or viewBox, in its svg element")
		}
		return int(math.Ceil(w)), int(math.Ceil(h)), nil
	}
}

// length returns a length in pixels, if it is absolute.
func length(text string) (float64, bool) {
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz%")
	unit, ok := pixels[text[len(digits):]]
	n, err := strconv.ParseFloat(digits, 64)
	return n * unit, ok && err == nil && n > 0
}
