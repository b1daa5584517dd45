/** Opinions for a log that must not wait: what another judge said beforehand, and what the lexical judge contradicts. */
import { blake3Hex } from '../../graph/digest.ts';
import { JudgeUnavailable, type StanceJudge } from '../ports.ts';
import { judgeLexically, LEXICAL_JUDGE } from './lexical-judge.ts';
import type { JudgedTexts, StanceVerdict } from './stance.ts';

/** A verdict with the judge that gave it, as `id/version`. */
export interface JudgeOpinion {
  readonly judge: string;
  readonly verdict: StanceVerdict;
}

/** Questions to a judge at once. */
const CONCURRENCY = 4;
/** Opinions that are kept until they are used; past it the oldest goes, and the lexical verdict stands. */
const MAX_KEPT = 10_000;

/** Asked under the log's lock, where no judge elsewhere can be waited for: `ask` goes before, `of` never waits. */
export class Opinions {
  readonly #judge: StanceJudge;
  readonly #onFault: (fault: JudgeUnavailable) => void;
  readonly #said = new Map<string, JudgeOpinion>();
  /** Whether the last question failed: a judge that is down is told of once, not for every pair of a corpus. */
  #failing = false;

  /** @param onFault told where the judge cannot be asked, once until it answers again; the lexical verdict stands then */
  constructor(judge: StanceJudge, onFault: (fault: JudgeUnavailable) => void) {
    this.#judge = judge;
    this.#onFault = onFault;
  }

  /** Whether there is anybody to ask but the lexical judge. */
  get asks(): boolean {
    return this.#judge !== LEXICAL_JUDGE;
  }

  /**
   * Asks the judge about texts that it has not spoken of, until `signal` ends it. Rejects with the signal's reason, and
   * with what is no `JudgeUnavailable`.
   */
  async ask(texts: readonly JudgedTexts[], signal?: AbortSignal): Promise<void> {
    const open = texts.filter((one) => !this.#said.has(keyOf(one)));
    for (let start = 0; start < open.length; start += CONCURRENCY) {
      signal?.throwIfAborted();
      await Promise.all(open.slice(start, start + CONCURRENCY).map((one) => this.#askOne(one, signal)));
    }
  }

  /**
   * One opinion, or two: a document that talks another judge out of a contradiction must not hide it, so the lexical
   * one stands beside what that judge said instead. At most one of them contradicts.
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
      const oldest = this.#said.size < MAX_KEPT ? undefined : this.#said.keys().next().value;
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
