# The whole set-up of demo-tui. `make run` and `make test` are all a newcomer needs.
SHELL := /bin/bash
PREFIX ?= /usr/local
DEBUG := .build/debug/demo-tui
RELEASE := .build/release/demo-tui
SOURCES := Package*.swift $(shell find Sources Resources -type f 2>/dev/null)
# What the program needs to build, and what the tests need besides.
PRODUCTS := Sources/DemoManager Sources/DemoManagerFiles Sources/DemoManagerURLSession Sources/DemoManagerTesting
PACKAGES := libncurses-dev libsqlite3-dev zlib1g-dev
TEST_PACKAGES := $(PACKAGES) tmux
ARGS ?=

.PHONY: help run test golden build release install uninstall dist dist-test site check format team-test bench bench-engine bench-gateway bench-paging tsan screenshots clean setup docs

# The manifest makes warnings errors for these two. Other flags for one of them would build everything again.
check test: export DEMO_TUI_WARNINGS := error

help: ## Show the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

# A debug build serves a newcomer: it is ready in a third of the time, and the screens answer as fast as anyone types.
# A release build that is newer than the sources is taken instead. Without changes no compiler is started at all.
run: ## Open the sample (ARGS="--demo" passes options)
	@if [ -x $(RELEASE) ] && [ -z "$$(find Package*.swift Sources Resources -newer $(RELEASE) -type f -print -quit)" ]; then \
	    exec $(RELEASE) $(ARGS); \
	else $(MAKE) --no-print-directory $(DEBUG) && exec $(DEBUG) $(ARGS); fi

$(DEBUG): $(SOURCES)
	@Scripts/setup.sh $(PACKAGES)
	@[ -d .build/checkouts ] || echo "First build: 4 to 7 minutes on two cores. Later starts are instant."
	@swift build --product demo-tui
	@touch $(DEBUG)

build: ## Build for debugging
	@Scripts/setup.sh $(PACKAGES)
	swift build

release: ## Build what is installed: optimised, with the Swift runtime inside
	@Scripts/setup.sh $(PACKAGES)
	@[ -x $(RELEASE) ] || echo "An optimised build of all packages takes 6 to 10 minutes on two cores."
	Scripts/dist/release.sh

install: release ## Install to PREFIX (default /usr/local)
	Scripts/dist/install.sh $(RELEASE) $(DESTDIR)$(PREFIX)

uninstall: ## Remove what install put in PREFIX
	Scripts/dist/uninstall.sh $(DESTDIR)$(PREFIX)

dist: ## Make packages, archive and image of a release in dist/ (BINARY=FILE takes a program that is there)
	Scripts/dist/dist.sh

dist-test: ## Install the packages in fresh roots of Debian 12 and 13, and run the image (as root)
	Scripts/dist/test.sh

site: build ## Make the site of all documentation in .build/site (SITE_URL=https://HOST/PATH/ if it is not at the top)
	Scripts/site/site.sh

test: ## Run every test, the real terminal's too
	@Scripts/setup.sh $(TEST_PACKAGES)
	swift build --build-tests
	Scripts/test.sh
	swift test --package-path Examples/TypedClient --scratch-path .build/examples/TypedClient
	Scripts/consumer.sh

check: ## Format, boundaries, budget, language, links, the library's documentation, and builds with warnings as errors
	@Scripts/setup.sh $(PACKAGES)
	swift format lint --strict --recursive --parallel Package*.swift Sources Tests Examples Benchmarks
	@# The products of the library, and they alone, describe every public member.
	swift format lint --strict --recursive --configuration "$$(sed '/PublicDecl/s/false/true/' .swift-format)" $(PRODUCTS)
	Scripts/boundaries.sh
	Scripts/budget.sh
	Scripts/language.py
	Scripts/links.py
	swift build --build-tests
	Scripts/darwin.sh
	Scripts/documented.sh
	Scripts/docs.sh
	Scripts/dist/manual.py $(DEBUG) .build/manual

golden: ## Write anew what documents become: screens and demo replies; review it with git diff
	swift build --build-tests
	UPDATE_GOLDEN=1 swift test --skip-build --filter GoldenTests

docs: build ## Make the library's documentation in .build/docs
	Scripts/docs.sh

format: ## Format every Swift file
	swift format --in-place --recursive --parallel Package*.swift Sources Tests Examples Benchmarks

bench: bench-engine release ## Measure the engine, then the program beside other terminal programs
	Scripts/bench.sh

bench-engine: ## Measure the engine alone (ARGS="--only decisions")
	Scripts/bench-engine.sh $(ARGS)

bench-gateway: release ## Measure the gateway beside nginx, a bare NIO handler, WireMock and mitmdump (ARGS="--runs 1")
	Scripts/bench-gateway.sh $(ARGS)

bench-paging: ## Scroll through a list of a million rows: memory and key latency on the way (ROWS=100000 of them)
	@if [ -x $(RELEASE) ]; then program=$(RELEASE); else $(MAKE) --no-print-directory $(DEBUG) && program=$(DEBUG); fi; \
	    python3 Scripts/bench-paging.py $$program $(ROWS)

team-test: $(DEBUG) ## Try deploy/nginx.conf: three gateways behind nginx under wrk, one of which is killed
	@Scripts/setup.sh wrk nginx-light
	python3 Scripts/team-test.py $(DEBUG)

tsan: ## Run the engine's thread tests under the thread sanitizer
	Scripts/tsan.sh

screenshots: $(DEBUG) ## Make the README's pictures from the real program
	Scripts/screenshots.sh

clean: ## Remove what was built
	rm -rf .build dist
