# `make play` and `make test` install everything they need. They require python3 and make; a C compiler makes it fast.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
export UV_SYSTEM_CERTS := 1
export UV_PYTHON_DOWNLOADS := never
export UV_NO_PROGRESS := 1
# The stamp is named after a checksum of all sources, so that an edited, renamed or deleted file is never missed.
WEB := $(wildcard package.json package-lock.json .npmrc tsconfig.json vite*.ts docs/protocol.md)
SUM := $(shell { echo '$(PARLOUR_COMPILE) $(PARLOUR_WEB) $(CC)'; \
  find src tools pyproject.toml README.md $(WEB) -type f -not -path '*/tests/*' -not -path '*/__pycache__/*' \
    -not -path 'src/parlour/web/dist/*' -not -path '*/node_modules/*' -not -path 'src/parlour/games/*/web/*.js' \
    -not -name '*.test.ts' -print0 | \
  LC_ALL=C sort -z | xargs -0 cksum; } | cksum | cut -d' ' -f1)
INSTALLED := $(VENV)/.installed-$(SUM)
# Node for the browser client: from this machine if it is new enough, else from PyPI.
define FIND_NODE
$(BIN)/python tools/web.py --ready || \
  $(UV) pip install --quiet --python $(BIN)/python "$$($(BIN)/python tools/web.py --package)" || \
  { echo "The browser client needs Node 22.12 or newer with npm: this machine has none, and PyPI gave none." \
    "Install Node, or set PARLOUR_WEB=0 to leave the browser client out." >&2; exit 1; }
endef

.PHONY: play test check bench lock setup clean format nightly

# Sets up only what a player needs, and plays while Parlour is being compiled.
play:
	@$(PYTHON) tools/play.py

setup: $(INSTALLED)

# Tests start on the pure build; the compiled copy is made meanwhile.
test:
	@PARLOUR_COMPILE=0 $(MAKE) --no-print-directory setup
	@$(BIN)/python tools/testing.py $(COVERAGE)

nightly: $(INSTALLED)
	@$(BIN)/python tools/testing.py --nightly

check: $(VENV)/.locked
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy src tests tools bench examples
	@$(FIND_NODE)
	$(BIN)/python tools/web.py --lint
	$(MAKE) test

format: $(VENV)/.locked
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@$(FIND_NODE)
	$(BIN)/python tools/web.py --format

bench: $(INSTALLED)
	$(BIN)/parlour bench
	$(BIN)/python bench/history.py --keep

lock: $(VENV)/.uv
	$(UV) pip compile --python $(BIN)/python --universal --generate-hashes --no-emit-index-url --quiet \
	  --custom-compile-command "make lock" --extra dev --extra play --extra tables --extra reports --extra ray --extra postgres pyproject.toml -o requirements.lock
	$(UV) pip freeze --python $(BIN)/python | grep '^uv==' | $(UV) pip compile --python $(BIN)/python --universal --generate-hashes \
	  --no-emit-index-url --quiet --custom-compile-command "make lock" - -o tools/installer.lock

$(VENV)/.uv: tools/installer.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Parlour needs Python 3.11 or newer; 'make PYTHON=python3.x ...' names one." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "python3 cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
	  -r tools/installer.lock
	@touch $@

$(VENV)/.locked: $(VENV)/.uv requirements.lock
	@$(UV) pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements.lock
	@touch $@

$(INSTALLED): $(VENV)/.locked
	@rm -f $(VENV)/.installed* $(VENV)/.play-parlour
	@$(FIND_NODE)
	@$(UV) pip install --quiet --compile-bytecode --python $(BIN)/python --no-deps --no-build-isolation --reinstall-package parlour .
	@touch $@

clean:
	rm -rf $(VENV) .build .cache build dist node_modules src/parlour/web/dist src/parlour/games/*/web/*.js
	rm -rf .coverage* .hypothesis .mypy_cache .ruff_cache
