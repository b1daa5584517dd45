/** Opinions of judges for the log, which must not wait: those of a remote judge are fetched before, the lexical judge's made. */
import { blake3Hex } from '../../graph/digest.ts';
import { JudgeUnavailable, type StanceJudge } from '../ports.ts';
import { judgeLexically, LEXICAL_JUDGE } from '../stance/lexical-judge.ts';
import type { JudgedTexts, StanceVerdict } from '../stance/stance.ts';

/** A verdict with the judge that gave it, as `id/version`. */
export interface JudgeOpinion {
  readonly judge: string;
  readonly verdict: StanceVerdict;
}

/** Questions to a judge at once. */
const CONCURRENCY = 4;
/** Fetched opinions that are cached until they are used; past it the oldest is dropped, and the lexical verdict counts. */
const MAX_CACHED = 10_000;

/** `of` runs under the log's lock and never waits; `ask` calls the remote judge before that. */
export class Opinions {
  readonly #judge: StanceJudge;
  readonly #onFault: (fault: JudgeUnavailable) => void;
  readonly #said = new Map<string, JudgeOpinion>();
  /** Whether the last call failed: a judge that is down is reported once, not for every pair of a corpus. */
  #failing = false;

  /** @param onFault called once when the judge becomes unavailable, until it answers again; the lexical verdict counts then */
  constructor(judge: StanceJudge, onFault: (fault: JudgeUnavailable) => void) {
    this.#judge = judge;
    this.#onFault = onFault;
  }

  /** Whether there is another judge than the lexical one. */
  get asks(): boolean {
    return this.#judge !== LEXICAL_JUDGE;
  }

  /**
   * Asks the judge about texts that it has not judged, until `signal` ends it. Rejects with the signal's reason, and
   * with every fault but `JudgeUnavailable`.
   */
  async ask(texts: readonly JudgedTexts[], signal?: AbortSignal): Promise<void> {
    const open = texts.filter((one) => !this.#said.has(keyOf(one)));
    for (let start = 0; start < open.length; start += CONCURRENCY) {
      signal?.throwIfAborted();
      await Promise.all(open.slice(start, start + CONCURRENCY).map((one) => this.#askOne(one, signal)));
    }
  }

  /**
   * One opinion, or two: a document that persuades the remote judge must not hide a contradiction, so the lexical
   * opinion is recorded beside the remote one. At most one of them contradicts.
   */
  of(texts: JudgedTexts): readonly JudgeOpinion[] {
    const said = this.#said.size === 0 ? undefined : this.#said.get(keyOf(texts));
    if (said?.verdict.stance === 'CONTRADICT') return [said];
    const lexical = { judge: nameOf(LEXICAL_JUDGE), verdict: judgeLexically(texts) };
    if (said === undefined) return [lexical];
    return lexical.verdict.stance === 'CONTRADICT' ? [said, lexical] : [said];
  }

  async #askOne(texts: JudgedTexts, signal: AbortSignal | undefined): Promise<void> {
    try {
      const verdict = await this.#judge.judge(texts, signal);
      this.#failing = false;
      const oldest = this.#said.size < MAX_CACHED ? undefined : this.#said.keys().next().value;
      if (oldest !== undefined) this.#said.delete(oldest);
      this.#said.set(keyOf(texts), { judge: nameOf(this.#judge), verdict });
    } catch (fault) {
      if (!(fault instanceof JudgeUnavailable)) throw fault;
      if (!this.#failing) this.#onFault(fault);
      this.#failing = true;
    }
  }
}

function nameOf({ id, version }: StanceJudge): string {
  return `${id}/${version}`;
}

function keyOf({ claim, sentence }: JudgedTexts): string {
  return blake3Hex(new TextEncoder().encode(JSON.stringify([claim, sentence])));
}
