/** Which verdict a pair raises: both sides go through ingest, ledger and fold, and an answer on the claim is judged. */

import { granted } from '../../bin/cli/failure.ts';
import { Beliefs } from '../../engine/belief/read-beliefs.ts';
import type { Engine } from '../../engine/engine.ts';
import { evaluate } from '../../engine/findings/evaluate.ts';
import { readFacts } from '../../engine/findings/read-facts.ts';
import type { FindingsState } from '../../graph/log/entry.ts';
import type { StancePair } from './pairs-file.ts';

/** Two publishers, the evidence a day later: the strongest that one document alone can be. */
const CLAIM = { id: 'claim', domain: 'claim.example', observed_at: '2020-01-01' } as const;
const EVIDENCE = { id: 'evidence', domain: 'evidence.example', observed_at: '2020-01-02' } as const;

/**
 * The verdict on an answer that states the claim, once the evidence has been read.
 * @param corpus a name that the store does not know yet: pairs do not see each other
 */
export async function raisedVerdict(
  { store, ingest, resolveCorpus }: Engine,
  corpus: string,
  { claim, title, evidence }: StancePair,
): Promise<FindingsState> {
  const documents = [
    { ...CLAIM, text: claim },
    { ...EVIDENCE, ...(title === '' ? {} : { title }), text: evidence.join(' ') },
  ];
  const bytes = new TextEncoder().encode(documents.map((one) => JSON.stringify(one)).join('\n'));
  await ingest([{ name: 'pair.jsonl', bytes }], { corpus, source: 'eval', onProgress: () => undefined });
  const [versions = []] = await store.ranges('versions', { corpus, by: [CLAIM.id] });
  const artefacts = versions.map(({ record }) => record.artefact_id);
  const stated = (await store.ranges('occurrencesIn', { by: artefacts })).flat();
  const claims = [...new Set(stated.map((one) => one.claim))];
  const answer = { claims, artefacts, cover: claims.map((one) => ({ claim: one, artefacts })) };
  const { view } = granted(await resolveCorpus(corpus, null));
  return evaluate(answer, await readFacts(store, new Beliefs(store), [answer], view)).state;
}
