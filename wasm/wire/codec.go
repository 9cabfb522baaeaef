package wire

import (
	"reflect"
	"strconv"
	"strings"
)

// encoded returns a value as an object that postMessage takes: a struct is an object with its fields in lower case, but those that
// have their zero value, a map is one too, numbers are float64, and lists []any.
func encoded(v reflect.Value) any {
	switch x := v.Interface().(type) {
	case int:
		return float64(x)
	case map[string]string:
		return encodedMap(x)
	case map[string][]string:
		return encodedMap(x)
	}
	switch v.Kind() {
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = encoded(v.Index(i))
		}
		return list
	case reflect.Struct:
		object := map[string]any{}
		for i := range v.NumField() {
			if field := v.Field(i); !field.IsZero() {
				object[key(v, i)] = encoded(field)
			}
		}
		return object
	}
	return v.Interface()
}

// line returns a message as one text, which becomes an object faster than what Encode returns: its type, and the names and values of its
// fields in turn, with zero bytes between; a value has its kind in front. A message of which not all are texts, numbers and truths, or in
// which a text has a zero byte, is none.
func line(m Message) (string, bool) {
	v := reflect.ValueOf(m).Elem()
	b := []byte(strings.ToLower(v.Type().Name()))
	for i := range v.NumField() {
		field := v.Field(i)
		if field.IsZero() {
			continue
		}
		b = append(append(append(b, 0), key(v, i)...), 0)
		switch field.Kind() {
		case reflect.String:
			if strings.IndexByte(field.String(), 0) >= 0 {
				return "", false
			}
			b = append(append(b, 's'), field.String()...)
		case reflect.Int:
			b = strconv.AppendInt(append(b, 'n'), field.Int(), 10)
		case reflect.Float64:
			b = strconv.AppendFloat(append(b, 'n'), field.Float(), 'g', -1, 64)
		case reflect.Bool:
			b = append(b, 'b')
		default:
			return "", false
		}
	}
	return string(b), true
}

func encodedMap[T any](m map[string]T) map[string]any {
	object := map[string]any{}
	for name, item := range m {
		object[name] = encoded(reflect.ValueOf(item))
	}
	return object
}

// key returns the name that field i of a struct has in an object.
func key(v reflect.Value, i int) string { return strings.ToLower(v.Type().Field(i).Name) }

// decode sets what p points to, which is zero, to what encoded made x of.
func decode(p, x any) {
	switch p := p.(type) {
	case *string:
		*p, _ = x.(string)
	case *bool:
		*p, _ = x.(bool)
	case *float64:
		*p, _ = x.(float64)
	case *int:
		number, _ := x.(float64)
		*p = int(number)
	case *map[string]string:
		*p = decodedMap[string](x)
	case *map[string][]string:
		*p = decodedMap[[]string](x)
	default:
		v := reflect.ValueOf(p).Elem()
		if v.Kind() == reflect.Slice {
			list, _ := x.([]any)
			v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
			for i, item := range list {
				decode(v.Index(i).Addr().Interface(), item)
			}
			return
		}
		object, _ := x.(map[string]any)
		for i := range v.NumField() {
			decode(v.Field(i).Addr().Interface(), object[key(v, i)])
		}
	}
}

func decodedMap[T any](x any) map[string]T {
	object, _ := x.(map[string]any)
	m := map[string]T{}
	for name, item := range object {
		var value T
		decode(&value, item)
		m[name] = value
	}
	return m
}
