# make demo and make test do all their own set-up on a Debian or Ubuntu machine that has Swift.

SHELL := /bin/bash
.DEFAULT_GOAL := help
PREFIX ?= /usr/local
DEMO_LIST := Datasets/Samples/synthetic-100k.txt.gz
DEMO := --force -o Reports/demo --rules Datasets/Policies/typical-site.txt --preset nist-63b-4 \
  --preset nist-63b-4-mfa --space --distinct --weights accounts --reference-year 2026 --date 2026-11-26 $(DEMO_LIST)

# C libraries: what unpacks lists, SHA-256, NFC, XXH3, SQLite.
PACKAGES := zlib1g-dev libdeflate-dev libisal-dev libzstd-dev liblzma-dev libbz2-dev liblz4-dev libarchive-dev \
  libssl-dev libutf8proc-dev libxxhash-dev libsqlite3-dev
# Tools that the sources are checked with, and those that pack lists for tests.
CHECKERS := python3 gzip zstd xz-utils bzip2 lz4 lzip tabix zsh fish mandoc

# For every build. What only debuggers read is left out: a build takes a tenth less, and the installed program
# is 0.6 MB smaller. `make test SWIFT_FLAGS=` keeps it.
SWIFT_FLAGS ?= -debug-info-format none
BUILD := swift build $(SWIFT_FLAGS)
# The program for use, in the build that tests share; with CLEAN in a folder of its own, which makes the same bytes in
# any checkout whose path has up to 80 characters. What the compiler keeps for tests would change a string, and a check of
# a closure that does not escape holds the length of a path.
NOTHING := $(shell printf '.build-from-nothing%*s' $$((81 - $$(pwd | wc -c))) '' | tr ' ' -)
RELEASED := -c release $(if $(CLEAN),--scratch-path $(NOTHING))
CHECKOUTS = $(if $(CLEAN),$(NOTHING),.build)/checkouts
# Builds and runs tests; prints what fails, a line a module and what was skipped. The rest is in .build/tests.
TEST = Tests/run $@ $(BUILD)

.PHONY: help
help: ## Say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

.PHONY: demo
demo: setup ## Audit the synthetic sample with the built-in policies and blocklist
	AUDIT_QUICK_BUILD=1 $(BUILD) -c release --product audit --scratch-path .build-demo
	.build-demo/release/audit $(DEMO)

.PHONY: demo-directory
demo-directory: setup ## Audit the sample directory: accounts, departments, domains and a group
	$(BUILD) -c release --product audit
	"$$(swift build -c release --show-bin-path)/audit" --force -o Reports/directory --date 2026-11-26 \
		--potfile Datasets/Samples/directory/hashcat.potfile \
		--attributes Datasets/Samples/directory/users.csv --by Department --by domain \
		--group Datasets/Samples/directory/domain-admins.txt --preset nist-63b-4 \
		--rules Datasets/Samples/directory/current.policy Datasets/Samples/directory/corp.ntds.gz

# Lists that are not in the repository: see Datasets/Evidence/lists.toml.
LISTS ?=
.PHONY: evidence
evidence: setup ## Write Reports/evidence, what policies do to lists: make evidence LISTS=directory
	$(BUILD) -c release --product audit
	Datasets/Evidence/make-evidence.py "$$(swift build -c release --show-bin-path)/audit" \
		$(if $(LISTS),--lists '$(LISTS)') $(EVIDENCE_FLAGS)
	Datasets/Evidence/make-croissant.py

# Packaging/try runs the same where there is no make.
.PHONY: demo-arguments
demo-arguments:
	@echo $(DEMO)

# A release, or another commit.
API_BASE ?= $(shell git describe --tags --abbrev=0 --match '[0-9]*.[0-9]*.[0-9]*' 2>/dev/null)
.PHONY: api-check
api-check: setup ## Say what of the libraries' API is gone since a release: make api-check API_BASE=1.0.0
	swift package diagnose-api-breaking-changes '$(API_BASE)'

# What opens the page as readers do, and what it is checked with.
BROWSER := chromium chromium-driver poppler-utils
PAGE_SHOTS ?= .build/page

