package wire

// A codec writes the fields of a message to an object, or reads them from it, so that a message
// names each field once. Numbers are float64 there and lists []any, as in an object that comes from
// a browser. A map that is read is never nil.
type codec struct {
	object  map[string]any
	reading bool
}

func (c codec) text(key string, s *string) {
	if c.reading {
		*s, _ = c.object[key].(string)
	} else {
		c.object[key] = *s
	}
}

func (c codec) truth(key string, b *bool) {
	if c.reading {
		*b, _ = c.object[key].(bool)
	} else {
		c.object[key] = *b
	}
}

func (c codec) number(key string, x *float64) {
	if c.reading {
		*x, _ = c.object[key].(float64)
	} else {
		c.object[key] = *x
	}
}

func (c codec) integer(key string, n *int) {
	x := float64(*n)
	c.number(key, &x)
	*n = int(x)
}

func (c codec) texts(key string, list *[]string) {
	if c.reading {
		*list = read[string](c.object[key])
	} else {
		c.object[key] = anys(*list)
	}
}

func (c codec) numbers(key string, list *[]float64) {
	if c.reading {
		*list = read[float64](c.object[key])
	} else {
		c.object[key] = anys(*list)
	}
}

// parts has lists of numbers.
func (c codec) parts(key string, lists *[][]float64) {
	if !c.reading {
		all := make([]any, len(*lists))
		for i, list := range *lists {
			all[i] = anys(list)
		}
		c.object[key] = all
		return
	}
	*lists = nil
	for _, list := range read[[]any](c.object[key]) {
		*lists = append(*lists, read[float64](list))
	}
}

// table has strings by name.
func (c codec) table(key string, table *map[string]string) {
	fields := c.within(key)
	if !c.reading {
		for name, value := range *table {
			fields[name] = value
		}
		return
	}
	*table = map[string]string{}
	for name, value := range fields {
		(*table)[name], _ = value.(string)
	}
}

// lists has lists of strings by name.
func (c codec) lists(key string, table *map[string][]string) {
	fields := c.within(key)
	if !c.reading {
		for name, list := range *table {
			fields[name] = anys(list)
		}
		return
	}
	*table = map[string][]string{}
	for name, list := range fields {
		(*table)[name] = read[string](list)
	}
}

// within returns the object at key, which is new if c writes.
func (c codec) within(key string) map[string]any {
	if !c.reading {
		c.object[key] = map[string]any{}
	}
	object, _ := c.object[key].(map[string]any)
	return object
}

// objects has objects whose fields each names.
func objects[T any](c codec, key string, list *[]T, each func(c codec, item *T)) {
	if !c.reading {
		all := make([]any, len(*list))
		for i := range all {
			object := map[string]any{}
			each(codec{object: object}, &(*list)[i])
			all[i] = object
		}
		c.object[key] = all
		return
	}
	all := read[map[string]any](c.object[key])
	*list = make([]T, len(all))
	for i, object := range all {
		each(codec{object, true}, &(*list)[i])
	}
}

// anys returns items as what syscall/js makes an array of.
func anys[T any](items []T) []any {
	all := make([]any, len(items))
	for i, item := range items {
		all[i] = item
	}
	return all
}

// read returns the items of an array; one of another type is the zero value.
func read[T any](array any) []T {
	all, _ := array.([]any)
	items := make([]T, len(all))
	for i, item := range all {
		items[i], _ = item.(T)
	}
	return items
}
