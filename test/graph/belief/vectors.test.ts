import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../graph/belief/fold.ts';
import type { Masses } from '../../../graph/belief/opinion.ts';
import { FOLD_POLICY } from '../../../graph/belief/policy.ts';
import type { FoldContext } from '../../../graph/belief/result.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import type { ClaimCore } from '../../../graph/claim.ts';
import { claimAddr, eventId } from '../../../graph/content-address.ts';
import type { Belief, EventCore, LedgerEntryBody } from '../../../graph/evidence.ts';
import { entryHash } from '../../../graph/ledger-entry.ts';
import { flawOf, readersFold } from './readers-fold.ts';

type Entry = LedgerEntryBody & { readonly entry_hash: string };

interface FoldCase extends FoldContext {
  readonly name: string;
  readonly as_of: string;
  readonly ledger: readonly Entry[];
}

interface ValidFold extends FoldCase {
  readonly belief: Belief | null;
  readonly vetted_micro: Masses | null;
  readonly total_micro: Masses | null;
  readonly newest_support: string | null;
  readonly author: string | null;
}

interface FoldFile<T> {
  readonly policy: string;
  readonly claims: Readonly<Record<string, ClaimCore>>;
  readonly cases: readonly T[];
}

interface LedgerCase {
  readonly name: string;
  readonly event: { readonly core: EventCore; readonly canonical: string; readonly event_id: string };
  readonly body: LedgerEntryBody;
  readonly canonical: string;
  readonly entry_hash: string;
}

// The files are our own, and what is not of these types fails a comparison below.
const file = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));
const valid: FoldFile<ValidFold> = file('fold_valid');
const invalid: FoldFile<FoldCase & { readonly fault: string }> = file('fold_invalid');
const ledger: { readonly cases: readonly LedgerCase[] } = file('ledger_valid');
const altered: { readonly cases: readonly LedgerCase[] } = file('ledger_invalid');

const hex = (value: unknown): string => Buffer.from(encodeCanonical(value)).toString('hex');

describe('the published folds', () => {
  it('are of the policy in force', () => {
    expect([valid.policy, invalid.policy]).toEqual([FOLD_POLICY.id, FOLD_POLICY.id]);
  });

  it('are about claims whose addresses follow from their text', () => {
    expect(Object.values(valid.claims).map(claimAddr)).toEqual(Object.keys(valid.claims));
  });

  it.each(valid.cases)('hold: $name', (vector) => {
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

  it.each(valid.cases)('hold for a reader: $name', (vector) => {
    expect(flawOf(vector.ledger)).toBeNull();
    expect(readersFold(vector)).toEqual(vector.belief);
  });

  it.each(valid.cases)('have the hashes that we write: $name', ({ ledger: entries }) => {
    for (const { entry_hash, ...body } of entries) expect(entryHash(body)).toBe(entry_hash);
  });
});

describe('the published ledgers that are broken', () => {
  it.each(invalid.cases)('are refused by a reader for $fault: $name', ({ ledger: entries, fault }) => {
    expect(flawOf(entries)?.fault).toBe(fault);
  });
});

describe('the published ledger entries', () => {
  it.each(ledger.cases)('have the ids and hashes that we give them: $name', ({ event, body, ...vector }) => {
    expect(hex(event.core)).toBe(event.canonical);
    expect(eventId(event.core)).toBe(event.event_id);
    expect(hex(body)).toBe(vector.canonical);
    expect(entryHash(body)).toBe(vector.entry_hash);
    expect(body).toMatchObject({
      event_id: event.event_id,
      prev: ledger.cases[body.seq - 1]?.entry_hash ?? null,
    });
  });

  it.each(altered.cases)('have another hash with one change: $name', ({ body, entry_hash }) => {
    expect(entryHash(body)).not.toBe(entry_hash);
  });
});
