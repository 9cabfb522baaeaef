# Each recipe is a command one could type. Needs Go and git; the tests install what else they need.
export GOAMD64 = v1# so that no compiler fuses floating point: native and wasm print the same digits
RACE := $(shell command -v gcc >/dev/null && echo -race)
WASM_EXEC := $(shell go env GOROOT)/lib/wasm/go_js_wasm_exec

# Packages that readers run as WebAssembly, and those whose tests drive browsers.
ENGINE = ./topology/... ./notebooks/... ./wasm/...
BROWSERS = /build/(browser|scenes)

.PHONY: all build serve release check quick test native wasm scenes slow browsers every soak outputs tools update editor vuln fuzz bench clean
all: check test

build:
	go run ./cmd/topobook build

serve:
	go run ./cmd/topobook serve

# What others download: dist/release/topobook-OS-ARCH, what it is made of as SPDX, and SHA256SUMS. URL is where they will be.
release:
	go run ./build/release -url "$(URL)"

# What can be said without running anything.
check:
	@unformatted=$$(gofmt -l .); [ -z "$$unformatted" ] || { echo "gofmt would change: $$unformatted"; exit 1; }
	go mod tidy -diff
	go vet ./...
	GOOS=windows go vet ./cmd/... ./build/...
	GOOS=darwin go vet ./cmd/... ./build/...
	GOOS=js GOARCH=wasm go vet $(ENGINE)
	go tool staticcheck ./...
	staticcheck=$$(go tool -n staticcheck) && GOOS=js GOARCH=wasm $$staticcheck ./wasm/...

# While working: the unit tests, and one paper.
quick:
	@unformatted=$$(gofmt -l .); [ -z "$$unformatted" ] || { echo "gofmt would change: $$unformatted"; exit 1; }
	go vet ./...
	go test -short -skip '^Test(Costs|Leave)$$' $$(go list ./... | grep -vE '$(BROWSERS)')
	go run ./cmd/topobook check kary-ntree

# Everything once: natively, as WebAssembly, and the built site in Chromium, one page in Firefox too.
test: native wasm scenes

# Compilers and tests need less time when they collect garbage less often than programs of readers do.
build serve quick native wasm scenes slow: export GOGC = 400

# In random order. How long calls compute without a look at the reader's wishes is slow's.
native: tools
	go test -vet=off -skip '^TestLeave$$' -shuffle=on -timeout 20m $$(go list ./... | grep -vE '$(BROWSERS)')

# The core, the notebook engine and the page engine as readers run them: compiled to WebAssembly.
wasm: tools
	GOOS=js GOARCH=wasm go test -vet=off -short -timeout 20m -exec=$(WASM_EXEC) $(ENGINE)

# The site is built once, with all that it computes; each of its pages is opened, and what readers do most is done. The other
# scenes are slow's, and the clicks in all drawings.
EVERYDAY = Verdicts|Pages|Lists|Accessible|Firefox|WithoutScript|ScriptsBarred|Engine.*|FullEngine|DebugEngine|PanicTrace|Digest.*|Slider.*|Link|LinkWithCode
EVERYDAY := $(EVERYDAY)|Playground|PlaygroundLink|Edit|EditorKeys|Pick|Heavy|Play|FrontPage|FullFromStart|Offline|StopLoop|AddressFollowsInputs|EditsSurviveReload|ErrorInView|WordHelp|Chapter
scenes: tools
	go test -vet=off -short -shuffle=on -timeout 60m -run '^Test($(EVERYDAY))$$' ./build/scenes

