# The README's two commands are `make run` and `make test`; each sets up .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test unit lint types layers fmt bench nightly samples archive bot-tables fuzz clean

run: $(STAMP)
	$(BIN)/ttrn check sample_games
	$(BIN)/ttrn list sample_games/real sample_games/teaching sample_games/annotated
	$(BIN)/ttrn summary sample_games/simulated
	$(BIN)/ttrn score sample_games/real/usa_4p_2.ttrn
	$(BIN)/ttrn show sample_games/teaching/usa_first_turns.ttrn --turn 9

test: lint types layers unit

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $(STAMP)

unit: $(STAMP)
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

# The tables in docs/bots.md.
bot-tables: $(STAMP)
	$(BIN)/python -m benchmarks.bots

# Ten thousand broken logs of each kind; the tests try some hundreds.
fuzz: $(STAMP)
	TTRN_FUZZ=10000 $(BIN)/python -m pytest -n auto -q tests/imports/test_fuzz.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
