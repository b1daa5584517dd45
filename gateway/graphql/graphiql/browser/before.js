// Runs before GraphiQL: where its editor finds its workers, and a log of what its socket says.
{
  const files = document.documentElement.dataset.files;
  self.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (_, label) => `${files}${label}.js`,
  };

  const listeners = new Set();
  /** Calls `listener` with each message of each socket: `{ direction: 'sent' | 'received' | 'closed', data }`. */
  self.onSocketEvent = (listener) => listeners.add(listener);
  const tell = (direction, data) => {
    for (const listener of listeners) listener({ direction, data });
  };
  self.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => tell('received', data));
      this.addEventListener('close', ({ code, reason }) => tell('closed', `${code} ${reason}`.trim()));
    }

    send(data) {
      tell('sent', data);
      super.send(data);
    }
  };
}
