/**
 * How long a connection's answers are waited for. Statements are sent behind each other and answered one after the other, so that
 * the time of each begins with the answer before its own, not when it was sent.
 */
export class AnswerWatch {
  readonly #usualMs: number;
  readonly #lose: () => void;
  #waiting = 0;
  #patienceMs: number;
  #timer: NodeJS.Timeout | null = null;

  /** @param lose ends the connection, and with it every statement under way */
  constructor(usualMs: number, lose: () => void) {
    this.#usualMs = usualMs;
    this.#patienceMs = usualMs;
    this.#lose = lose;
  }

  /** Waits for the answer of a statement that is sent now. @param limitMs where it may take longer than is usual */
  async answered<T>(answer: Promise<T>, limitMs = this.#usualMs): Promise<T> {
    this.#waiting += 1;
    this.#patienceMs = Math.max(this.#patienceMs, limitMs);
    if (this.#timer === null) this.#wait();
    try {
      return await answer;
    } finally {
      this.#waiting -= 1;
      this.#stop();
      if (this.#waiting > 0) this.#wait();
      else this.#patienceMs = this.#usualMs;
    }
  }

  #wait(): void {
    this.#timer = setTimeout(this.#lose, this.#patienceMs);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
