package browser

// pointer returns the actions of a click, as WebDriver and its successor both write them.
func pointer(x, y float64) []any {
	return []any{map[string]any{
		"type": "pointer", "id": "mouse", "parameters": map[string]any{"pointerType": "mouse"},
		"actions": []any{
			map[string]any{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0},
			map[string]any{"type": "pointerDown", "button": 0},
			map[string]any{"type": "pointerUp", "button": 0},
		},
	}}
}

// keys returns the actions of pressing a key while modifiers are held.
func keys(key string, modifiers []string) []any {
	var actions []any
	down := append(modifiers[:len(modifiers):len(modifiers)], key)
	for _, k := range down {
		actions = append(actions, map[string]any{"type": "keyDown", "value": k})
	}
	for i := len(down) - 1; i >= 0; i-- {
		actions = append(actions, map[string]any{"type": "keyUp", "value": down[i]})
	}
	return []any{map[string]any{"type": "key", "id": "keyboard", "actions": actions}}
}