.PHONY: docs
docs: setup ## Write the pages of the libraries to .build-docs/pages; a warning of docc is an error
	Packaging/docs

.PHONY: outside-test
outside-test: setup ## Build packages that use the libraries, from a repository, as Documentation/libraries.md says
	Tests/outside

.PHONY: page-test
page-test: page-tools ## Open Reports/demo/report.html in a browser; pictures in PAGE_SHOTS
	python3 Tests/Browser/report.py Reports/demo/report.html --keep $(PAGE_SHOTS)

.PHONY: page-picture
page-picture: demo build page-tools ## Take the pictures of pages that README and Documentation show
	python3 Tests/Browser/report.py Reports/demo/report.html --picture Reports/demo.png
	python3 Tests/Browser/report.py Reports/directory/report.html --picture Reports/directory.png
	$(LAB_PROGRAMS)/audit sweep -q --force -o .build/sweep $(DEMO_LIST) >.build/sweep.txt
	python3 Tests/Browser/report.py .build/sweep/sweep.html --picture Reports/sweep.png
	python3 Reports/map.py Reports/demo/report.html Reports/map.svg

.PHONY: lab
lab: lab-build ## Start Policy Lab on the tally of the demo's list
	$(LAB_PROGRAMS)/audit lab $(LAB_TALLY) $(addprefix --rules ,$(wildcard Datasets/Policies/*.txt))

LAB_PROGRAMS = $$(swift build -c release --show-bin-path)
LAB_TALLY := .build/demo.tally
LAB_SHOTS ?= .build/lab

.PHONY: lab-build
lab-build: setup
	$(BUILD) -c release --product audit
	$(BUILD) -c release --product audit-lab
	$(LAB_PROGRAMS)/audit scan --force --distinct -o $(LAB_TALLY) $(DEMO_LIST)

.PHONY: lab-picture
lab-picture: lab-build page-tools ## Take the pictures of Policy Lab
	python3 Tests/Browser/lab.py $(LAB_PROGRAMS) --picture Reports/lab.png
	python3 Tests/Browser/lab.py $(LAB_PROGRAMS) --picture Reports/leaks.png --of Reports/evidence/phpbb.tally

.PHONY: lab-test
lab-test: lab-build page-tools ## Use Policy Lab and read figures in a browser; pictures in LAB_SHOTS
	python3 Tests/Browser/lab.py $(LAB_PROGRAMS) --keep $(LAB_SHOTS)
	python3 Tests/Browser/figures.py --audit $(LAB_PROGRAMS)/audit

.PHONY: page-tools
page-tools:
	@$(MAKE) --no-print-directory setup CHECKERS="$(CHECKERS) $(BROWSER)"
	@python3 -c 'import selenium, axe_playwright_python' 2>/dev/null || { \
	  python3 -m pip install -q selenium && \
	  python3 -m pip install -q --no-deps axe-playwright-python; }

.PHONY: build
build: setup ## Build the program for use
	$(BUILD) $(RELEASED) --product audit

# Optimised, since in debug the same tests take three times the processor time; and of the build that is
# used, which no test looks into with `@testable`. Loops over seeds are short in `test`: see AUDIT_EXHAUSTIVE.
RELEASE_TESTS := -c release --build-tests

.PHONY: test
test: setup ## Run all tests, optimised, over a few seeds each
	$(TEST) $(RELEASE_TESTS) -- $(TEST_FLAGS)

.PHONY: test-all
test-all: setup ## Run all tests over all their seeds, optimised; then those of modules in debug, over a few
	AUDIT_EXHAUSTIVE=1 $(MAKE) --no-print-directory test
	$(MAKE) --no-print-directory test-debug

# Beside other builds a directory of its own keeps some modules' tests from waiting for them.
.PHONY: test-debug
test-debug: setup ## Run the tests of all modules in debug, over a few seeds each: make test-debug DEBUG_MODULES="Files|Tallies"
ifdef DEBUG_MODULES
	AUDIT_TESTED_MODULES='$(DEBUG_MODULES)' $(TEST) --scratch-path .build-debug --product auditPackageTests \
	  -- $(TEST_FLAGS)
else
	$(TEST) --build-tests -- --skip AuditEndToEndTests $(TEST_FLAGS)
endif

# One build shows what a plain one cannot: the address sanitizer, `assert`, and what libFuzzer counts. It runs the
# tests of modules that hold unsafe code or assert something. Policy Lab's unsafe code is two calls of the system, for
# which its server need not be built again. Where libFuzzer sees what is compared it finds more, and all runs slower.
COVERAGE ?= edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
CHECKED = -c release --sanitize=address --scratch-path .build-checked \
  -Xswiftc -sanitize-coverage=$(COVERAGE) \
  -Xcc -fsanitize=fuzzer-no-link -Xswiftc -use-ld=lld -Xswiftc -assert-config -Xswiftc Debug
CHECKED_MODULES = $(shell grep -rlE '\<(unsafe [a-z]|assert\>)' Sources --include='*.swift' | cut -d/ -f3 | sort -u \
  | grep -v '^audit$$\|^PolicyLab$$' | paste -sd'|')
CHECKED_BUILD = AUDIT_QUICK_BUILD=1 AUDIT_FUZZ=1 AUDIT_TESTED_MODULES='$(CHECKED_MODULES)' $(BUILD) $(CHECKED)

# Optimised, since in debug builds sanitized tests take far longer. The thread sanitizer cannot run where
# files have a limit, nor need it wait a second at the end of every process. It also stops at the system's random
# numbers, a value without size whose address it asks for; generating runs on one thread.
THREAD := -c release --sanitize=thread --scratch-path .build-thread
THREAD_BUILD = AUDIT_QUICK_BUILD=1 AUDIT_TESTED_MODULES='Auditing|Intake|Jobs|Tallies|Workers' $(BUILD) $(THREAD)

# The test targets of all other modules.
.PHONY: unchecked-modules
unchecked-modules:
	@ls -d Tests/*/*Tests | xargs -n 1 basename | sed 's/Tests$$//' | grep -vxE '$(CHECKED_MODULES)' | paste -sd'|'

.PHONY: checked-build
checked-build: setup
	$(CHECKED_BUILD) --product auditPackageTests
	$(CHECKED_BUILD) --product audit
	$(CHECKED_BUILD) --product fuzz

.PHONY: checked-test
checked-test: setup ## Run the tests of unsafe code and of assertions, under the address sanitizer
	ASAN_OPTIONS=detect_leaks=0:handle_sigbus=0 \
	  Tests/run $@ env $(CHECKED_BUILD) --product auditPackageTests -- $(TEST_FLAGS)

.PHONY: thread-build
thread-build: setup
	$(THREAD_BUILD) --product auditPackageTests
	$(THREAD_BUILD) --product audit

.PHONY: thread-test
thread-test: setup ## Run the tests of concurrent code under the thread sanitizer
	TSAN_OPTIONS="atexit_sleep_ms=0 suppressions=$(CURDIR)/.ci/thread-sanitizer-suppressions" \
	  Tests/run $@ env $(THREAD_BUILD) --product auditPackageTests \
	  -- --skip 'full disk' --skip GenerateSettingsTests $(TEST_FLAGS)

.PHONY: sanitize
sanitize: checked-test thread-test ## Both of these

FUZZ_SECONDS ?= 600

.PHONY: fuzz
fuzz: setup ## Feed made-up bytes to each reader: make fuzz FUZZ_SECONDS=600 FUZZ_TARGETS="gzip policy"
	$(CHECKED_BUILD) --product fuzz
	Fuzzing/run "$$($(CHECKED_BUILD) --show-bin-path)/fuzz" $(FUZZ_SECONDS) $(FUZZ_TARGETS)

# What spells the documents.
SPELLERS := hunspell hunspell-en-gb

.PHONY: lint
lint: ## Check format and the English of documents, and build with warnings as errors
	@$(MAKE) --no-print-directory setup CHECKERS="$(CHECKERS) $(SPELLERS)"
	Tests/Prose/check
	swift format lint --recursive --strict Sources Tests Fuzzing Package.swift
	AUDIT_WARNINGS_AS_ERRORS=1 $(BUILD) --build-tests $(LINT_FLAGS)
	clang -fsyntax-only -Wall -Wextra -Werror -ISources/C/CISAL/include Sources/C/CISAL/isal_inflater.c
	clang -fsyntax-only -Wall -Wextra -Werror -DWITHOUT_ISAL -ISources/C/CISAL/include Sources/C/CISAL/isal_inflater.c
	if command -v node >/dev/null; then for script in Sources/C/CPages/*.js; do node --check "$$script" || exit 1; done; fi
	Tests/run --check

.PHONY: data-check
data-check: setup ## Make the committed data anew, and compare
	python3 Datasets/Dictionaries/make-dictionaries.py --check
	python3 Datasets/Dictionaries/make-tries.py --check
	python3 Datasets/Dictionaries/make-index.py --check
	python3 Datasets/Habits/make-vocabulary.py --check
	python3 Datasets/Models/make-model.py --check
	python3 Datasets/Samples/make-synthetic.py --check
	python3 Datasets/Samples/make-directory.py --check

# Limits and peers that the program is measured beside; hydra has pw-inspector.
PEERS := pigz isal ripgrep hydra

.PHONY: bench
bench: ## Measure the program as installed against zcat and peers: make bench LIST=leaked.txt.gz QUIRKS=apple-password-rules.json
	$(MAKE) install PREFIX="$(CURDIR)/.build-bench" CHECKERS="$(CHECKERS) $(PEERS)"
	python3 -c 'import rapidgzip, duckdb' 2>/dev/null || python3 -m pip install -q rapidgzip duckdb
	python3 Benchmarks/run.py '$(LIST)' --peers --audit .build-bench/bin/audit \
	  $(if $(QUIRKS),--quirks '$(QUIRKS)') $(BENCH_FLAGS)

.PHONY: bench-check
bench-check: ## Compare instructions a line with what is committed (callgrind)
	@$(MAKE) --no-print-directory setup CHECKERS="$(CHECKERS) valgrind binutils"
	$(BUILD) -c release --product audit
	python3 Benchmarks/check.py "$$(swift build -c release --show-bin-path)/audit" $(BENCH_FLAGS)

# A program that carries Swift with it, and what lies beside it: completions, the manual. It is linked once
# more from what the build for use has compiled: only the linker sees the difference. Without the names of
# its functions, which nothing looks for, it is 0.7 MB smaller.
# Swift's runtime needs the C++ library. The linker takes the archive, which it finds first, so that no
# start loads the shared one: a millisecond less for 80 KB more. The last two libraries are parts of
# Foundation that the compiler names only where it compiles for a static program.
# Where the loader knows packed relocations (glibc 2.36), they make a start 1 ms shorter and the program
# 1.2 MB smaller; of the linkers that swiftc finds everywhere, ld.bfd writes them. It also leaves out what
# would differ between two folders.
ARCHIVES := .build-static/archives
PACKED := $(shell getconf GNU_LIBC_VERSION 2>/dev/null | awk '{ split($$2, v, "."); \
  if (v[1] > 2 || v[2] >= 36) print "-Xlinker -z -Xlinker pack-relative-relocs" }')
LINK := swiftc -static-stdlib -lcrypto -lsqlite3 -lz -Xlinker --gc-sections -Xlinker --no-export-dynamic \
  -use-ld=bfd -Xlinker -T -Xlinker Packaging/reproducible.ld
OBJECTS = @"$$(swift build $(RELEASED) --show-bin-path)/audit.product/Objects.LinkFileList"
AUDIT = -Xlinker --defsym -Xlinker main=audit_main $(OBJECTS) -l_FoundationCollections -l_FoundationCShims

.PHONY: static
static: build
	mkdir -p $(ARCHIVES)
	archive=$$(clang -print-file-name=libstdc++.a); [ ! -f "$$archive" ] || ln -sf "$$archive" $(ARCHIVES)
	$(LINK) $(PACKED) -L $(ARCHIVES) $(AUDIT) -o .build-static/audit
	$(BUILD) $(RELEASED) --product generate-manual
	Packaging/extras .build-static/audit "$$(swift build $(RELEASED) --show-bin-path)/generate-manual" \
	  .build-static/extras

# The same program, and Policy Lab, for machines that have none of their libraries: they carry those, too, and need the
# C library (2.29 or later) and libgcc_s. The linker finds the archives first. Policy Lab needs all of Foundation.
PORTABLE := .build-static/portable
OLDER := -Xclang-linker -B.build-static/older/root/usr/lib/x86_64-linux-gnu -L .build-static/older/lib \
  -L $(PORTABLE)/archives .build-static/older/lib/threads.o -lpthread -ldl
FOUNDATION := -Xlinker --start-group -lFoundation -lFoundationInternationalization -lCoreFoundation \
  -l_FoundationICU -l_FoundationCollections -l_FoundationCShims -lstdc++ -Xlinker --end-group
.PHONY: portable
portable: static
	Packaging/older-libc .build-static/older
	$(BUILD) $(RELEASED) --product audit-lab
	mkdir -p $(PORTABLE)/archives $(PORTABLE)/bin
	for name in crypto sqlite3 z deflate zstd lzma bz2 lz4 utf8proc xxhash stdc++; do \
	  ln -sf "$$(clang -print-file-name=lib$$name.a)" $(PORTABLE)/archives; done
	$(LINK) $(OLDER) $(AUDIT) -o $(PORTABLE)/bin/audit
	$(LINK) $(OLDER) -Xlinker --defsym -Xlinker main=PolicyLab_main \
	  $(subst audit.product,audit-lab.product,$(OBJECTS)) $(FOUNDATION) -o $(PORTABLE)/bin/audit-lab
	Packaging/licences $(CHECKOUTS) $(filter-out libisal-dev libarchive-dev,$(PACKAGES)) libicu-dev >$(PORTABLE)/LICENSES

.PHONY: install
install: static ## Install the program, which needs no Swift at run time: make install PREFIX=/usr/local
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/doc/audit" "$(DESTDIR)$(PREFIX)/share/audit/evidence"
	install -s .build-static/audit "$(DESTDIR)$(PREFIX)/bin/audit"
	cp -R .build-static/extras/. "$(DESTDIR)$(PREFIX)/share/"
	install -m 644 LICENSE "$(DESTDIR)$(PREFIX)/share/doc/audit/"
	Packaging/licences $(CHECKOUTS) >"$(DESTDIR)$(PREFIX)/share/doc/audit/LICENSES"
	install -m 644 $(filter-out %/synthetic.tally,$(wildcard Reports/evidence/*.tally)) \
	  "$(DESTDIR)$(PREFIX)/share/audit/evidence/"
	cat Datasets/Dictionaries/NOTICE Datasets/Models/NOTICE Datasets/Generators/NOTICE >"$(DESTDIR)$(PREFIX)/share/doc/audit/NOTICE"

# What packs the program, and what makes a root to try it in.
PACKERS := dpkg-dev debootstrap curl skopeo umoci python3-venv libicu-dev

.PHONY: package-files
package-files:
	rm -rf .build-package
	$(MAKE) install portable DESTDIR="$(CURDIR)/.build-package/tree" PREFIX=/usr CHECKERS="$(CHECKERS) $(PACKERS)"
	Packaging/build .build-package/tree $(PORTABLE)/bin .build-package/out

.PHONY: package
package: package-files ## Make a Debian package, a tarball, a wheel, an image in .build-package/out, and try them (as root)
	Packaging/check .build-package/out
	Packaging/try .build-package/out

.PHONY: release
release: ## The same as .build-release/out, of a clean checkout whose version CHANGELOG.md has
	Packaging/check-version
	rm -rf .build-release $(NOTHING)
	$(MAKE) package CLEAN=1
	mv .build-package .build-release

# Programs that are not ours, which check what the repository and a release consist of. Their versions may change.
PYTHON_VENV := .build-python
PYTHON_NEEDS := Python/tests/requirements.txt
$(PYTHON_VENV)/made: $(PYTHON_NEEDS)
	rm -rf $(PYTHON_VENV)
	python3 -m venv $(PYTHON_VENV)
	$(PYTHON_VENV)/bin/pip install -q -r $(PYTHON_NEEDS)
	touch $@

# The program under test: make python PYTHON_PROGRAM=/usr/bin/audit
PYTHON_PROGRAM ?= $(shell swift build -c release --show-bin-path)/audit
PYTHON = AUDIT_PROGRAM="$(abspath $(PYTHON_PROGRAM))" PATH="$(CURDIR)/$(PYTHON_VENV)/bin:$$PATH"

.PHONY: python
python: $(PYTHON_VENV)/made ## Test the Python package against the built program, and the repository's files
	$(PYTHON) mypy --config-file Python/mypy.ini Python/audit
	$(PYTHON) python -m pytest -q Python $(PYTEST_FLAGS)
	$(PYTHON) Tests/Repository/check

.PHONY: python-all
python-all: python ## Besides run the notebooks, and validate the data that others read
	$(PYTHON_VENV)/bin/pip install -q mlcroissant
	$(PYTHON) Python/notebooks/run
	$(PYTHON) Tests/Repository/data

# What the Spark job and its tests need besides: Java, what packs lists, GNU parallel. Python's
# packages go into an environment of their own.
CLUSTER_TOOLS := default-jre-headless python3-venv tabix parallel
CLUSTER_VENV := .build-cluster/venv
CLUSTER_NEEDS := Cluster/requirements.txt Cluster/tests/requirements.txt

.PHONY: cluster-test
cluster-test: ## Run the Spark job against one machine: executors killed, stores that break off
	$(MAKE) install PREFIX="$(CURDIR)/.build-cluster" DESTDIR= CHECKERS="$(CHECKERS) $(CLUSTER_TOOLS)"
	$(MAKE) $(CLUSTER_VENV)/made
	$(CLUSTER_VENV)/bin/mypy --config-file Cluster/mypy.ini Cluster
	AUDIT_PROGRAM="$(CURDIR)/.build-cluster/bin/audit" PATH="$(CURDIR)/$(CLUSTER_VENV)/bin:$$PATH" \
	  $(CLUSTER_VENV)/bin/python -m pytest -q -p no:cacheprovider --durations=5 Cluster/tests $(PYTEST_FLAGS)

# What all targets need of the system, for several of them at once.
.PHONY: all-tools
all-tools:
	@$(MAKE) --no-print-directory setup \
	  CHECKERS="$(CHECKERS) $(SPELLERS) $(BROWSER) $(PACKERS) $(CLUSTER_TOOLS) valgrind binutils libarchive-tools"

$(CLUSTER_VENV)/made: $(CLUSTER_NEEDS)
	rm -rf $(CLUSTER_VENV)
	python3 -m venv $(CLUSTER_VENV)
	$(CLUSTER_VENV)/bin/pip install -q $(addprefix -r ,$(CLUSTER_NEEDS))
	touch $@

# It needs all of Foundation, so the compiler is told, too.
STATIC := -c release --static-swift-stdlib --disable-local-rpath --scratch-path .build-static/lab

.PHONY: install-lab
install-lab: setup ## Install Policy Lab beside the program: make install-lab PREFIX=/usr/local
	$(BUILD) $(STATIC) --product audit-lab
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -s "$$(swift build $(STATIC) --show-bin-path)/audit-lab" "$(DESTDIR)$(PREFIX)/bin/audit-lab"

.PHONY: clean
clean: ## Remove what was built
	rm -rf .build .build-*

# Installs missing system packages by name; does nothing where all are there.
.PHONY: setup
setup:
	@command -v swift >/dev/null || { \
	  echo "Swift 6.2 or later is needed: see https://www.swift.org/install" >&2; exit 1; }
	@if command -v dpkg-query >/dev/null; then \
	  missing=; \
	  for package in $(PACKAGES) $(CHECKERS); do \
	    dpkg-query -W -f '$${Status}' "$$package" 2>/dev/null | grep -q 'install ok installed' \
	      || missing="$$missing $$package"; \
	  done; \
	  if [ -n "$$missing" ]; then \
	    echo "installing$$missing"; \
	    as_root=; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	    $$as_root apt-get update -q && \
	    $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing; \
	  fi; \
	fi
