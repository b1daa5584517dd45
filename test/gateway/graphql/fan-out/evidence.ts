/** A claim with a ledger, for tests of what listens to it. */
import type { Engine } from '../../../../engine/engine.ts';
import type { EvidenceRequest } from '../../../../engine/ledger/evidence-request.ts';
import type { ClaimAddr } from '../../../../graph/address.ts';
import { readRange } from '../../../../graph/store/ranges.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';

export const CORPUS = 'lakes';

/** Two lakes; gives the claims of their depths. */
export async function ingestLakes(engine: Engine): Promise<readonly [ClaimAddr, ClaimAddr]> {
  await ingestInto(engine, CORPUS, [
    jsonLines([
      { id: 'vell', text: 'Lake Vell is 212 metres deep.', domain: 'a.example', day: '2024-01-01' },
      { id: 'orm', text: 'Lake Orm is 31 metres deep.', domain: 'b.example', day: '2024-01-02' },
    ]),
  ]);
  const artefacts = await readRange(engine.store, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: 10 });
  const stated = await engine.store.ranges('occurrencesIn', {
    by: artefacts.map(({ record }) => record.artefact_id),
  });
  const [vell, orm] = stated.map(([first]) => first?.claim);
  if (vell === undefined || orm === undefined) throw new Error('the lakes were not understood');
  return [vell, orm];
}

/** Appends evidence of a writer whose voice counts; gives its position in the log. */
export async function appendTo(
  engine: Engine,
  claim: ClaimAddr,
  actor: string,
  kind: EvidenceRequest['kind'] = 'corroborate',
): Promise<number> {
  const outcome = await engine.appendEvidence({
    claim,
    corpus: CORPUS,
    kind,
    evidence: [{ ref: `https://${actor}.example/seen`, hash: `seen by ${actor}`, kind: 'source' }],
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing: 700, tokenId: 'test', maySupersede: false },
    idempotency: null,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.reason);
  return outcome.value.entry.log.seq;
}
