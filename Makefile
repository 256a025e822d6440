# Every target makes .venv by itself, again when pyproject.toml or constraints.txt changes.

PYTHON ?= python3
YARDSTICK ?= ../shared/yardstick/playout.c
SOLVER ?= ../shared/yardstick/solver.c
BIN := .venv/bin
STAMP := .venv/.stamp

.PHONY: help demo test lint bench clean

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1 - \2/p' Makefile

demo: $(STAMP) ## Play every contract a million times in all; tables and figures go to runs/
	$(BIN)/jasssim run rows

test: $(STAMP) ## Run the tests and the examples in the docstrings
	$(BIN)/pytest

lint: $(STAMP) ## Check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(STAMP) ## Measure the speed, against C programs where they can be built
	@if [ -f "$(YARDSTICK)" ] && command -v gcc >/dev/null; then \
	  echo "Building build/playout from $(YARDSTICK)"; \
	  mkdir -p build; rm -f build/playout; \
	  gcc -O3 -march=native -DK=2 "$(YARDSTICK)" -o build/playout -lpthread \
	    || echo "The C program does not build here; measuring without it"; \
	fi
	@if [ -f "$(SOLVER)" ] && command -v gcc >/dev/null; then \
	  echo "Building build/solver from $(SOLVER)"; \
	  mkdir -p build; rm -f build/solver; \
	  gcc -O3 -march=native "$(SOLVER)" -o build/solver -lpthread -lm \
	    || echo "The C solver does not build here; measuring without it"; \
	fi
	$(BIN)/jasssim bench $$(test ! -x build/playout || echo --yardstick build/playout) \
	  $$(test ! -x build/solver || echo --solver build/solver)

clean: ## Remove .venv, build products and caches; runs/ stays
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml constraints.txt
	@echo "Installing jasssim and its tools into .venv (once)"
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	@if command -v uv >/dev/null; then \
	  { [ -x $(BIN)/python ] || uv venv --quiet --python "$(PYTHON)" .venv; } \
	  && uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '.[test]'; \
	else \
	  { [ -x $(BIN)/pip ] || $(PYTHON) -m venv .venv; } \
	  && $(BIN)/pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt -e '.[test]'; \
	fi
	@touch $@
