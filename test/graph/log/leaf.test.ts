import { describe, expect, it } from 'vitest';
import { decodeCanonical } from '../../../graph/canonical.ts';
import { sha256 } from '../../../graph/digest.ts';
import type { LogEntry } from '../../../graph/log/entry.ts';
import { entryBytes, leafHash } from '../../../graph/log/leaf.ts';

const ENTRY: LogEntry = {
  v: 1,
  seq: 7,
  at: '2026-01-02T03:04:05.678Z',
  effective_at: '2026-01-02T00:00:00.000Z',
  corpus: 'demo',
  tenant: null,
  body: { type: 'artefact.withdrawn', artefact: 'a1x', reason: 'asked by the publisher' },
};

describe('entryBytes', () => {
  it('is canonical, keeps nulls and gives the entry back', () => {
    expect(decodeCanonical(entryBytes(ENTRY))).toEqual(ENTRY);
  });

  it('differs with any member', () => {
    const bytes = Buffer.from(entryBytes(ENTRY));
    expect(bytes.equals(entryBytes({ ...ENTRY, seq: 8 }))).toBe(false);
    expect(bytes.equals(entryBytes({ ...ENTRY, tenant: '' }))).toBe(false);
  });
});

describe('leafHash', () => {
  it('hashes 0x00 and the bytes', () => {
    expect(leafHash(new Uint8Array([1, 2]))).toEqual(sha256(new Uint8Array([0, 1, 2])));
  });

  it('leaves the bytes as they were', () => {
    const bytes = new Uint8Array([1, 2]);
    leafHash(bytes);
    expect(bytes).toEqual(new Uint8Array([1, 2]));
  });
});
