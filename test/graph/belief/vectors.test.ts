import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../graph/belief/fold.ts';
import type { Masses } from '../../../graph/belief/opinion.ts';
import { FOLD_POLICY } from '../../../graph/belief/policy.ts';
import type { FoldContext } from '../../../graph/belief/result.ts';
import type { Belief, LedgerEntryBody } from '../../../graph/evidence.ts';

interface Vector extends FoldContext {
  readonly name: string;
  readonly as_of: string;
  readonly ledger: readonly LedgerEntryBody[];
  readonly belief: Belief | null;
  readonly vetted_micro: Masses | null;
  readonly total_micro: Masses | null;
  readonly newest_support: string | null;
  readonly author: string | null;
}

const file = new URL('../../vectors/fold_valid.json', import.meta.url);
// The file is our own and every member is compared below.
const { policy, vectors } = JSON.parse(readFileSync(file, 'utf8')) as { policy: string; vectors: Vector[] };

const SCRIPT: string = '../../../docs/readers-fold.mjs';
const { readersFold } = (await import(SCRIPT)) as { readersFold(vector: Vector): Belief | null };

describe('the published vectors', () => {
  it('are of the policy in force, and many', () => {
    expect(policy).toBe(FOLD_POLICY.id);
    expect(vectors.length).toBeGreaterThanOrEqual(20);
  });

  it.each(vectors)('hold: $name', (vector) => {
    const result = fold(vector.ledger, vector.as_of, vector);
    expect({
      belief: result?.belief ?? null,
      vetted_micro: result?.vetted ?? null,
      total_micro: result?.total ?? null,
      newest_support: result?.newestSupport ?? null,
      author: result?.author ?? null,
    }).toEqual({
      belief: vector.belief,
      vetted_micro: vector.vetted_micro,
      total_micro: vector.total_micro,
      newest_support: vector.newest_support,
      author: vector.author,
    });
  });

  it.each(vectors)('hold for a reader: $name', (vector) => {
    expect(readersFold(vector)).toEqual(vector.belief);
  });
});
