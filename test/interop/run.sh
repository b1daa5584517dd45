#!/usr/bin/env bash
# Checks test/vectors with an implementation in Python that shares no code with ours. Needs python3 with venv.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv=.cache/interop
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement test/interop/requirements.txt
PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" test/interop/check_vectors.py "$@"
