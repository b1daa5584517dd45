/**
 * Reading stored answers with their verdicts as of now. That nobody has looked at the corpus for too long is no event of
 * the log: it comes true by itself, and is said where the answer is read (decisions §5, W5).
 */
import type { AnswerId } from '../../graph/address.ts';
import type { CorpusRecord, GraphReader } from '../../graph/store.ts';
import { verdictOf } from '../findings/evaluate.ts';
import type { AnswerView, Trust } from './answer.ts';
import { AnswerDamaged } from './answer-damaged.ts';
import { checkFreshness } from './freshness.ts';
import { type FoundAnswer, readAnswers } from './read-answer.ts';

/**
 * In the order of the ids. Three batch reads at most, and one of each corpus that they are of.
 * @param now RFC 3339 UTC with ms
 */
export async function readCurrentAnswers(
  reader: GraphReader,
  ids: readonly AnswerId[],
  tenant: string,
  now: string,
): Promise<FoundAnswer[]> {
  const found = await readAnswers(reader, ids, tenant);
  const names = new Set(found.flatMap((one) => (restsOnSnapshot(one) ? [one.answer.corpus.name] : [])));
  const corpora = new Map(
    await Promise.all([...names].map(async (name) => [name, await reader.corpus(name)] as const)),
  );
  return found.map((one) =>
    restsOnSnapshot(one) ? current(one, corpora.get(one.answer.corpus.name) ?? null, now) : one,
  );
}

/** An answer that says nothing rests on no snapshot. */
function restsOnSnapshot(found: FoundAnswer): found is AnswerView {
  return found !== null && !(found instanceof AnswerDamaged) && found.answer.claims.length > 0;
}

function current(view: AnswerView, corpus: CorpusRecord | null, now: string): AnswerView {
  const { request } = view.answer;
  const window = { mode: request.mode, maxSnapshotAge: request.max_snapshot_age, asOf: request.as_of };
  const isFresh = corpus === null || checkFreshness(corpus, window, now).ok;
  return isFresh ? view : { ...view, trust: withStaleSnapshot(view.trust) };
}

function withStaleSnapshot(trust: Trust): Trust {
  const { state, reasons } = verdictOf([...trust.reasons, { code: 'snapshot_stale', claim: null }]);
  return { ...trust, findings_state: state, reasons };
}
