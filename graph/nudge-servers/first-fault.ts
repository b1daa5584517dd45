/** Reports the first of consecutive faults: a server that is away is tried again and again. */
export class FirstFault {
  readonly #onFault: (fault: unknown) => void;
  #isFailing = false;

  constructor(onFault: (fault: unknown) => void) {
    this.#onFault = onFault;
  }

  report(server: URL, fault: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    const reason = fault instanceof Error ? fault.message || fault.name : String(fault);
    this.#onFault(
      new Error(`no nudges by ${server.protocol}//${server.host}, others notice commits later: ${reason}`, {
        cause: fault,
      }),
    );
  }

  passed(): void {
    this.#isFailing = false;
  }
}
