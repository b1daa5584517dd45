/**
 * Reading a stored answer with its verdict as of now. That nobody has looked at the corpus for too long is no event of
 * the log: it comes true by itself, and is said where the answer is read (decisions §5, W5).
 */
import type { AnswerId } from '../../graph/address.ts';
import type { GraphReader } from '../../graph/store.ts';
import { verdictOf } from '../findings/evaluate.ts';
import type { AnswerView, Trust } from './answer.ts';
import { checkFreshness } from './freshness.ts';
import { readAnswer } from './read-answer.ts';

/**
 * Null for an unknown id and for another tenant's, alike.
 * @param now RFC 3339 UTC with ms
 */
export async function readCurrentAnswer(
  reader: GraphReader,
  id: AnswerId,
  tenant: string,
  now: string,
): Promise<AnswerView | null> {
  const view = await readAnswer(reader, id, tenant);
  // An answer that says nothing rests on no snapshot.
  if (view === null || view.answer.claims.length === 0) return view;
  const { request } = view.answer;
  const corpus = await reader.corpus(view.answer.corpus.name);
  const window = { mode: request.mode, maxSnapshotAge: request.max_snapshot_age, asOf: request.as_of };
  const isFresh = corpus === null || checkFreshness(corpus, window, now).ok;
  return isFresh ? view : { ...view, trust: withStaleSnapshot(view.trust) };
}

function withStaleSnapshot(trust: Trust): Trust {
  const { state, reasons } = verdictOf([...trust.reasons, { code: 'snapshot_stale', claim: null }]);
  return { ...trust, findings_state: state, reasons };
}
