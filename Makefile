# What people do with a copy of the sources; .ci/packaging has the scripts that do it.
#
#   make                          builds the program that is released
#   make install PREFIX= DESTDIR= installs it with man pages, completions and themes
#   make uninstall PREFIX=        removes what that has installed
#   make release                  packs the same files, with their checksums, into dist
#   make deb                      makes a package for Debian and its relatives of them there
#   make wheel                    packs the same files as a wheel for pip and pipx there
#   make sbom                     lists there what the program is made of (SPDX)
#   make check                    does what every change has to pass
#   make dev ARGS=                builds the program for debugging and runs it
#   make test T= F=               runs the tests of one target, or all; of them those that match F
#   make lint                     looks through code, scripts and texts
#   make bench                    counts the instructions of the program that is released

PREFIX ?= /usr/local
DESTDIR ?=
PROGRAM = .build-release/cssview

.PHONY: all install uninstall release deb wheel sbom check dev test lint bench clean

all: $(PROGRAM)

# Whoever installs as another user finds the program built.
$(PROGRAM): Package.swift $(shell find Sources -type f)
	.ci/release
	@touch $@

install: $(PROGRAM)
	.ci/packaging/install $(PROGRAM) "$(DESTDIR)$(PREFIX)"

uninstall:
	.ci/packaging/install --remove "$(DESTDIR)$(PREFIX)"

release: $(PROGRAM)
	.ci/packaging/archive $(PROGRAM) dist

deb: $(PROGRAM)
	.ci/packaging/deb $(PROGRAM) dist

wheel: $(PROGRAM)
	.ci/packaging/wheel $(PROGRAM) dist

sbom: $(PROGRAM)
	.ci/packaging/sbom "$$($(PROGRAM) --version | sed 's/^cssview \([0-9.]*\) .*/\1/')" > dist/cssview.spdx.json

check:
	.ci/run

dev:
	@swift build --product cssview --quiet
	@.build/debug/cssview $(ARGS)

# The tests of one target, as `T=Styling`, are built without the others. `F=PropertyTests` runs those
# whose names match the regular expression.
test:
	$(if $(T),CSSVIEW_TESTS=$(T) swift test,Tests/run)$(if $(F), --filter '$(F)')

lint:
	swift format lint --strict --recursive Sources Tests Package.swift --parallel
	Tests/Scripts/lint
	Tests/Scripts/house

bench: $(PROGRAM)
	Tests/Benchmarks/budget $(PROGRAM)

clean:
	rm -rf .build .build-release dist
