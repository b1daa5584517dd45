#!/usr/bin/env bash
# Checks the log of a real server with Go's sumdb/tlog and sumdb/note: fresh, while one key takes over from another, and
# after that, each time with what was seen before. Needs go and the Go module proxy.
set -euo pipefail
cd "$(dirname "$0")/../../.."
PATH=$PWD/node_modules/.bin:$PATH
data=$(mktemp -d)
server=
mkdir -p .cache/interop

stop() {
  if [[ -z $server ]]; then return; fi
  kill "$server" && wait "$server" || true
  server=
}
finish() {
  stop
  rm -rf "$data"
}
trap finish EXIT

export ADDUCE_DATA=$data ADDUCE_PORT=0 ADDUCE_RATE=off
adduce() { node bin/adduce.ts "$@"; }

(cd test/interop/log && go build -o ../../../.cache/interop/check-log .)

start() {
  : >"$data/serve.log"
  # Not by the function: the pid would be that of a shell, and the server would outlive it.
  node bin/adduce.ts serve --json >"$data/serve.log" &
  server=$!
  url=
  for _ in $(seq 600); do
    url=$(sed -nE 's/.*"listening": *"([^"]+)".*/\1/p' "$data/serve.log")
    if [[ -n $url ]]; then return; fi
    sleep 0.1
  done
  echo "the server did not start" >&2
  exit 1
}

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
