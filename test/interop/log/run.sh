#!/usr/bin/env bash
# Checks the log of a real server with Go's sumdb/tlog and sumdb/note: fresh, while one key takes over from another, and
# after that, each time with what was seen before. Needs go and the Go module proxy.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. test/setup/server.sh
mkdir -p .cache/interop

(cd test/interop/log && go build -o ../../../.cache/interop/check-log .)

check() { .cache/interop/check-log --url "$url" --token "$token" "$@"; }

start
token=$(adduce keys mint --json --cap svc.log | node -p 'JSON.parse(fs.readFileSync(0, "utf8")).token')
check --seen "$data/first"
adduce log rotate-key
adduce keys mint --json --cap svc.log >/dev/null
stop
start
check --signatures 2 --seen "$data/first"
check --signatures 2 --seen "$data/second"
adduce log rotate-key --end
adduce keys mint --json --cap svc.log >/dev/null
stop
start
check --seen "$data/second"
adduce log verify --checkpoint "$data/first"
