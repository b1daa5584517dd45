/** A claim with so many ledger entries that whatever reads them all shows. */
import type { Engine } from '../engine/engine.ts';
import { LedgerDraft } from '../engine/ledger/ledger-draft.ts';
import type { ClaimAddr } from '../graph/address.ts';
import { evidenceOf } from './engine-over.ts';

/** Entries of a long ledger. */
export const LONG = 100_000;
/** Entries of one plan. */
const CHUNK = 2_000;

/** Gives the claim {@link LONG} entries, each of a vetted actor of its own, chained and hashed as every append is. */
export async function lengthen(engine: Engine, corpus: string, claim: ClaimAddr): Promise<void> {
  for (let start = 0; start < LONG; start += CHUNK) {
    await engine.writer.append(async (state, now) => {
      const draft = new LedgerDraft(state, now);
      const requests = Array.from({ length: CHUNK }, (_, index) =>
        evidenceOf(claim, corpus, `early-${start + index}`),
      );
      await draft.prepare(requests.map(({ writer }) => ({ claim, actorRoot: writer.actorRoot })));
      for (const { kind, writer, evidence } of requests) {
        draft.add({
          claim,
          kind,
          actor: writer.actor,
          actorRoot: writer.actorRoot,
          standing: writer.standing,
          tokenId: writer.tokenId,
          evidence: evidence.map((item) => ({ ...item, check: 'unknown', domain: writer.actorRoot })),
          attestations: [],
          stake: null,
          successor: null,
          authority: null,
          effectiveAt: now,
        });
      }
      const entries = draft.entries.map((entry) => ({
        corpus,
        tenant: null,
        effectiveAt: entry.effective_at,
        body: { type: 'evidence.appended' as const, entry, idempotency: null },
      }));
      return { entries, result: () => undefined };
    });
  }
}
