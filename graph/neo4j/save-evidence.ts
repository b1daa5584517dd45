/** Writes of the claims' ledgers. */
import { claimCorpusOf } from '../address.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { Changes } from '../store.ts';
import { type BoltParams, indexable } from './bolt-values.ts';
import type { Upserts } from './upserts.ts';

export async function saveEvidence(upsert: Upserts, { ledger, idempotency }: Changes): Promise<void> {
  await upsert.nodes('Event', ledger.map(eventRow));
  await upsert.relations(
    { from: 'Event', type: 'ON', to: 'Claim' },
    ledger.map(({ event_id, claim }) => ({ from: event_id, to: claim })),
  );
  await upsert.relations(
    { from: 'Event', type: 'PROPOSES', to: 'Claim' },
    ledger.flatMap(({ event_id, successor }) =>
      successor === null ? [] : [{ from: event_id, to: successor }],
    ),
  );
  await upsert.relations({ from: 'Event', type: 'CITES', to: 'Artefact' }, ledger.flatMap(cited));
  await upsert.nodes(
    'IdempotencyKey',
    idempotency.map((once) => ({ key: once.key, record: JSON.stringify(once) })),
  );
}

function eventRow(entry: LedgerEntry): BoltParams {
  const { event_id: id, claim, seq, kind, actor_root, log, effective_at: effectiveAt } = entry;
  const looked = { id, claim, seq, actorRoot: indexable(actor_root), logSeq: log.seq, effectiveAt };
  return { ...looked, corpus: claimCorpusOf(claim), kind, record: JSON.stringify(entry) };
}

function cited({ event_id, evidence }: LedgerEntry): { from: string; to: string }[] {
  return evidence.flatMap(({ artefact }) =>
    artefact === undefined ? [] : [{ from: event_id, to: artefact }],
  );
}
