# For scripts that need a server of this checkout; they source it from the root. A new data folder lies in $data. `start` sets $server
# and $url, `stop` ends the server, and both go with the script.
PATH=$PWD/node_modules/.bin:$PATH
data=$(mktemp -d)
server=
export ADDUCE_DATA=$data ADDUCE_PORT=0 ADDUCE_RATE=off

adduce() { node bin/adduce.ts "$@"; }

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
