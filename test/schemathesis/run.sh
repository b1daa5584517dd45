#!/usr/bin/env bash
# Runs schemathesis with all its checks against a server of this checkout that holds the demo corpus, and fails on any
# failure or warning. Needs python3 with venv; SCHEMATHESIS_EXAMPLES sets how many examples an operation gets.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv=.cache/schemathesis
report=.cache/schemathesis-report
. test/setup/server.sh

python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --requirement test/schemathesis/requirements.txt

export ADDUCE_ENGINE_AUTH=required
export ADDUCE_TEST_CORPUS=things-that-changed
adduce ingest --corpus "$ADDUCE_TEST_CORPUS" "corpus/$ADDUCE_TEST_CORPUS" >/dev/null
ADDUCE_TEST_CLAIM=$(adduce ask --json "How many moons does Saturn have?" |
  node -p 'JSON.parse(fs.readFileSync(0, "utf8")).claims[0].addr')
ADDUCE_TEST_ARTEFACT=$(adduce ask --json "How many moons does Saturn have?" |
  node -p 'JSON.parse(fs.readFileSync(0, "utf8")).artefacts[0].artefact_id')
ADDUCE_TEST_TOKEN=$(adduce keys mint --json --standing 700 \
  --cap wiki.handshake --cap wiki.search --cap wiki.annotate --cap wiki.annotations --cap svc.evidence --cap svc.log |
  node -p 'JSON.parse(fs.readFileSync(0, "utf8")).token')
ADDUCE_TEST_KEY=$(adduce keys mint --json --engine --org schemathesis |
  node -p 'JSON.parse(fs.readFileSync(0, "utf8")).key')
export ADDUCE_TEST_CLAIM ADDUCE_TEST_ARTEFACT ADDUCE_TEST_TOKEN ADDUCE_TEST_KEY

start

rm -rf "$report"
SCHEMATHESIS_HOOKS=test/schemathesis/hooks.py PYTHONDONTWRITEBYTECODE=1 \
  "$venv/bin/st" --config-file test/schemathesis/schemathesis.toml run "$url/openapi.json" \
  --checks all --max-examples "${SCHEMATHESIS_EXAMPLES:-40}" --seed 1 --report junit --report-junit-path "$report/junit.xml"
