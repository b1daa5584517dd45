/** After a failure an endpoint is left alone for a while: who asks meanwhile is not made to wait for it. */
export class Rest {
  readonly #ms: number;
  #isOn = false;

  /** @param ms how long; 0: never */
  constructor(ms: number) {
    this.#ms = ms;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Begins a rest, unless one is on. */
  begin(): void {
    if (this.#isOn || this.#ms === 0) return;
    this.#isOn = true;
    setTimeout(() => {
      this.#isOn = false;
    }, this.#ms).unref();
  }
}
