/**
 * What a command writes. Results go to standard output, as lines or, with `--json`, as one document; notes and
 * progress go to standard error, so that a pipe holds the result alone.
 */
import { styleText } from 'node:util';

/** Styles for a word; none where the stream is no terminal, or `NO_COLOR` is set. */
export type Tone = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

export class Output {
  readonly json: boolean;

  constructor(json: boolean) {
    this.json = json;
  }

  /** The command's result, once: `document` with `--json`, else `lines`. */
  result(document: unknown, lines: readonly string[]): void {
    if (this.json) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    else for (const line of lines) this.line(line);
  }

  /** A line of a result that comes line by line; nothing with `--json`. */
  line(text: string): void {
    if (!this.json) process.stdout.write(`${text}\n`);
  }

  /** A note, on standard error. */
  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  tone(tone: Tone, text: string): string {
    return styleText(tone, text, { stream: process.stdout });
  }
}
