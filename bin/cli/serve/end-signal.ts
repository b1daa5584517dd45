/** Aborts when a signal asks the process to end; a second one ends it at once. */
export function endSignal(): AbortSignal {
  const asked = new AbortController();
  const ask = (signal: NodeJS.Signals) => {
    if (asked.signal.aborted) process.exit(1);
    asked.abort(new Error(`ended by ${signal}`));
  };
  process.on('SIGTERM', ask);
  process.on('SIGINT', ask);
  return asked.signal;
}
