/** Progress of a long step on standard error: a bar on a terminal, a line now and then in a pipe. */
const WIDTH = 24;
/** Lines in a pipe: one for each such share of the way. */
const SHARE = 0.25;

export class Progress {
  readonly #label: string;
  readonly #stream: NodeJS.WriteStream;
  #said = 0;
  #open = false;

  constructor(label: string, stream: NodeJS.WriteStream = process.stderr) {
    this.#label = label;
    this.#stream = stream;
  }

  update(done: number, of: number): void {
    const share = of === 0 ? 1 : done / of;
    if (this.#stream.isTTY) this.#draw(share, `${done} of ${of}`);
    else if (share >= this.#said + SHARE || done === of) this.#say(share, `${done} of ${of}`);
  }

  /** Leaves the bar's line, so that what follows starts on its own. */
  end(): void {
    if (this.#open) this.#stream.write('\n');
    this.#open = false;
  }

  #draw(share: number, count: string): void {
    const filled = Math.round(share * WIDTH);
    this.#stream.write(`\r${this.#label} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${count}`);
    this.#open = true;
  }

  #say(share: number, count: string): void {
    if (this.#said === share) return;
    this.#said = share;
    this.#stream.write(`${this.#label} ${count}\n`);
  }
}
