# Each recipe is a command one could type. Needs Go and git; the tests install what else they need.
export GOAMD64 = v1# so that no compiler fuses floating point: native and wasm print the same digits
RACE := $(shell command -v gcc >/dev/null && echo -race)
WASM_EXEC := $(shell go env GOROOT)/lib/wasm/go_js_wasm_exec

.PHONY: all build serve check test native wasm browser tools update fuzz bench clean
all: check test

build:
	go run ./cmd/topobook build

serve:
	go run ./cmd/topobook serve

check:
	@unformatted=$$(gofmt -l .); [ -z "$$unformatted" ] || { echo "gofmt would change: $$unformatted"; exit 1; }
	go mod tidy -diff
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./topology/... ./notebooks/... ./wasm
	go tool staticcheck ./...
	staticcheck=$$(go tool -n staticcheck) && GOOS=js GOARCH=wasm $$staticcheck ./wasm
	go run ./cmd/topobook check

test: native wasm browser

# Everything but the browser, in random order. Goroutines share data in the server and in shared works: these
# run with the race detector where there is a C compiler.
native: tools
	go test -shuffle=on -timeout 20m $$(go list ./... | grep -v /build$$)
	go test $(RACE) -run 'Serve|Handler' ./build
	go test $(RACE) -run 'Share|Sweep|Preview' ./notebooks/...

# The core, the notebook engine and the page engine as readers run them: compiled to WebAssembly.
wasm: tools
	GOOS=js GOARCH=wasm go test -timeout 20m -exec=$(WASM_EXEC) ./topology/... ./notebooks/... ./wasm

# The builder, and the built site in a real Chromium.
browser: tools
	go test -shuffle=on -timeout 70m ./build

# Chromium, Firefox and WebKitGTK (with a virtual screen) for the browser tests, Node.js to run WebAssembly in the terminal, and the programs that read
# what topobook exports: the Python that Debian's packages are for is /usr/bin/python3, whatever PATH says.
tools:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || $(call install,chromium,Chromium)
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null || $(call install,firefox-esr,Firefox)
	@command -v WebKitWebDriver >/dev/null || $(call install,webkit2gtk-driver,WebKitWebDriver)
	@command -v Xvfb >/dev/null || $(call install,xvfb,Xvfb)
	@command -v node >/dev/null || $(call install,nodejs,Node.js)
	@command -v dot >/dev/null || $(call install,graphviz,Graphviz)
	@/usr/bin/python3 -c "import networkx" 2>/dev/null || $(call install,python3-networkx,NetworkX)
	@/usr/bin/python3 -c "import igraph" 2>/dev/null || $(call install,python3-igraph,igraph)
	@/usr/bin/python3 -c "import pygraphviz" 2>/dev/null || $(call install,python3-pygraphviz,PyGraphviz)

install = { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -q update && apt-get -q install -y $(1); } \
	|| { echo "make test: want $(2): install it and try again (on Debian: apt-get install $(1))" >&2; exit 1; }

update:
	go test ./topology/draw ./notebooks/... ./build ./cmd/topobook -run 'Golden|Scripts' -update

FUZZTIME = 20s
fuzz:
	@for package in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			echo "$$package $$target"; go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
		done; \
	done

bench: tools
	go test -run '^$$' -bench . -benchmem ./...
	go test -run Figures -count=1 -v ./build

clean:
	rm -rf dist