# What test leaves out: the other scenes in Chromium, and those that test plays in Firefox and WebKitGTK; goroutines that share data with the race detector where
# there is a C compiler; the site built twice; the outputs of the papers' main pages as WebAssembly, some on another processor, which QEMU plays;
# what -short leaves out; every builtin with all junk; inputs made up by fuzzing.
slow: ATTACKS = $(or $(TMPDIR),/tmp)/topobook-attacks.md
slow: tools
	@command -v qemu-aarch64-static >/dev/null || $(call install,qemu-user-static,QEMU)
	go test ./build/browser
	go test -timeout 60m -parallel 500 -skip '^Test($(EVERYDAY))$$' ./build/scenes -browsers=chromium -attacks=$(ATTACKS)
	go test -timeout 60m -parallel 500 -run '^Test($(EVERYDAY))$$' -skip '^Test(Firefox|Verdicts)$$' ./build/scenes -browsers=firefox,webkit
	@cat $(ATTACKS)
	go test $(RACE) -run 'Serve|Handler' $$(go list ./build/... | grep -vE '$(BROWSERS)')
	go test $(RACE) -run 'Share|Sweep|Preview' ./notebooks/...
	GOOS=js GOARCH=wasm go test -timeout 20m -exec=$(WASM_EXEC) $$(grep -rl 'testing.Short()' --include=*_test.go topology notebooks wasm | xargs dirname | sort -u | sed 's,^,./,')
	go test -timeout 30m -run '^Test(Junk|Leave)$$' ./notebooks/builtins -every
	$(MAKE) fuzz FUZZTIME=300x

# The other scenes in Firefox and WebKitGTK: hours on two cores.
browsers: tools
	go test -timeout 6h -parallel 500 -skip '^Test($(EVERYDAY))$$' ./build/scenes -browsers=firefox,webkit

# Every page as WebAssembly in the terminal, heavy cells too: a quarter of an hour on two cores.
every: tools
	go test -timeout 60m -run SlowWasm ./build/scenes -every

# A thousand things done on every page, drawn from a seed, in the browsers named: hours.
SOAK = 1000
SEED = 1
BROWSER = chromium
soak: tools
	go test -timeout 12h -run SlowSoak ./build/scenes -soak $(SOAK) -seed $(SEED) -browsers=$(BROWSER)

# One hash over all outputs of all pages, heavy cells too.
outputs:
	go run ./build/scenes/testdata/outputs . | sha256sum

# Chromium, Firefox and WebKitGTK (with a virtual screen) for the scenes, Node.js to run WebAssembly in the terminal, and the
# programs that read what topobook exports or measure the same: the Python that Debian's packages are for is
# /usr/bin/python3, whatever PATH says.
tools:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || $(call install,chromium,Chromium)
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null || $(call install,firefox-esr,Firefox)
	@command -v WebKitWebDriver >/dev/null || $(call install,webkit2gtk-driver,WebKitWebDriver)
	@command -v Xvfb >/dev/null || $(call install,xvfb,Xvfb)
	@command -v node >/dev/null || $(call install,nodejs,Node.js)
	@command -v dot >/dev/null || $(call install,graphviz,Graphviz)
	@command -v gpmetis >/dev/null || $(call install,metis,METIS)
	@/usr/bin/python3 -c "import networkx" 2>/dev/null || $(call install,python3-networkx,NetworkX)
	@/usr/bin/python3 -c "import igraph" 2>/dev/null || $(call install,python3-igraph,igraph)
	@/usr/bin/python3 -c "import scipy" 2>/dev/null || $(call install,python3-scipy,SciPy)
	@/usr/bin/python3 -c "import pygraphviz" 2>/dev/null || $(call install,python3-pygraphviz,PyGraphviz)

install = { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -q update && apt-get -q install -y $(1); } \
	|| { echo "make test: want $(2): install it and try again (on Debian: apt-get install $(1))" >&2; exit 1; }

update:
	go test ./topology/draw ./notebooks/builtins ./build ./build/scenes ./cmd/topobook -run 'Golden|Scripts|Verdicts' -update

# The editor of cells, from the packages that build/editor/package.json pins.
editor:
	npm ci --ignore-scripts --no-audit --no-fund --prefix build/editor
	go generate ./build/editor

# Whether something that the programs call is known to be vulnerable: asks https://vuln.go.dev.
vuln:
	dir=$$(mktemp -d) && GOBIN=$$dir go install golang.org/x/vuln/cmd/govulncheck@v1.9.0 && $$dir/govulncheck ./... && GOOS=js GOARCH=wasm $$dir/govulncheck ./wasm/...

FUZZTIME = 20s
fuzz:
	@for package in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			echo "$$package $$target"; go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
		done; \
	done

bench: tools
	go test -run '^$$' -bench . -benchmem ./...

clean:
	rm -rf dist build/embedded
