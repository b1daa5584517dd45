/**
 * Answers whose receipt a client has verified: the same answer under the same keys needs no receipt a second time
 * (docs/adr/0065-…). An answer has changed where any member has changed that its receipt covers. Its verdict is none of them.
 */
import { hash } from 'node:crypto';
import type { LogKey } from '../../graph/log/key-list.ts';
import type { AnswerResponse, ContradictionResponse } from '../wire/answers.ts';
import type { AnswerReceipt } from '../wire/receipt.ts';
import { isSame, putNewest } from './known-receipts.ts';
import type { ReceiptStatement } from './verified-receipt.ts';

type Answer = AnswerResponse | ContradictionResponse;

const MAX_ANSWERS = 1_000;

interface KnownAnswer {
  /** Of all that the receipt covers. */
  readonly digest: string;
  readonly keys: readonly LogKey[];
  /** The question as the receipt has it. */
  readonly q: string;
}

export class KnownAnswers {
  /** By id, in the order of their last use. */
  readonly #known = new Map<string, KnownAnswer>();

  /** Whether any answer of this id was verified; what it said is compared by `stated`. */
  mayHold({ answer_id }: Answer): boolean {
    return this.#known.has(answer_id);
  }

  /** What the receipt of this very answer states, verified under these very keys; null where it was not. */
  stated(answer: Answer, keys: readonly LogKey[]): ReceiptStatement | null {
    const known = this.#known.get(answer.answer_id);
    if (known === undefined || !isSame(known.keys, keys) || known.digest !== digestOf(answer)) return null;
    putNewest(this.#known, answer.answer_id, known, MAX_ANSWERS);
    const { summary, corpus, receipt } = answer;
    return { hash: receipt.hash, receipt: { summary, corpus, request: { q: known.q } } };
  }

  /** @param receipt that was compared with the answer @param keys under which it was verified */
  add(answer: Answer, receipt: AnswerReceipt, keys: readonly LogKey[]): void {
    const digest = digestOf(answer);
    if (digest !== null)
      putNewest(this.#known, answer.answer_id, { digest, keys, q: receipt.content.request.q }, MAX_ANSWERS);
  }

  clear(): void {
    this.#known.clear();
  }
}

/** Null where it is nested so deeply that it cannot be written. */
function digestOf(answer: Answer): string | null {
  const { answer_id, corpus, summary, sentences, claims, artefacts, receipt } = answer;
  const { evidence_set, claim_clusters, coverage, confidence, passages } = answer;
  const said = { summary, sentences, confidence, passages, claims, artefacts, evidence_set, claim_clusters };
  try {
    return hash('sha256', JSON.stringify({ answer_id, corpus, ...said, coverage, receipt }));
  } catch {
    return null;
  }
}
