/** After a failure an endpoint is not called for a while, so that no caller waits for it. */
export class CoolDown {
  readonly #ms: number;
  #isOn = false;

  /** @param ms how long; 0: never */
  constructor(ms: number) {
    this.#ms = ms;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Begins, unless it is on already. */
  begin(): void {
    if (this.#isOn || this.#ms === 0) return;
    this.#isOn = true;
    setTimeout(() => {
      this.#isOn = false;
    }, this.#ms).unref();
  }
}
