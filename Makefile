# The README's two commands are `make run` and `make test`; each sets up .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test unit lint types layers fmt bench worlds clean

run: $(STAMP)
	$(BIN)/ttrn check sample_games
	$(BIN)/ttrn list sample_games
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

# Thousands of simulated games as every observer saw them; `make test` has a hundred.
worlds: $(STAMP)
	TTRN_GAMES=3000 $(BIN)/python -m pytest -n auto -q tests/hidden/test_worlds.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
