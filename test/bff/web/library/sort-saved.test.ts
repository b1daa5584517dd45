import { describe, expect, it } from 'vitest';
import type { SortName } from '../../../../bff/web/library/place.ts';
import { sortSaved } from '../../../../bff/web/library/sort-saved.ts';
import type { SavedEntry } from '../../../../bff/web/trpc.ts';

function entry(id: string, changes: Partial<SavedEntry> = {}, corpus: string | null = null): SavedEntry {
  return {
    id,
    answer_id: `ans_${id}`,
    title: 'Moons',
    folder: null,
    tags: [],
    note: null,
    snapshot_id: '1.a',
    findings_state: 'PASS',
    saved_state: 'PASS',
    created_at: '2026-01-01T00:00:00.000Z',
    snapshot: { q: 'How many?', summary: '', summary_hash: '', as_of: null, corpus },
    ...changes,
  };
}

function sorted(entries: readonly SavedEntry[], sort: SortName, isDown: boolean): string {
  const { compare } = new Intl.Collator('de');
  const verdictOf = ({ findings_state }: SavedEntry) => findings_state;
  return sortSaved(entries, { sort, isDown, compare, verdictOf })
    .map(({ id }) => id)
    .join('');
}

describe('saved entries', () => {
  it('are sorted by title as the language orders it, either way', () => {
    const entries = [
      entry('z', { title: 'Zebra' }),
      entry('ä', { title: 'Äpfel' }),
      entry('b', { title: 'bald' }),
    ];
    expect(sorted(entries, 'title', false)).toBe('äbz');
    expect(sorted(entries, 'title', true)).toBe('zbä');
  });

  it('are sorted by verdict from the worst to the best', () => {
    const entries = (['PASS', 'UNKNOWN', 'FAIL', 'WARN'] as const).map((findings_state) =>
      entry(findings_state.charAt(0), { findings_state }),
    );
    expect(sorted(entries, 'verdict', false)).toBe('FWUP');
    expect(sorted(entries, 'verdict', true)).toBe('PUWF');
  });

  it('are sorted by the instant at which they were saved', () => {
    const entries = [
      entry('2', { created_at: '2026-01-01T00:00:00.002Z' }),
      entry('1', { created_at: '2025-12-31T23:59:59.999Z' }),
      entry('3', { created_at: '2026-01-01T00:00:00.003Z' }),
    ];
    expect(sorted(entries, 'saved', false)).toBe('123');
    expect(sorted(entries, 'saved', true)).toBe('321');
  });

  it('in no folder or corpus come last, whichever way they are sorted', () => {
    const folders = [entry('-'), entry('b', { folder: 'b' }), entry('a', { folder: 'a' })];
    expect(sorted(folders, 'folder', false)).toBe('ab-');
    expect(sorted(folders, 'folder', true)).toBe('ba-');
    const corpora = [entry('-'), entry('y', {}, 'y'), entry('x', {}, 'x')];
    expect(sorted(corpora, 'corpus', false)).toBe('xy-');
    expect(sorted(corpora, 'corpus', true)).toBe('yx-');
  });

  it('that are alike stay in the order in which they came, and the list that was given stays as it is', () => {
    const entries = [entry('1', { title: 'b' }), entry('2', { title: 'a' }), entry('3', { title: 'b' })];
    expect(sorted(entries, 'title', true)).toBe('132');
    expect(sorted(entries, 'title', false)).toBe('213');
    expect(entries.map(({ id }) => id).join('')).toBe('123');
    expect(sorted([], 'title', false)).toBe('');
  });
});
