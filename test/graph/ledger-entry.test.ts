import { expect, it } from 'vitest';
import type { LedgerEntryBody } from '../../graph/evidence.ts';
import { entryHash, ledgerEntry } from '../../graph/ledger-entry.ts';

const BODY: LedgerEntryBody = {
  ...{ event_id: 'e1aaaa', claim: 'wx://lamps/claim/c1aaaa', seq: 0, at: '2026-01-01T00:00:00.000Z' },
  ...{ effective_at: '2026-01-01T00:00:00.000Z', kind: 'corroborate', actor: 'a', actor_root: 'a.example' },
  ...{ standing: 700, token_id: null, evidence: [], attestations: [], stake: null, successor: null },
  ...{ authority: null, policy: 'fold/1', prev: null },
};

it('encodes a body once, however often its hash is asked for', () => {
  let encoded = 0;
  const body: LedgerEntryBody = {
    ...BODY,
    get evidence() {
      encoded += 1;
      return [];
    },
  };
  const hash = entryHash(body);
  const reads = encoded;
  expect(reads).toBeGreaterThan(0);
  expect(entryHash(body)).toBe(hash);
  expect(encoded).toBe(reads);
});

it.each([
  ['another', { standing: 699 }, false],
  ['no other', { standing: 700 }, true],
])('gives a body with %s value its own hash', (_, change, isSame) => {
  expect(entryHash({ ...BODY, ...change }) === entryHash(BODY)).toBe(isSame);
});

it('gives a reader the hash of the body alone, wherever it stands in the log', () => {
  const first = ledgerEntry(BODY, 4, 'aa');
  expect(first).toEqual({ ...BODY, entry_hash: entryHash(BODY), log: { seq: 4, tree_size: 5, root: 'aa' } });
  expect(ledgerEntry(BODY, 9, 'bb').entry_hash).toBe(first.entry_hash);
});
