/** The documents of the demo corpus arrive one by one; questions are asked as soon as they can be answered. */
import type { Engine } from '../../../engine/engine.ts';
import { LOCAL_TENANT } from '../../../gateway/operations/authenticate.ts';
import type { AnswerId } from '../../../graph/address.ts';
import type { FindingReason, FindingsState } from '../../../graph/log/entry.ts';
import { queryTerms } from '../../../graph/terms.ts';
import { granted } from '../failure.ts';
import { DEMO } from '../sources.ts';
import type { DatedDocument } from './dated-documents.ts';

/** Events in the order in which they are shown. */
export type ReplayEvent =
  | {
      readonly type: 'document';
      readonly title: string;
      readonly domain: string;
      readonly observed_at: string;
    }
  | {
      readonly type: 'answer';
      readonly q: string;
      readonly answer_id: AnswerId;
      readonly summary: string;
      readonly state: FindingsState;
    }
  | {
      readonly type: 'transition';
      readonly q: string;
      readonly answer_id: AnswerId;
      readonly from: FindingsState;
      readonly to: FindingsState;
      readonly reasons: readonly FindingReason[];
    };

const LANG = 'en';
const K = 10;
/** A question is asked after a document that has at least this share of its terms. */
const WORTH_ASKING = 0.5;

export class DemoReplay {
  readonly #engine: Engine;
  readonly #questions: readonly { readonly q: string; readonly terms: readonly string[] }[];
  /** By question the answer whose verdict is shown: the first one until it fails, then the next. */
  readonly #followed = new Map<string, AnswerId>();
  readonly #questionOf = new Map<AnswerId, string>();
  /** By question the last summary. */
  readonly #said = new Map<string, string>();
  #seen = -1;

  constructor(engine: Engine, questions: readonly string[]) {
    this.#engine = engine;
    this.#questions = questions.map((q) => ({ q, terms: queryTerms(q, LANG) }));
  }

  /** Ingests one document, and yields what it changes. */
  async *add(document: DatedDocument): AsyncGenerator<ReplayEvent> {
    const { title, domain, observedAt, file } = document;
    yield { type: 'document', title, domain, observed_at: observedAt };
    await this.#engine.ingest([file], {
      corpus: DEMO.corpus,
      source: DEMO.name,
      onProgress: () => undefined,
    });
    await this.#engine.monitor.catchUp();
    const turned = new Map<string, FindingsState>();
    for await (const transition of this.#transitions()) {
      turned.set(transition.q, transition.to);
      yield transition;
    }
    for (const { q, terms } of this.#questions) {
      const isNew = !this.#followed.has(q) && isAbout(document, terms);
      const state = turned.get(q);
      if (isNew || state === 'WARN' || state === 'FAIL') yield* this.#ask(q, state === 'WARN');
    }
  }

  /** Verdict changes of the followed answers. */
  async *#transitions(): AsyncGenerator<Extract<ReplayEvent, { type: 'transition' }>> {
    for (const { seq, body } of await this.#engine.findingsAfter(LOCAL_TENANT, this.#seen, null)) {
      this.#seen = seq;
      const { answer_id, from, to, reasons } = body;
      const q = this.#questionOf.get(answer_id);
      if (q === undefined || this.#followed.get(q) !== answer_id) continue;
      yield { type: 'transition', q, answer_id, from, to, reasons };
    }
  }

  /**
   * Yields the current answer, unless there is none yet or it is the same as before.
   * @param keepsFollowing the earlier answer, which has a warning, is still followed
   */
  async *#ask(q: string, keepsFollowing: boolean): AsyncGenerator<ReplayEvent> {
    const view = granted(await this.#engine.resolveCorpus(DEMO.corpus, null));
    const request = { q, k: K, mode: 'verified', maxSnapshotAge: null, view } as const;
    const { answer, seq, trust } = granted(await this.#engine.ask(request, LOCAL_TENANT));
    // The answer itself reports the first verdict.
    this.#seen = Math.max(this.#seen, seq, trust.seq);
    const { answer_id, summary, sentences } = answer;
    if (sentences.length === 0) return;
    if (!keepsFollowing) {
      this.#followed.set(q, answer_id);
      this.#questionOf.set(answer_id, q);
    }
    if (this.#said.get(q) === summary) return;
    this.#said.set(q, summary);
    yield { type: 'answer', q, answer_id, summary, state: trust.findings_state };
  }
}

function isAbout(document: DatedDocument, questionTerms: readonly string[]): boolean {
  const shared = questionTerms.filter((term) => document.terms.has(term)).length;
  return shared > 0 && shared >= questionTerms.length * WORTH_ASKING;
}
