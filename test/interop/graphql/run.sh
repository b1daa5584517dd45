#!/usr/bin/env bash
# Uses GraphQL by clients of others against a server of this checkout that holds the demo corpus: Relay with its compiler, codegen
# with tsc, Python's gql. A client that is missing is a failure. Needs npm, and python3 with venv.
set -euo pipefail
cd "$(dirname "$0")/../../.."
here=test/interop/graphql
venv=.cache/graphql-clients
. test/setup/server.sh

npm ci --ignore-scripts --prefix "$here"
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$here/requirements.txt"

export ADDUCE_ENGINE_AUTH=open
export ADDUCE_TEST_CORPUS=things-that-changed
adduce ingest --corpus "$ADDUCE_TEST_CORPUS" "corpus/$ADDUCE_TEST_CORPUS" >/dev/null
ADDUCE_TEST_TOKEN=$(adduce keys mint --json --standing 700 --cap svc.evidence |
  node -p 'JSON.parse(fs.readFileSync(0, "utf8")).token')
export ADDUCE_TEST_TOKEN

start
export ADDUCE_TEST_URL=$url/graphql

rm -rf "$here/relay/dist" && mkdir "$here/relay/dist"
(cd "$here" && node_modules/.bin/relay-compiler relay.config.json)
node --test "$here/relay/use-relay.mjs" "$here/codegen/use-codegen.mjs"
PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" "$here/use_gql.py"
