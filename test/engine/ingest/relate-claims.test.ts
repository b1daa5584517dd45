import { expect, onTestFinished, test } from 'vitest';
import { type RelatedClaim, relateClaims } from '../../../engine/ingest/relate-claims.ts';
import type { ClaimCore, ClaimRecord } from '../../../graph/claim.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

/** Claims of one slot that are compared; it stands in `relate-claims.ts`. */
const COMPARED = 500;

/** Wordings with the same analysed words, each a claim of its own. */
const wording = (marks: number): ClaimCore => ({
  v: 1,
  corpus: 'sky',
  lang: 'en',
  text: `Saturn shines${'!'.repeat(marks)}`,
});

function recordOf({ addr, core, contentHash, cluster, slot }: RelatedClaim, seq: number): ClaimRecord {
  const effective_at = '2026-09-01T09:00:00.000Z';
  return { addr, core, content_hash: contentHash, claim_cluster_id: cluster, slot, seq, effective_at };
}

test('knows a claim again however many share its slot, and compares a new one with the earliest', async () => {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  const cores = Array.from({ length: COMPARED + 2 }, (_, marks) => wording(marks));
  const related = await relateClaims(store, cores);
  expect(new Set(related.map(({ cluster }) => cluster)).size).toBe(1);
  await save(store, { claims: related.map(recordOf) });
  const [last, next] = await relateClaims(store, [wording(COMPARED + 1), wording(COMPARED + 2)]);
  expect(last).toMatchObject({ isNew: false, cluster: related[0]?.cluster });
  expect(next).toMatchObject({ isNew: true, cluster: related[0]?.cluster });
});
